"""Random matches of every card set and number of players: what holds whatever is played.

A failure names the match; ``CheckedMatch(...).run()`` in ``engine.citadels.checks`` shows it again.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.citadels.all_cards import CARDS
from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import (
    LARGEST,
    CheckedMatch,
    Table,
    find_copy_faults,
    find_tie_faults,
    printed_tables,
    random_table,
)
from engine.citadels.districts import DISTRICTS
from engine.citadels.invariants import faults
from engine.citadels.names import BEAUTIFIED, RANK_OF
from engine.citadels.older import RULES_1
from engine.citadels.options import is_allowed, rank_9_rule
from engine.citadels.pools import POOL_2016
from engine.citadels.scoring import result
from engine.citadels.state import BEWITCHED, FLOWER, KILLED, SIGNED, THREAT, WARRANT, Match, bits
from engine.citadels.testing import fresh, position
from tablekernel.loop import settle

NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
PRINTED = printed_tables()
QUIET = settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@st.composite
def custom_tables(draw: st.DrawFn) -> Table:
    """Any legal list of characters and unique districts, for any number of players."""
    seats = draw(st.integers(min_value=2, max_value=8))
    rule = rank_9_rule(seats)
    ninth = rule == "always" or (rule == "optional" and draw(st.booleans()))
    rows = POOL_2016.characters if ninth else POOL_2016.characters[:-1]
    characters = [
        draw(st.sampled_from([name for name in row if is_allowed(name, seats)])) for row in rows
    ]
    districts = draw(st.permutations([*DISTRICTS]))[:14]
    return seats, {"preset": "custom", "characters": characters, "districts": districts}


@pytest.mark.scenario("T-271")
@pytest.mark.scenario("T-272")
@QUIET
@given(table=st.sampled_from(PRINTED), number=NUMBERS)
@pytest.mark.slow
def test_a_random_match_of_a_printed_list_ends_and_keeps_every_invariant_on_the_way(
    table: Table, number: int
) -> None:
    CheckedMatch(table[0], number, table[1]).run()


@pytest.mark.scenario("T-271")
@pytest.mark.scenario("T-272")
@QUIET
@given(table=custom_tables(), number=NUMBERS)
@pytest.mark.slow
def test_a_random_match_of_any_legal_list_ends_and_keeps_every_invariant_on_the_way(
    table: Table, number: int
) -> None:
    CheckedMatch(table[0], number, table[1]).run()


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.slow
def test_a_random_match_with_each_card_keeps_every_invariant(name: str) -> None:
    seats, options = random_table(Random(name))
    characters, districts = options["characters"], options["districts"]
    if name in DISTRICTS:
        options["districts"] = [name, *[other for other in districts if other != name]][:14]
    else:
        seats, rank = 5, CHARACTERS[name].rank
        others = [other for other in characters if CHARACTERS[other].rank != rank]
        options["characters"] = [*others, name]
    CheckedMatch(seats, 1, options).run()


class FirstVersion(CheckedMatch):
    """A random match of the first version."""

    rules = RULES_1


OF_BOTH = [table for table in PRINTED if "goal" not in table[1]]


@settings(QUIET, max_examples=20)
@given(table=st.sampled_from(OF_BOTH), number=NUMBERS)
@pytest.mark.slow
def test_a_random_match_of_the_first_version_keeps_every_invariant_too(
    table: Table, number: int
) -> None:
    FirstVersion(table[0], number, table[1]).run()


@settings(QUIET, max_examples=20)
@given(
    seats=st.integers(min_value=2, max_value=7),
    goal=st.sampled_from([7, 8, None]),
    number=NUMBERS,
)
@pytest.mark.slow
def test_a_random_match_of_the_classic_edition_keeps_every_invariant_on_the_way(
    seats: int, goal: int | None, number: int
) -> None:
    CheckedMatch(seats, number, {"edition": "classic", "goal": goal}).run()


def test_a_tie_that_is_decided_otherwise_is_noticed() -> None:
    for edition in ("2016", "classic"):
        match = position(
            options={"edition": edition},
            characters={"A": "king", "B": "merchant"},
            cities={"A": "castle", "B": "harbor"},
            gold={"A": 3, "B": 2},
        ).state
        match.shown = 1 << RANK_OF["king"] | 1 << RANK_OF["merchant"]
        rest = result(match)
        assert rest["scores"][:2] == [4, 4]
        assert list(find_tie_faults(match, rest)) == []
        rest["placements"][:2] = rest["placements"][1::-1]
        assert len(list(find_tie_faults(match, rest))) == 1


@settings(QUIET, max_examples=15)
@given(seats=st.integers(min_value=2, max_value=8), number=NUMBERS)
@pytest.mark.slow
def test_a_list_by_surprise_ends_and_keeps_every_invariant_on_the_way(
    seats: int, number: int
) -> None:
    CheckedMatch(seats, number, {"preset": "surprise"}).run()


@pytest.mark.slow
@pytest.mark.scenario("T-271")
@pytest.mark.parametrize("seats", range(2, 9))
def test_every_printed_list_plays_to_the_end_with_every_option_tried_out(seats: int) -> None:
    for number, (players, options) in enumerate(PRINTED):
        if players == seats:
            checked = CheckedMatch(seats, number, options, share=0.2).run()
            assert checked.match.completed
            assert all(size < LARGEST for size in checked.sizes)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(4))
def test_many_random_lists_play_to_the_end(number: int) -> None:
    for place in range(25):
        seats, options = random_table(Random(f"{number} {place}"))
        CheckedMatch(seats, place, options).run()


def test_printed_lists_are_those_of_every_preset_and_number_of_players() -> None:
    modern = {(seats, options["preset"]) for seats, options in PRINTED if "preset" in options}
    assert len(modern) == 7 * 7
    assert [seats for seats, options in PRINTED if "edition" in options] == [2, 3, 4, 5, 6, 7]
    for seats, options in PRINTED:
        assert CheckedMatch(seats, 0, options).match.card_set.seats == seats


@QUIET
@given(table=custom_tables(), number=NUMBERS)
def test_another_number_is_another_match(table: Table, number: int) -> None:
    assert (
        CheckedMatch(table[0], number, table[1]).traces
        != CheckedMatch(table[0], number + 1, table[1]).traces
    )


# -- the checks find what they look for


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


def test_cards_under_the_museum_are_still_in_the_match() -> None:
    table = position(
        uniques="museum", characters={"A": "bishop"}, cities={"A": "museum"}, hands={"A": "manor"}
    )
    table.plays("A", "museum:manor")
    assert faults(table.state) == []
    match = table.state
    match.memory["museum"] = b""
    assert len(faults(match)) == 2
    match.memory["museum"], match.memory["museum_by"] = bytes((RANK_OF["king"],)), b"\x09"
    assert "nobody laid what is under the museum: b'\\t'" in faults(match)


def test_cards_under_a_museum_that_is_gone_are_noticed() -> None:
    match = position(
        uniques="museum",
        cities={"A": "museum"},
        museum={"A": "manor"},
    ).state
    assert faults(match) == []
    match.deck += match.city[0]
    match.city[0], match.owned[0] = b"", 0
    assert faults(match) == ["cards lie under a museum that stands nowhere"]


def test_taxes_that_are_negative_are_noticed() -> None:
    match = position(players=5, card_set="tax_collector").state
    assert faults(match) == []
    match.memory["tax_collector"] = -1
    assert faults(match) == ["the taxes are -1"]


def test_what_a_card_outside_the_match_remembers_is_noticed() -> None:
    match = broken()
    match.memory["tax_collector"] = 0
    assert faults(match) == ["tax_collector is remembered and not in the match"]


def test_a_marker_that_is_missing_or_bears_no_face_or_two_is_noticed() -> None:
    laying: dict[str, Any] = {"card_set": "magistrate blackmailer", "characters": {"A": "warlord"}}
    match = position(**laying, warrants="king! bishop merchant").state
    assert faults(match) == []
    rank = RANK_OF["king"]
    match.marks[rank] = WARRANT
    assert faults(match) == ["there are 0 faces under 3 warrants"]
    match.marks[rank] = 0
    assert faults(match) == ["there are 2 warrants"]
    match.marks[rank] = SIGNED
    assert "the face of the warrants lies under none of them" in faults(match)
    match = position(**laying, threats="king! bishop").state
    assert faults(match) == []
    match.marks[RANK_OF["bishop"]] |= FLOWER
    assert faults(match) == ["there are 2 faces under 2 threats"]
    match.marks[RANK_OF["bishop"]] = 0
    assert faults(match) == []
    match.marks[rank] = THREAT
    assert faults(match) == []


def test_a_mark_that_nobody_could_lay_is_noticed() -> None:
    match = broken()
    match.marks[9] |= KILLED
    assert faults(match) == ["a mark lies on rank 9, which is not in the card set"]
    match = broken()
    match.marks[RANK_OF["king"]] |= BEWITCHED
    assert faults(match) == ["there is a mark of the witch, who is not in the card set"]
    match = broken()
    match.marks[RANK_OF["king"]] |= KILLED
    match.marks[RANK_OF["bishop"]] |= KILLED
    assert faults(match) == [f"two characters bear the mark {KILLED}"]
    match = position(card_set="witch", characters={"A": "warlord"}).state
    match.marks[RANK_OF["witch"]] = 0
    assert faults(match) == ["what is printed on rank 1 has changed"]


def test_a_monument_that_completes_a_city_unnoticed_is_noticed() -> None:
    match = position(uniques="monument", cities={"B": "monument *5"}).state
    assert faults(match) == ["the city of seat 1 is complete, and nobody noticed"]
    assert bits(match.city[1]) == match.owned[1]


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
    assert list(find_copy_faults(match)) == []
    careless = object.__new__(Careless)
    for name in [name for cls in Match.__mro__ for name in getattr(cls, "__slots__", ())]:
        setattr(careless, name, getattr(match, name))
    assert settle(careless) is not None
    assert list(find_copy_faults(careless)) == [
        "gold is shared with the copy",
        "round is not copied",
    ]
