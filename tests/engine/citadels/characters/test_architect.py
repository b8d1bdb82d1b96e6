"""The Architect gains 2 cards and builds up to three districts."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

FOUR = "church prison market trading_post"


@pytest.mark.scenario("T-164")
def test_2_extra_cards_come_and_three_districts_may_be_built_but_no_fourth() -> None:
    table = position(
        characters={"A": "architect"}, hands={"A": FOUR}, gold={"A": 9}, top="manor castle"
    )
    table.plays("A", "gather:gold", "extra_cards")
    assert table.hand("A") == sorted([*FOUR.split(), "manor", "castle"])
    table.plays("A", "build:church", "build:prison", "build:market")
    assert table.gold("A") == 9 + 2 - 6
    table.refuses("A", "build:trading_post", "build:manor")
    assert table.options == ["end_turn"]


def test_the_extra_cards_come_once_a_turn() -> None:
    table = position(characters={"A": "architect"})
    table.plays("A", "extra_cards")
    table.refuses("A", "extra_cards")
    table.plays("A", "gather:gold")
    table.refuses("A", "extra_cards")


def test_the_extra_cards_may_come_before_gathering_or_between_two_builds() -> None:
    table = position(
        characters={"A": "architect"}, hands={"A": "temple"}, gold={"A": 9}, top="manor castle"
    )
    table.plays("A", "gather:gold", "build:temple", "extra_cards", "build:castle")
    assert table.city("A") == ["temple", "castle"]
    before = position(characters={"A": "architect"}, top="manor castle")
    before.plays("A", "extra_cards")
    assert before.question == ("A", "gather")
    assert before.hand("A") == ["castle", "manor"]


def test_both_cards_are_kept() -> None:
    table = position(characters={"A": "architect"}, top="manor castle docks")
    table.plays("A", "extra_cards")
    assert table.hand("A") == ["castle", "manor"]
    assert table.top(1) == ["docks"]


def test_only_the_architect_sees_the_extra_cards() -> None:
    table = position(characters={"A": "architect"}, top="manor castle")
    table.plays("A", "extra_cards")
    public = {"kind": "cards_gained", "seat": 0, "count": 2, "reason": "architect"}
    assert table.events_for("B") == table.events_for(None)
    assert table.events_for(None, "cards_gained") == [public]
    assert table.events_for("A", "cards_gained") == [{**public, "cards": ["manor", "castle"]}]


def test_the_last_card_of_the_deck_is_gained_alone() -> None:
    table = position(characters={"A": "architect"}, deck="manor")
    table.plays("A", "extra_cards")
    assert table.hand("A") == ["manor"]
    assert table.events_of("cards_gained")[0]["count"] == 1


def test_an_empty_deck_has_no_extra_cards() -> None:
    position(characters={"A": "architect"}, deck="").refuses("A", "extra_cards")


def test_the_same_district_is_not_built_twice_in_the_turn() -> None:
    table = position(characters={"A": "architect"}, hands={"A": "temple temple"}, gold={"A": 9})
    table.plays("A", "gather:gold", "build:temple")
    table.refuses("A", "build:temple")


def test_the_architect_has_no_income() -> None:
    table = position(characters={"A": "architect"}, cities={"A": "temple manor tavern prison"})
    table.refuses("A", "income")


@pytest.mark.scenario("T-254")
def test_the_city_may_grow_beyond_the_goal_in_the_turn_that_completes_it() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "*6"},
        hands={"A": "harbor castle palace"},
        gold={"A": 20},
    )
    table.plays("A", "gather:gold", "build:harbor", "build:castle", "build:palace")
    assert len(table.city("A")) == 9
    assert table.completed == ["A"]
    assert table.score("A")["completion"] == 4
    assert len(table.events_of("city_completed")) == 1


@pytest.mark.scenario("T-165")
def test_the_stables_may_be_built_besides_three_districts() -> None:
    cards = "church prison stables market trading_post"
    for order in (
        ("church", "prison", "market", "stables"),
        ("stables", "church", "prison", "market"),
    ):
        table = position(
            uniques="stables",
            characters={"A": "architect"},
            hands={"A": cards},
            gold={"A": 9},
        )
        table.plays("A", "gather:gold", "extra_cards", *(f"build:{name}" for name in order))
        assert table.city("A") == list(order)
        assert table.gold("A") == 9 + 2 - 8
        table.refuses("A", "build:trading_post")
