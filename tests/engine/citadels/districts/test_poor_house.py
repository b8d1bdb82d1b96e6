"""The Poor House: 1 gold for who ends the turn with none."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-241")
def test_a_turn_that_ends_without_gold_brings_1() -> None:
    table = position(
        uniques="poor_house",
        characters={"A": "king"},
        cities={"A": "poor_house"},
        gold={"A": 0},
        top="palace temple",
    )
    table.plays("A", "gather:cards", "keep:palace", "end_turn")
    assert table.gold("A") == 1
    assert table.events_of("gold_gained") == [{"seat": 0, "gold": 1, "reason": "poor_house"}]


@pytest.mark.scenario("T-241")
def test_with_1_gold_it_brings_nothing() -> None:
    table = position(
        uniques="poor_house",
        characters={"A": "king"},
        cities={"A": "poor_house"},
        gold={"A": 1},
        top="palace temple",
    )
    table.plays("A", "gather:cards", "keep:palace", "end_turn")
    assert table.gold("A") == 1
    assert table.events_of("gold_gained") == []


def test_with_two_characters_it_counts_at_the_end_of_each_turn() -> None:
    table = position(
        players=2,
        uniques="poor_house",
        characters={"A": "thief architect"},
        cities={"A": "poor_house"},
        hands={"A": "temple manor"},
        gold={"A": 0},
    )
    table.plays("A", "gather:gold")
    table.state.gold[0] = 1
    table.plays("A", "build:temple", "end_turn")
    assert table.gold("A") == 1
    table.plays("A", "gather:gold", "build:manor", "end_turn")
    assert table.gold("A") == 1


def test_built_with_the_last_gold_it_brings_1_at_once() -> None:
    table = position(
        uniques="poor_house", characters={"A": "king"}, hands={"A": "poor_house"}, gold={"A": 2}
    )
    table.plays("A", "gather:gold", "build:poor_house", "end_turn")
    assert table.gold("A") == 1


def test_gold_on_a_district_is_not_in_the_stash() -> None:
    table = position(
        card_set="artist",
        uniques="poor_house",
        characters={"A": "artist"},
        cities={"A": "poor_house manor"},
        gold={"A": 0},
        turn="artist",
    )
    table.plays("A", "gather:gold", "beautify:manor", "beautify:poor_house", "end_turn")
    assert table.gold("A") == 1


def test_it_helps_only_at_the_end_of_its_owners_turn() -> None:
    table = position(
        uniques="poor_house",
        characters={"A": "thief", "B": "king"},
        cities={"B": "poor_house"},
        robbed="king",
        gold={"A": 0, "B": 5},
    )
    table.plays("A", "gather:gold", "end_turn")
    assert table.question == ("B", "gather")
    assert table.gold("B") == 0
    assert table.gold("A") == 2 + 5
