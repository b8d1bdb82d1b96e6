"""The Quarry: districts that the city already has may be built."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-243")
def test_its_owner_may_build_the_same_district_again_and_again() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "quarry manor"},
        hands={"A": "manor manor"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:manor", "build:manor")
    assert table.city("A") == ["quarry", "manor", "manor", "manor"]
    assert table.score("A") == {"districts": 5 + 3 * 3}


def test_without_it_a_district_of_the_city_cannot_be_built_again() -> None:
    table = position(
        characters={"A": "architect"}, cities={"A": "manor"}, hands={"A": "manor"}, gold={"A": 9}
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")


def test_without_it_a_beautified_district_bars_its_twin_too() -> None:
    table = position(
        players=3,
        characters={"A": "architect"},
        cities={"A": "manor+"},
        hands={"A": "manor"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")


def test_it_works_in_the_turn_in_which_it_was_built() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "manor"},
        hands={"A": "quarry manor"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:quarry", "build:manor")
    assert table.city("A") == ["manor", "quarry", "manor"]


def test_it_does_not_help_the_others() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "manor", "B": "quarry"},
        hands={"A": "manor"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")


def test_identical_cards_of_the_hand_are_one_option() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "quarry"},
        hands={"A": "manor manor"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold")
    assert table.options.count("build:manor") == 1


def test_twins_stay_when_the_quarry_is_destroyed() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"B": "quarry manor manor"},
        gold={"A": 4},
        turn="warlord",
    )
    table.plays("A", "destroy:1:quarry")
    assert table.city("B") == ["manor", "manor"]


def test_destroying_one_of_two_twins_leaves_the_other_in_the_city() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"A": "manor manor"},
        hands={"A": "manor"},
        gold={"A": 9},
        turn="warlord",
    )
    table.plays("A", "destroy:0:manor", "gather:gold")
    table.refuses("A", "build:manor")
