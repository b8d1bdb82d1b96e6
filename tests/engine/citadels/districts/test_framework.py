"""The Framework: may be destroyed instead of paying for a district."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

UNIQUES = "framework secret_vault monument thieves_den"


def after_gathering(
    *, hand: str, gold: int = 0, city: str = "framework", character: str = "king", done: str = ""
) -> CitadelsTable:
    """A has gathered and now has ``gold``."""
    table = position(
        uniques=UNIQUES,
        characters={"A": character, "B": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        completed=done,
    )
    table.plays("A", "gather:gold")
    table.state.gold[0] = gold
    return table


@pytest.mark.scenario("T-217")
def test_it_stands_in_for_the_whole_price_and_goes_under_the_deck() -> None:
    table = after_gathering(hand="palace temple")
    table.plays("A", "build:palace")
    assert table.city("A") == ["palace"]
    assert table.bottom(1) == ["framework"]
    assert table.gold("A") == 0
    assert table.events_of("sacrificed") == [{"seat": 0, "district": "framework"}]
    assert table.events_of("built") == [{"seat": 0, "district": "palace", "gold": 0}]


@pytest.mark.scenario("T-217")
def test_what_it_builds_uses_the_building_limit_up() -> None:
    table = after_gathering(hand="palace temple", gold=4)
    assert table.offers("build:temple")
    table.plays("A", "build:palace")
    table.refuses("A", "build:temple")


def test_who_can_pay_in_gold_may_keep_it() -> None:
    table = after_gathering(hand="palace", gold=5)
    table.plays("A", "build:palace")
    assert table.question == ("A", "payment")
    assert table.options == ["pay:gold", "pay:framework"]
    table.plays("A", "pay:gold")
    assert table.city("A") == ["framework", "palace"]
    assert table.gold("A") == 0


def test_who_can_pay_in_gold_may_destroy_it_all_the_same() -> None:
    table = after_gathering(hand="palace", gold=5)
    table.plays("A", "build:palace", "pay:framework")
    assert table.city("A") == ["palace"]
    assert table.gold("A") == 5


def test_it_is_no_paid_build() -> None:
    table = after_gathering(hand="palace")
    table.plays("A", "build:palace")
    assert table.events_of("paid") == []


@pytest.mark.scenario("T-218")
def test_the_city_does_not_grow_by_it_and_so_is_not_completed() -> None:
    table = after_gathering(hand="palace", city="framework *5")
    table.plays("A", "build:palace")
    assert len(table.city("A")) == 6
    assert table.completed == []


@pytest.mark.scenario("T-218")
def test_in_a_completed_city_it_cannot_be_destroyed() -> None:
    poor = after_gathering(hand="palace", city="framework *6", done="A")
    poor.refuses("A", "build:palace")
    rich = after_gathering(hand="palace", city="framework *6", done="A", gold=5)
    rich.plays("A", "build:palace")
    assert rich.city("A")[0] == "framework"
    assert rich.gold("A") == 0


def test_before_gathering_it_builds_nothing() -> None:
    table = position(
        uniques=UNIQUES, characters={"A": "king"}, cities={"A": "framework"}, hands={"A": "palace"}
    )
    table.refuses("A", "build:palace")
    table.plays("A", "gather:gold")
    assert table.offers("build:palace")


def test_it_may_be_used_in_the_turn_in_which_it_was_built() -> None:
    table = after_gathering(hand="framework palace", city="", gold=3, character="architect")
    table.refuses("A", "build:palace")
    table.plays("A", "build:framework", "build:palace")
    assert table.city("A") == ["palace"]


def test_in_hand_it_pays_for_nothing_not_even_for_itself() -> None:
    table = after_gathering(hand="framework palace", city="", gold=2)
    table.refuses("A", "build:framework", "build:palace")


def test_a_beautified_one_pays_as_well_and_its_coin_goes_to_the_bank() -> None:
    table = after_gathering(hand="palace", city="framework+")
    table.plays("A", "build:palace")
    assert table.city("A") == ["palace"]
    assert table.bottom(1) == ["framework"]
    assert table.gold("A") == 0


def test_it_does_not_lift_what_bars_a_district() -> None:
    table = after_gathering(hand="manor secret_vault monument", city="framework manor *3", gold=9)
    table.refuses("A", "build:manor", "build:secret_vault", "build:monument")


def test_the_thieves_den_may_be_built_with_it_but_not_on_top_of_cards() -> None:
    table = after_gathering(hand="thieves_den temple", gold=5)
    table.plays("A", "build:thieves_den")
    assert table.options == ["pay:framework", "pay_card:temple"]
    table.plays("A", "pay_card:temple")
    assert table.city("A") == ["framework", "thieves_den"]
    assert table.gold("A") == 0


def test_a_district_that_was_built_for_nothing_keeps_its_cost() -> None:
    table = after_gathering(hand="palace")
    table.plays("A", "build:palace", "end_turn")
    assert table.score("A") == {"districts": 5}
    table.state.gold[1] = 3
    table.refuses("B", "destroy:0:palace")
    table.state.gold[1] = 4
    assert table.offers("destroy:0:palace")


def test_another_players_framework_pays_for_nothing() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "king"},
        cities={"B": "framework"},
        hands={"A": "palace"},
        gold={"A": 0},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:palace")
