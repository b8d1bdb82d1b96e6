"""Building a district (rules 7)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-036")
def test_nothing_is_built_before_gathering() -> None:
    table = position(characters={"A": "king"}, hands={"A": "temple"}, gold={"A": 9})
    table.refuses("A", "build:temple")
    table.plays("A", "gather:gold", "build:temple")
    assert table.city("A") == ["temple"]


@pytest.mark.scenario("T-039")
def test_a_character_builds_one_district_a_turn() -> None:
    table = position(characters={"A": "merchant"}, hands={"A": "tavern market"}, gold={"A": 7})
    table.plays("A", "gather:gold", "build:tavern")
    table.refuses("A", "build:market")


@pytest.mark.scenario("T-040")
def test_a_district_the_city_already_has_cannot_be_built() -> None:
    table = position(
        characters={"A": "king"}, cities={"A": "manor"}, hands={"A": "manor castle"}, gold={"A": 9}
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")
    assert table.offers("build:castle")


def test_a_district_of_another_city_may_be_built() -> None:
    table = position(
        characters={"A": "king"}, cities={"B": "manor"}, hands={"A": "manor"}, gold={"A": 9}
    )
    table.plays("A", "gather:gold", "build:manor")
    assert table.city("A") == ["manor"]


def test_the_cost_goes_from_the_stash_to_the_bank() -> None:
    table = position(characters={"A": "king"}, hands={"A": "palace temple"}, gold={"A": 4})
    table.plays("A", "gather:gold", "build:palace")
    assert [table.gold(letter) for letter in "ABCD"] == [1, 2, 2, 2]
    assert table.hand("A") == ["temple"]


def test_a_district_that_cannot_be_paid_is_not_offered() -> None:
    table = position(characters={"A": "king"}, hands={"A": "palace castle"}, gold={"A": 2})
    table.plays("A", "gather:gold")
    table.refuses("A", "build:palace")
    assert table.offers("build:castle")


def test_only_cards_of_the_own_hand_are_built() -> None:
    table = position(characters={"A": "king"}, hands={"B": "temple"}, gold={"A": 9})
    table.plays("A", "gather:gold")
    table.refuses("A", "build:temple")


def test_building_is_optional() -> None:
    table = position(characters={"A": "king", "B": "warlord"}, hands={"A": "temple"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.question == ("B", "gather")
    assert table.hand("A") == ["temple"]


def test_identical_cards_of_the_hand_are_one_option_and_one_stays() -> None:
    table = position(characters={"A": "architect"}, hands={"A": "temple temple"})
    table.plays("A", "gather:gold")
    assert table.options.count("build:temple") == 1
    table.plays("A", "build:temple")
    assert table.hand("A") == ["temple"]
    table.refuses("A", "build:temple")


def test_a_district_that_was_destroyed_may_be_built_again() -> None:
    table = position(
        players=2,
        characters={"A": "king bishop", "B": "thief warlord"},
        cities={"B": "manor"},
        hands={"B": "manor"},
        gold={"B": 9},
        turn="warlord",
    )
    table.plays("B", "gather:gold")
    table.refuses("B", "build:manor")
    table.plays("B", "destroy:1:manor", "build:manor")
    assert table.city("B") == ["manor"]


def test_everybody_learns_what_was_built_and_for_how_much() -> None:
    table = position(characters={"A": "king"}, hands={"A": "manor palace"})
    table.plays("A", "gather:gold", "build:manor")
    assert table.events_of("built") == [{"seat": 0, "district": "manor", "gold": 3}]
    assert table.view("B")["seats"][0]["city"] == [
        {"district": "manor", "type": "noble", "cost": 3, "beautified": False}
    ]


def test_districts_stand_in_the_order_in_which_they_were_built() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "manor"},
        hands={"A": "tavern church temple"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:temple", "build:tavern", "build:church")
    assert table.city("A") == ["manor", "temple", "tavern", "church"]


def test_a_city_is_completed_at_the_moment_its_last_district_stands() -> None:
    table = position(
        characters={"A": "king"}, cities={"A": "*6"}, hands={"A": "palace"}, gold={"A": 9}
    )
    table.plays("A", "gather:gold")
    assert table.completed == []
    table.plays("A", "build:palace")
    assert table.completed == ["A"]
    assert table.events_of("city_completed") == [{"seat": 0, "first": True}]
    assert table.question == ("A", "action")


@pytest.mark.scenario("T-263")
def test_2_players_need_8_districts() -> None:
    table = position(
        players=2,
        characters={"A": "king bishop", "B": "thief magician"},
        cities={"A": "*6"},
        hands={"A": "palace castle"},
        gold={"A": 9},
        turn="king",
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    assert table.completed == []
    table.plays("A", "gather:gold", "build:castle")
    assert table.completed == ["A"]
    assert table.score("A")["completion"] == 4
