"""What an analysis says "as the seat saw it" is the same in two matches that differ only in what
the seat cannot know.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.rules.analysis import MoveRecord, PlayedDecision
from tablekernel import registry
from tablekernel.codec import canonical
from tablekernel.events import event_for
from tablekernel.frames import Choice
from tests.engine.castle.pairs import CastlePairs
from tests.engine.citadels.pairs import CitadelsPairs
from tests.leak_probe import Pairs

TABLES: list[Pairs] = [CitadelsPairs(4), CitadelsPairs(3, {"preset": "surprise"}), CastlePairs()]
SHARE = 0.1
EVENTS = [{"kind": "told", "public": {}, "private": {}}]
"""Both matches have told the seat the same."""


def analyzed(table: Pairs, match: Any, seat: int, played: Choice) -> tuple[bytes, list[float]]:
    """Return the part of an analysis that shows what the seat saw, and the revealed chances."""
    events = [event_for(event, seat) for event in EVENTS]
    move = MoveRecord(1, seat, "player", played.key, state_hash="", events="")
    document = PlayedDecision(table.ruleset, match, events, move).analyze(2)
    assert document is not None
    revealed = document.pop("revealed")
    return canonical(document), revealed


def test_there_is_a_table_of_every_game() -> None:
    assert {table.ruleset.slug for table in TABLES} == set(registry.RULESETS)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.ruleset.slug}{table.seats}")
@pytest.mark.slow
def test_what_the_seat_cannot_know_changes_nothing(table: Pairs) -> None:
    differ = revealed_differ = 0
    for match, decision, choice, rng in table.walk(5, SHARE):
        if len(decision.options) == 1:
            continue
        paired = table.paired_now(match, decision.seat, decision, rng)
        differ += table.ruleset.rules.dump(paired) != table.ruleset.rules.dump(match)
        seen, revealed = analyzed(table, match, decision.seat, choice)
        paired_seen, paired_revealed = analyzed(table, paired, decision.seat, choice)
        assert paired_seen == seen
        revealed_differ += paired_revealed != revealed
    assert differ > 5
    assert revealed_differ > 5


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the randomness came from something else, two analyses of one match would differ."""
    table, seeds = TABLES[0], iter(range(1000))
    monkeypatch.setattr(
        "tablekernel.analysis.observation_rng",
        lambda rules, observation: Random(next(seeds)),
    )
    walk = table.walk(5, 0.5)
    match, decision, choice, _ = next(one for one in walk if len(one[1].options) > 2)
    first, second = (analyzed(table, match, decision.seat, choice)[0] for _ in range(2))
    assert first != second
