"""Events with all their private texts, for staff who may see secrets."""

from __future__ import annotations

from typing import Any

import orjson

from engine.kernel.events import event_for
from games.rules import TextContext
from games.rules.rulesets import ruleset_now


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
