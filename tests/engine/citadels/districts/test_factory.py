"""The Factory: its owner pays 1 less for other unique districts."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def after_gathering(
    *, hand: str, gold: int, city: str = "factory", character: str = "king"
) -> CitadelsTable:
    """A has gathered gold and now has ``gold``."""
    table = position(
        characters={"A": character, "B": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": gold - 2, "B": 9},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-213")
def test_another_unique_district_costs_its_owner_1_less() -> None:
    table = after_gathering(hand="library", gold=5)
    table.plays("A", "build:library")
    assert table.gold("A") == 0
    assert table.events_of("built") == [{"seat": 0, "district": "library", "gold": 5}]


@pytest.mark.scenario("T-213")
def test_what_was_built_cheaper_keeps_its_cost_for_scoring_and_for_the_warlord() -> None:
    table = after_gathering(hand="library", gold=5)
    table.plays("A", "build:library", "end_turn")
    assert table.score("A") == {"districts": 5 + 6}
    table.plays("B", "destroy:0:library")
    assert table.gold("B") == 9 - 5


@pytest.mark.scenario("T-214")
def test_a_basic_district_costs_as_much_as_ever() -> None:
    table = after_gathering(hand="palace", gold=4)
    table.refuses("A", "build:palace")


@pytest.mark.scenario("T-215")
def test_it_works_in_the_turn_in_which_it_was_built() -> None:
    table = after_gathering(hand="factory laboratory", gold=9, city="", character="architect")
    table.plays("A", "build:factory")
    assert table.gold("A") == 4
    table.plays("A", "build:laboratory")
    assert table.gold("A") == 0


@pytest.mark.scenario("T-216")
def test_it_lowers_what_cards_and_gold_have_to_pay_for_the_thieves_den() -> None:
    table = after_gathering(hand="thieves_den temple church manor", gold=2)
    table.plays("A", "build:thieves_den", "pay_card:temple", "pay_card:church", "pay_card:manor")
    assert table.city("A") == ["factory", "thieves_den"]
    assert table.gold("A") == 0
    assert table.hand("A") == []


def test_it_does_not_lower_its_own_price() -> None:
    table = after_gathering(hand="factory", gold=4, city="")
    table.refuses("A", "build:factory")


def test_a_factory_in_hand_lowers_nothing() -> None:
    table = after_gathering(hand="factory library", gold=5, city="")
    table.refuses("A", "build:library")


def test_it_does_nothing_for_the_other_players() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"B": "factory"},
        hands={"A": "library"},
        gold={"A": 3},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:library")
