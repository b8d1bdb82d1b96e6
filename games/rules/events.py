"""Stored events: what they tell each seat, and whether they tell it anything."""

from __future__ import annotations

from typing import Any

import orjson

from games.rules.live_game import TextContext
from games.rules.rulesets import Ruleset, ruleset_now
from tablekernel.events import event_for


def events_describe(
    *, slug: str, events: str, seat: int | None, text_context: TextContext
) -> list[dict[str, Any]]:
    """Return stored events as ``seat`` may see them, each with a sentence that describes it."""
    presentation = ruleset_now(slug).presentation
    shown = [event_for(event, seat) for event in orjson.loads(events)]
    return [
        {**event, "text": presentation.text(event, text_context.language, text_context.names)}
        for event in shown
    ]


def find_private_events(events: str, seat: int) -> list[bool]:
    """Return, for each stored event, if it told ``seat`` more than it told spectators."""
    return [str(seat) in event["private"] for event in orjson.loads(events)]


def count_draws(chance: str) -> int:
    """Return the number of random draws of a stored move."""
    return len(orjson.loads(chance))


def reveals_nothing(ruleset: Ruleset, *, seat: int, chance: str, events: str) -> bool:
    """True if a stored move of ``seat`` drew nothing at random and revealed nothing.

    It then told the player nothing new, and no other seat a secret.
    """
    quiet, own = ruleset.rules.quiet, {str(seat)}
    if orjson.loads(chance):
        return False
    return all(
        event["kind"] in quiet and event["private"].keys() <= own for event in orjson.loads(events)
    )


def events_describe_for_staff(
    *, slug: str, events: str, text_context: TextContext
) -> list[dict[str, Any]]:
    """Return stored events as spectators see them, each with the different texts of seats.

    ``told`` has these texts by seat. SECRET while the game is running. Raises RulesUnavailable.
    """
    presentation = ruleset_now(slug).presentation
    described = []
    for event in orjson.loads(events):
        public = event_for(event, None)
        text = presentation.text(public, text_context.language, text_context.names)
        private = {
            int(seat): presentation.text(
                event_for(event, int(seat)), text_context.language, text_context.names
            )
            for seat in event["private"]
        }
        differing = {seat: own_text for seat, own_text in private.items() if own_text != text}
        described.append({**public, "text": text, "told": differing})
    return described
