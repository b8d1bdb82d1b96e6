"""What rulesets declare that is counted, and how to find it in a finished game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import orjson

from games.models.game import Game
from games.models.statistics import KEY_LENGTH, OFFER_LENGTH
from games.rules.live_game import LiveGame, ReplayFailed
from games.rules.replays import set_up_again
from games.rules.rulesets import ruleset_named, ruleset_now, ruleset_of
from tablekernel import errors as refusals
from tablekernel.events import event_for
from tablekernel.statistics import Explored


class Choice(NamedTuple):
    """A choice of which people look up what winners chose, as it is stored."""

    move: int
    seat: int
    situation: str
    offer: str
    chosen: str


def values_count(slug: str, events: Iterable[str]) -> Counter[tuple[int, str, str]]:
    """Count what the ruleset declares in stored events: by seat, key and value."""
    counts = ruleset_now(slug).statistics.counts
    found: Counter[tuple[int, str, str]] = Counter()
    for event in (one for stored in events for one in orjson.loads(stored)):
        for count in counts:
            if event["kind"] == count.event and count.seat in event["public"]:
                seat = event["public"][count.seat]
                value = event_for(event, seat).get(count.value)
                if value is not None:
                    found[seat, count.key, str(value)[:KEY_LENGTH]] += 1
    return found


def rounds_count(slug: str, events: Iterable[str]) -> int | None:
    """Return the number of rounds in stored events, or None if the ruleset has no rounds."""
    kind = ruleset_now(slug).statistics.round
    if not kind:
        return None
    return sum(event["kind"] == kind for stored in events for event in orjson.loads(stored))


def choices_find(game: Game, moves: Iterable[tuple[int, str]]) -> list[Choice]:
    """Replay a finished game, and return the choices that its ruleset lets people explore.

    Raises RulesUnavailable, StateUnreadable, ReplayFailed.
    """
    ruleset = ruleset_of(game)
    rules, explored = ruleset.rules, ruleset_now(game.ruleset).statistics.explored
    if explored is None:
        return []
    state, _ = set_up_again(
        ruleset,
        options=game.options,
        seats=game.table_size,
        seed=LiveGame.load(ruleset, game.state.state).seed(),
        start=game.state.start,
    )
    found = []
    try:
        for number, (seat, key) in enumerate(moves, start=1):
            decision = rules.decision(state)
            if decision is not None and decision.topic == explored.topic:
                options = rules.describe(state, decision)["options"]
                choice = choice_of(explored, rules.view(state, seat), options, key)
                found.append(Choice(number, seat, *choice))
            rules.play(state, seat, key)
    except refusals.RuleError as refusal:
        raise ReplayFailed(refusal.message) from refusal
    return [one for one in found if len(one.offer) <= OFFER_LENGTH]


def choice_of(
    explored: Explored, view: Mapping[str, Any], options: list[dict[str, Any]], key: str
) -> tuple[str, str, str]:
    """Return situation, offer and choice as they are stored."""
    values = {option["choice"]: str(option[explored.member]) for option in options}
    situation = explored.situation(view)
    features = [f"{name}={situation[name]}" for name in explored.features]
    offer = sorted(set(values.values()))
    return f";{';'.join(features)};", f",{','.join(offer)},", values[key]


def explored_of(slug: str) -> Explored | None:
    """Return what the ruleset lets people explore. Raises RulesetNotFound."""
    return ruleset_named(slug).statistics.explored


def keys_of(slug: str) -> list[str]:
    """Return the keys of what the ruleset declares, in its order."""
    return list(dict.fromkeys(count.key for count in ruleset_named(slug).statistics.counts))


class Titles:
    """The titles of what a ruleset counts, in a language."""

    def __init__(self, slug: str, language: str) -> None:
        self.titles = ruleset_named(slug).presentation.name_statistics(language)

    def key(self, key: str) -> str:
        """Return the title of a key or a feature."""
        return self.titles.get(key) or key.replace("_", " ").capitalize()

    def value(self, key: str, value: str) -> str:
        """Return the title of a value."""
        title = self.titles.get(f"{key}:{value}") or self.titles.get(value)
        title = title or value.replace("_", " ")
        return title[:1].upper() + title[1:]
