"""The JSON Schemas of each game describe what its random matches show.

SCHEMAS_SEED draws other matches; the tests print the seed and what they have checked.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.castle.checks import lively
from engine.citadels.checks import printed_tables, random_table
from tablekernel import registry
from tablekernel.events import event_for
from tablekernel.frames import Choice, Decision
from tablekernel.loop import settle
from tablekernel.ruleset import Ruleset
from tablekernel.schemas import (
    CONTEXT,
    EVENT,
    GIVEN,
    OPTION,
    REFERENCE,
    RESULT,
    TABLE,
    document_of,
)
from tablekernel.state import State

SEED = int(os.environ.get("SCHEMAS_SEED", "1"))
Setup = tuple[int, dict[str, Any]]
Choose = Callable[[Decision, Random], Choice]

RULESETS = [one for one in registry.rulesets() if one.presentation.schemas()]


def any_choice(decision: Decision, rng: Random) -> Choice:
    return rng.choice(decision.options)


def citadels_setups(rng: Random) -> list[Setup]:
    return [*rng.sample(printed_tables(), 20), *(random_table(rng) for _ in range(40))]


PLAYED: Mapping[str, tuple[Callable[[Random], list[Setup]], Choose, float]] = {
    "citadels": (citadels_setups, any_choice, 0.12),
    "castle": (lambda rng: [(2, {})] * 30, lively, 0.5),
}
"""By game: its set-ups, how its matches are played so that much is seen, and the share of positions
to check.
"""


class Shown:
    """What a game shows, checked against its schemas.

    Members that no schema lists are errors here, although the schemas allow them.
    """

    def __init__(self, ruleset: Ruleset, share: float) -> None:
        self.share = share
        document = closed(document_of(ruleset.presentation.schemas()))
        self.rules = ruleset.rules
        self.counts: Counter[str] = Counter()
        self.seen: dict[str, set[str]] = {name: set() for name in GIVEN}
        self.validators = {
            name: Draft202012Validator({**document, "$ref": REFERENCE + name}) for name in GIVEN
        }

    def check(self, name: str, value: dict[str, Any]) -> None:
        self.counts[name] += 1
        self.seen[name] |= value.keys()
        for error in self.validators[name].iter_errors(value):
            pytest.fail(f"{name} {error.json_path}: {error.message[:300]}")

    def check_state(self, state: State, rng: Random) -> None:
        """Check the view of one viewer, drawn at random, and the open decision."""
        seats = len(self.rules.view(state, None)["seats"])
        self.check(TABLE, self.rules.view(state, rng.choice([None, *range(seats)])))
        if (decision := settle(state)) is None:
            result = self.rules.result(state)
            assert result is not None
            self.check(RESULT, result)
            return
        described = self.rules.describe(state, decision)
        self.check(CONTEXT, described["about"])
        for option in rng.sample(described["options"], min(5, len(described["options"]))):
            self.check(OPTION, option)

    def play(self, setup: Setup, choose: Choose, rng: Random) -> None:
        seats, options = setup
        complete = self.rules.check_options(options, seats)
        state, played = self.rules.start(complete, seats, rng.randbytes(32))
        while True:
            for event in played.events:
                for seat in (None, rng.randrange(seats)):
                    self.check(EVENT, event_for(event.to_json(), seat))
            if (decision := settle(state)) is None:
                break
            if rng.random() < self.share:
                self.check_state(state, rng)
            played = self.rules.play(state, decision.seat, choose(decision, rng).key)
        self.check_state(state, rng)


def closed(node: Any) -> Any:
    """Return a schema that admits no further members and words."""
    if isinstance(node, list):
        return [closed(one) for one in node]
    if not isinstance(node, dict):
        return node
    node = {key: closed(value) for key, value in node.items()}
    if "properties" in node and node.get("additionalProperties") is True:
        node["additionalProperties"] = False
    if "x-extensible-enum" in node:
        node["enum"] = [*node["x-extensible-enum"], *([None] if "null" in node["type"] else [])]
    return node


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if "$ref" in node:
            yield node["$ref"].removeprefix(REFERENCE)
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_every_game_of_the_registry_has_schemas() -> None:
    assert {ruleset.slug for ruleset in RULESETS} == {one.slug for one in registry.rulesets()}
    assert PLAYED.keys() == {ruleset.slug for ruleset in RULESETS}


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_the_schemas_are_schemas(ruleset: Ruleset) -> None:
    schemas = ruleset.presentation.schemas()
    Draft202012Validator.check_schema(document_of(schemas))
    assert set(GIVEN) <= schemas.keys()
    assert set(references(dict(schemas))) | set(GIVEN) == schemas.keys()


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.slug)
def test_random_matches_show_what_the_schemas_say(ruleset: Ruleset) -> None:
    rng = Random(SEED)
    setups, choose, share = PLAYED[ruleset.slug]
    shown = Shown(ruleset, share)
    for setup in setups(rng):
        shown.play(setup, choose, rng)
    sys.stdout.write(f"\n{ruleset.slug}, seed {SEED}: {dict(shown.counts)}\n")
    assert min(shown.counts[TABLE], shown.counts[OPTION], shown.counts[EVENT]) > 1000
    for name in (TABLE, OPTION, EVENT, RESULT):
        assert shown.seen[name] >= required(ruleset, name)


def required(ruleset: Ruleset, name: str) -> set[str]:
    return set(ruleset.presentation.schemas()[name]["required"])
