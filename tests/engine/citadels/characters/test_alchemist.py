"""The Alchemist gets back what was paid for districts, when the turn ends."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def alchemist(
    hand: str,
    *,
    gold: int,
    city: str = "",
    uniques: str = "",
    top: str = "",
    card_set: str = "alchemist",
) -> CitadelsTable:
    """A is the Alchemist and has gathered up to this much gold."""
    table = position(
        card_set=card_set,
        uniques=uniques,
        characters={"A": "alchemist", "D": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": gold - 2},
        top=top,
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-154")
def test_the_gold_paid_for_a_district_comes_back_at_the_end_of_the_turn() -> None:
    table = alchemist("palace", gold=6)
    table.plays("A", "build:palace")
    assert table.gold("A") == 1
    table.plays("A", "end_turn")
    assert table.gold("A") == 6
    assert table.events_of("gold_gained")[-1] == {"seat": 0, "gold": 5, "reason": "alchemist"}


@pytest.mark.scenario("T-155")
def test_gold_paid_for_anything_else_is_lost() -> None:
    table = alchemist("palace", gold=7, city="smithy")
    table.plays("A", "smithy", "build:palace", "end_turn")
    assert table.gold("A") == 5


@pytest.mark.scenario("T-156")
def test_the_price_must_be_paid_first() -> None:
    table = alchemist("palace castle", gold=4)
    table.refuses("A", "build:palace")
    assert table.offers("build:castle")


@pytest.mark.scenario("T-157")
def test_poor_house_and_park_come_before_the_refund() -> None:
    table = alchemist(
        "palace",
        gold=5,
        city="poor_house park",
        uniques="poor_house park",
        top="temple tavern",
    )
    table.plays("A", "build:palace", "end_turn")
    assert table.gold("A") == 1 + 5
    assert table.hand("A") == ["tavern", "temple"]
    assert [event["reason"] for event in table.events_of("gold_gained")] == [
        "gather",
        "poor_house",
        "alchemist",
    ]


@pytest.mark.scenario("T-158")
def test_cards_that_paid_for_the_thieves_den_do_not_come_back() -> None:
    table = alchemist("thieves_den temple tavern manor prison", gold=2)
    cards = ("temple", "tavern", "manor", "prison")
    table.plays("A", "build:thieves_den", *(f"pay_card:{name}" for name in cards))
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0
    table.plays("A", "end_turn")
    assert table.gold("A") == 2
    assert table.hand("A") == []
    assert table.bottom(4) == list(cards)


@pytest.mark.scenario("T-159")
def test_the_tax_does_not_come_back() -> None:
    table = alchemist("manor", gold=4, card_set="alchemist tax_collector")
    table.plays("A", "build:manor")
    assert table.gold("A") == 0
    assert table.view()["taxes"] == 1
    table.plays("A", "end_turn")
    assert table.gold("A") == 3
    assert table.view()["taxes"] == 1


@pytest.mark.scenario("T-160")
def test_what_the_factory_saved_does_not_come_back() -> None:
    table = alchemist("laboratory", gold=5, city="factory")
    table.plays("A", "build:laboratory")
    assert table.gold("A") == 1
    table.plays("A", "end_turn")
    assert table.gold("A") == 5


def test_all_districts_of_the_turn_are_refunded() -> None:
    table = alchemist("palace stables", gold=7, uniques="stables")
    table.plays("A", "build:stables", "build:palace", "end_turn")
    assert table.gold("A") == 7


def test_a_district_that_was_not_paid_in_gold_brings_nothing() -> None:
    table = alchemist("palace", gold=2, city="framework", uniques="framework")
    table.plays("A", "build:palace", "end_turn")
    assert table.city("A") == ["palace"]
    assert table.gold("A") == 2


def test_who_builds_nothing_gets_nothing() -> None:
    table = alchemist("palace", gold=6)
    table.plays("A", "end_turn")
    assert table.gold("A") == 6
    assert [event["reason"] for event in table.events_of("gold_gained")] == ["gather"]


def test_only_what_was_built_as_alchemist_is_refunded() -> None:
    table = position(
        players=2,
        card_set="alchemist",
        characters={"A": "king alchemist", "B": "thief warlord"},
        hands={"A": "temple manor"},
        gold={"A": 3},
        turn="king",
    )
    table.plays("A", "gather:gold", "build:manor", "end_turn")
    assert table.gold("A") == 2
    table.plays("A", "gather:gold", "build:temple", "end_turn")
    assert table.gold("A") == 4


def test_the_refund_comes_in_the_turn_that_completes_the_city_too() -> None:
    table = alchemist("palace", gold=5, city="*6")
    table.plays("A", "build:palace", "end_turn")
    assert table.completed == ["A"]
    assert table.gold("A") == 5
