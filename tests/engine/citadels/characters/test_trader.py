"""The Trader builds any number of trade districts, and earns from them."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def trader(
    hand: str = "", *, gold: int = 9, city: str = "", uniques: str = "school_of_magic"
) -> CitadelsTable:
    """A is the Trader and has gathered up to this much gold."""
    table = position(
        card_set="trader",
        uniques=uniques,
        characters={"A": "trader"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": gold - 2},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-161")
@pytest.mark.parametrize("order", ["tavern market docks manor", "manor docks market tavern"])
def test_trade_districts_do_not_count_towards_the_limit(order: str) -> None:
    table = trader("tavern market docks manor")
    table.plays("A", *(f"build:{name}" for name in order.split()))
    assert table.city("A") == order.split()
    assert table.gold("A") == 0


def test_one_other_district_may_be_built_and_no_second() -> None:
    table = trader("tavern manor temple")
    table.plays("A", "build:manor", "build:tavern")
    table.refuses("A", "build:temple")


@pytest.mark.scenario("T-162")
def test_the_school_of_magic_is_no_trade_district_for_the_limit() -> None:
    table = trader("manor school_of_magic")
    table.plays("A", "build:manor")
    assert table.gold("A") == 6
    table.refuses("A", "build:school_of_magic")
    table = trader("manor school_of_magic")
    table.plays("A", "build:school_of_magic")
    table.refuses("A", "build:manor")


@pytest.mark.scenario("T-163")
def test_trade_districts_and_the_school_of_magic_pay_1_gold_each() -> None:
    table = trader(gold=2, city="tavern market school_of_magic manor")
    table.plays("A", "income")
    assert table.gold("A") == 2 + 3
    table.refuses("A", "income")


def test_identical_trade_districts_stay_forbidden() -> None:
    table = trader("tavern tavern", gold=4)
    table.plays("A", "build:tavern")
    table.refuses("A", "build:tavern")


def test_every_trade_district_is_taxed() -> None:
    table = position(
        card_set="trader tax_collector",
        characters={"A": "trader"},
        hands={"A": "tavern market"},
        gold={"A": 4},
    )
    table.plays("A", "gather:gold", "build:tavern", "build:market")
    assert table.gold("A") == 6 - 1 - 1 - 2 - 1
    assert table.view()["taxes"] == 2


def test_the_other_turn_of_the_same_player_has_its_own_limit() -> None:
    table = position(
        players=2,
        card_set="trader",
        characters={"A": "trader warlord", "B": "thief king"},
        hands={"A": "tavern market docks"},
        gold={"A": 9},
        turn="trader",
    )
    table.plays("A", "gather:gold", "build:tavern", "end_turn", "gather:gold", "build:market")
    table.refuses("A", "build:docks")
