"""The Necropolis: may be built by destroying a district of the own city instead of paying."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

UNIQUES = "necropolis museum keep framework stables monument"


def after_gathering(
    city: str, *, gold: int = 0, hand: str = "necropolis", done: str = "", **museum: str
) -> CitadelsTable:
    """A, the King, has gathered and now has ``gold``."""
    table = position(
        uniques=UNIQUES,
        characters={"A": "king", "B": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        museum=museum,
        completed=done,
    )
    table.plays("A", "gather:gold")
    table.state.gold[0] = gold
    return table


@pytest.mark.scenario("T-227")
def test_any_own_district_may_be_sacrificed_even_the_keep() -> None:
    table = after_gathering("keep temple")
    table.plays("A", "build:necropolis")
    assert table.options == ["sacrifice:keep", "sacrifice:temple"]
    table.plays("A", "sacrifice:keep")
    assert table.city("A") == ["temple", "necropolis"]
    assert table.bottom(1) == ["keep"]
    assert table.events_of("sacrificed") == [{"seat": 0, "district": "keep"}]


@pytest.mark.scenario("T-238")
def test_the_museum_is_sacrificed_with_its_cards_and_the_city_does_not_grow() -> None:
    table = after_gathering("museum *5", A="palace")
    table.plays("A", "build:necropolis", "sacrifice:museum")
    assert len(table.city("A")) == 6
    assert table.completed == []
    assert table.bottom(2) == ["museum", "palace"]


@pytest.mark.scenario("T-239")
def test_without_gold_and_without_a_district_it_cannot_be_built() -> None:
    table = after_gathering("", gold=4)
    table.refuses("A", "build:necropolis")
    table.state.gold[0] = 5
    assert table.offers("build:necropolis")


def test_it_may_be_paid_in_gold_like_any_other() -> None:
    table = after_gathering("temple", gold=5)
    table.plays("A", "build:necropolis")
    assert table.options == ["pay:gold", "sacrifice:temple"]
    table.plays("A", "pay:gold")
    assert table.city("A") == ["temple", "necropolis"]
    assert table.gold("A") == 0


def test_a_sacrifice_costs_no_gold_and_is_no_paid_build() -> None:
    table = after_gathering("temple", gold=5)
    table.plays("A", "build:necropolis", "sacrifice:temple")
    assert table.gold("A") == 5
    assert table.events_of("paid") == []
    assert table.events_of("built") == [{"seat": 0, "district": "necropolis", "gold": 0}]


def test_it_uses_the_building_limit_up() -> None:
    table = after_gathering("temple", gold=4, hand="necropolis manor")
    assert table.offers("build:manor")
    table.plays("A", "build:necropolis")
    table.refuses("A", "build:manor")


def test_a_sacrifice_may_keep_a_city_of_six_from_being_completed_where_gold_would_not() -> None:
    paid = after_gathering("*6", gold=5)
    paid.plays("A", "build:necropolis", "pay:gold")
    assert paid.completed == ["A"]
    offered = after_gathering("*6", gold=5)
    offered.plays("A", "build:necropolis", f"sacrifice:{offered.city('A')[0]}")
    assert offered.completed == []


def test_in_a_completed_city_nothing_can_be_sacrificed() -> None:
    table = after_gathering("*7", done="A", gold=4)
    table.refuses("A", "build:necropolis")
    table.state.gold[0] = 5
    table.plays("A", "build:necropolis")
    assert len(table.city("A")) == 8
    assert table.gold("A") == 0


def test_a_beautified_district_may_be_sacrificed_and_its_coin_goes_to_the_bank() -> None:
    table = after_gathering("manor+ temple")
    table.plays("A", "build:necropolis", "sacrifice:manor+")
    assert table.city("A") == ["temple", "necropolis"]
    assert table.bottom(1) == ["manor"]
    assert table.gold("A") == 0


def test_of_two_twins_one_is_sacrificed() -> None:
    table = after_gathering("quarry manor manor")
    table.plays("A", "build:necropolis")
    assert table.options == ["sacrifice:quarry", "sacrifice:manor"]
    table.plays("A", "sacrifice:manor")
    assert table.city("A") == ["quarry", "manor", "necropolis"]


def test_it_pays_for_no_other_district() -> None:
    table = after_gathering("necropolis temple", hand="palace")
    table.refuses("A", "build:palace")


def test_the_framework_may_fall_for_it_either_way() -> None:
    table = after_gathering("framework temple")
    table.plays("A", "build:necropolis")
    assert table.options == ["pay:framework", "sacrifice:framework", "sacrifice:temple"]
    table.plays("A", "pay:framework")
    assert table.city("A") == ["temple", "necropolis"]


def test_before_gathering_it_cannot_be_built() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "temple"},
        hands={"A": "necropolis"},
    )
    table.refuses("A", "build:necropolis")
    table.plays("A", "gather:gold")
    assert table.offers("build:necropolis")


def test_nobody_sacrifices_another_players_district() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"A": "temple", "B": "manor"},
        hands={"A": "necropolis"},
        gold={"A": 3},
    )
    table.plays("A", "gather:gold", "build:necropolis")
    table.refuses("A", "sacrifice:manor")
    table.plays("A", "sacrifice:temple")


def test_the_sacrificed_monument_counts_two_fewer() -> None:
    table = after_gathering("monument *4")
    assert table.state.size(0) == 6
    table.plays("A", "build:necropolis", "sacrifice:monument")
    assert table.state.size(0) == 5
