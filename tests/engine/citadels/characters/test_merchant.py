"""The Merchant earns from trade districts, and 1 gold more."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-153")
def test_trade_districts_pay_1_gold_each_and_the_extra_gold_comes_whatever_was_gathered() -> None:
    table = position(
        characters={"A": "merchant"},
        cities={"A": "tavern market temple"},
        gold={"A": 0},
        top="manor castle",
    )
    table.plays("A", "gather:cards", "keep:castle", "income")
    assert table.gold("A") == 2
    table.plays("A", "extra_gold")
    assert table.gold("A") == 3


def test_the_extra_gold_comes_once_a_turn() -> None:
    table = position(characters={"A": "merchant"}, gold={"A": 0})
    table.plays("A", "extra_gold")
    table.refuses("A", "extra_gold")
    table.plays("A", "gather:gold")
    table.refuses("A", "extra_gold")
    assert table.gold("A") == 3


def test_the_extra_gold_and_the_income_may_come_in_either_order_and_before_gathering() -> None:
    table = position(characters={"A": "merchant"}, cities={"A": "tavern"}, gold={"A": 0})
    table.plays("A", "extra_gold", "income", "gather:gold")
    assert table.gold("A") == 4


def test_the_extra_gold_can_pay_for_a_district() -> None:
    table = position(characters={"A": "merchant"}, hands={"A": "manor"}, gold={"A": 0})
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")
    table.plays("A", "extra_gold", "build:manor")
    assert table.city("A") == ["manor"]


def test_the_extra_gold_is_not_taken_by_itself() -> None:
    table = position(characters={"A": "merchant", "B": "architect"}, gold={"A": 0})
    table.plays("A", "gather:gold", "end_turn")
    assert table.gold("A") == 2


def test_everybody_learns_of_the_extra_gold() -> None:
    table = position(characters={"A": "merchant"})
    table.plays("A", "extra_gold")
    assert table.events_of("gold_gained") == [{"seat": 0, "gold": 1, "reason": "merchant"}]
