"""Rules of thumb read features, and features tell a seat nothing that it may not know."""

from __future__ import annotations

from random import Random

import pytest

from engine.citadels.bots.features import Features
from engine.citadels.bots.reading import income_of, playable, prices_of, surcharge_of
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.names import NUMBER_OF
from engine.citadels.observation import observe
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import position
from tablekernel.loop import run, settle
from tests.engine.citadels.paired_states import known, make_paired_state

PRINTED = printed_tables()


def told_by(features: Features) -> dict[str, object]:
    """All that features say."""
    return dict(vars(features))


def differences(match: Match, rng: Random) -> list[str]:
    """What some seat's features tell of a paired state that it cannot tell apart, or of the
    observed state.
    """
    decision = settle(match)
    found = []
    for seat in range(match.card_set.seats):
        paired = make_paired_state(match, seat, known(match, seat, decision), rng).match
        mine = told_by(Features(match, seat))
        for other in (paired, observe(match, seat)):
            theirs = told_by(Features(other, seat))
            found += [name for name in mine if mine[name] != theirs[name]]
    return found


def leaks_in_a_match(table: Table, number: int) -> list[str]:
    rng = Random(number)
    seats, options = table
    match, _ = RULES.start(RULES.check_options(options, seats), seats, rng.randbytes(32))
    assert isinstance(match, Match)
    found = []
    question = run(match)
    while question is not None:
        if rng.random() < 0.2:
            found += differences(match, rng)
        question = run(match, rng.choice(question[2]))
    return found


@pytest.mark.parametrize("table", PRINTED[::9], ids=str)
def test_features_of_paired_states_are_the_same_with_printed_lists(table: Table) -> None:
    assert leaks_in_a_match(table, 1) == []


@pytest.mark.parametrize("number", range(8))
def test_features_of_paired_states_are_the_same_with_any_legal_list(number: int) -> None:
    assert leaks_in_a_match(random_table(Random(number)), number) == []


def test_what_a_seat_holds_itself_is_among_its_features() -> None:
    table = position(
        characters={"A": "king", "B": "thief"}, hands={"A": "manor", "B": "temple"}, turn="king"
    )
    mine, theirs = Features(table.state, 0), Features(table.state, 1)
    assert mine.hand == bytes((NUMBER_OF["manor"],)) != theirs.hand
    assert mine.mine == 1 << 4
    assert theirs.mine == 1 << 2
    assert mine.holders[4] == theirs.holders[4] == 0, "the King is revealed"


def test_features_share_nothing_with_the_match() -> None:
    table = position(characters={"A": "king"}, turn="king")
    features = Features(table.state, 0)
    before = told_by(features)
    before = {
        name: value[:] if isinstance(value, list) else value for name, value in before.items()
    }
    table.plays("A", "gather:gold", "end_turn")
    assert told_by(features) == before


def test_readings_agree_with_the_rules() -> None:
    table = position(
        characters={"A": "king"},
        uniques="school_of_magic factory great_wall monument secret_vault",
        cities={"A": "manor+ school_of_magic factory monument temple", "B": "great_wall"},
        hands={"A": "manor temple palace palace secret_vault library"},
        turn="king",
    )
    features = Features(table.state, 0)
    assert income_of(features, 0, 4) == 2
    assert prices_of(features)[NUMBER_OF["library"]] == 5
    assert surcharge_of(features, 1) == 1
    assert surcharge_of(features, 0) == 0
    assert sorted(playable(features)) == sorted(
        NUMBER_OF[n] for n in ("palace", "palace", "library")
    )
