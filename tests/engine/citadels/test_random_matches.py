"""Random matches of every number of players: what holds whatever is played.

A failure names the trial; ``Trial(seats=..., number=...).run()`` in ``engine.citadels.trials``
shows it again. ``make soak`` plays many more.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.citadels.invariants import faults
from engine.citadels.names import BEAUTIFIED, RANK_OF
from engine.citadels.state import Match
from engine.citadels.testing import fresh, position
from engine.citadels.trials import Trial, copied_badly
from engine.kernel.loop import settle

NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
TABLES = st.one_of(
    st.tuples(st.sampled_from([2, 3, 8]), st.none()),
    st.tuples(st.integers(min_value=4, max_value=7), st.sampled_from([None, "artist"])),
)
QUIET = settings(
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.mark.scenario("T-271")
@pytest.mark.scenario("T-272")
@QUIET
@given(table=TABLES, number=NUMBERS)
def test_a_random_match_ends_and_keeps_every_invariant_on_the_way(
    table: tuple[int, str | None], number: int
) -> None:
    Trial(table[0], number, table[1]).run()


@pytest.mark.slow
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("number", range(8))
def test_every_number_of_players_plays_to_the_end_with_every_option_tried_out(
    seats: int, number: int
) -> None:
    rank_9 = "artist" if 4 <= seats <= 7 and number % 2 else None
    trial = Trial(seats, number, rank_9, share=0.3).run()
    assert trial.match.completed
    assert all(size < 2_000 for size in trial.sizes)


@QUIET
@given(table=TABLES, number=NUMBERS)
def test_another_number_is_another_match(table: tuple[int, str | None], number: int) -> None:
    assert Trial(table[0], number, table[1]).traces != Trial(table[0], number + 1, table[1]).traces


# -- the doubts are worth something: what they look for, they find


def broken() -> Match:
    """A sound position in the middle of a turn."""
    match = position(
        characters={"A": "king", "B": "warlord"},
        cities={"A": "temple manor"},
        hands={"A": "palace", "B": "docks"},
    ).state
    assert faults(match) == []
    return match


def test_a_card_that_is_lost_or_doubled_is_noticed() -> None:
    match = broken()
    match.deck = match.deck[1:]
    assert faults(match) == ["the cards are not those of the deck"]
    match = broken()
    match.hand[0] += match.hand[0]
    assert faults(match) == ["the cards are not those of the deck"]


def test_cards_that_wait_in_a_frame_are_still_in_the_match() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple church manor", "B": "docks"})
    for key in ("redraw", "discard:temple", "discard:church", "stop"):
        table.plays("A", key)
        assert faults(table.state) == []
    table = position(
        characters={"A": "king"}, hands={"A": "thieves_den temple church"}, gold={"A": 2}
    )
    for key in ("gather:gold", "build:thieves_den", "pay_card:temple"):
        table.plays("A", key)
        assert faults(table.state) == []


def test_negative_gold_is_noticed() -> None:
    match = broken()
    match.gold[2] = -1
    assert faults(match) == ["gold is negative: [2, 2, -1, 2]"]


def test_a_city_that_does_not_agree_with_its_bits_is_noticed() -> None:
    match = broken()
    match.owned[0] ^= 1
    assert faults(match) == ["owned[0] does not agree with the city"]


def test_a_coin_on_a_card_in_hand_is_noticed() -> None:
    match = broken()
    match.hand[0] = bytes((match.hand[0][0] + BEAUTIFIED,))
    assert faults(match) == ["a card outside the cities is beautified"]


def test_a_crown_that_nobody_holds_is_noticed() -> None:
    match = broken()
    match.crown = 4
    assert faults(match) == ["nobody holds the crown: 4"]


def test_a_completed_city_that_nobody_noticed_is_noticed() -> None:
    match = position(cities={"B": "*7"}).state
    assert faults(match) == ["the city of seat 1 is complete, and nobody noticed"]


def test_a_character_in_two_places_is_noticed() -> None:
    match = broken()
    match.face_up = 1 << RANK_OF["king"]
    assert len(faults(match)) == 1
    match = broken()
    match.holders[RANK_OF["bishop"]] = 0
    assert faults(match) == [f"somebody holds too many characters: {match.holders}"]


class Careless(Match):
    """A match whose copy shares the gold and forgets the round."""

    __slots__ = ()

    def copy(self) -> Match:
        new = super().copy()
        new.gold = self.gold
        new.round = 0
        return new


def test_a_copy_that_shares_or_forgets_is_noticed() -> None:
    match = fresh(3).state
    assert list(copied_badly(match)) == []
    careless = object.__new__(Careless)
    for name in [name for cls in Match.__mro__ for name in getattr(cls, "__slots__", ())]:
        setattr(careless, name, getattr(match, name))
    assert settle(careless) is not None
    assert list(copied_badly(careless)) == ["gold is shared with the copy", "round is not copied"]
