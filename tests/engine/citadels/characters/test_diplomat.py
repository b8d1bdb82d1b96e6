"""The Diplomat exchanges an own district for another player's."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

FIVE = "manor castle fortress town_hall docks"
SIX = f"{FIVE} market"
UNIQUES = "great_wall monument museum keep quarry"


def diplomat(
    mine: str,
    theirs: str,
    *,
    gold: int = 9,
    hand: str = "",
    completed: str = "",
    museum: dict[str, str] | None = None,
) -> CitadelsTable:
    """A is the Diplomat; A and B have these districts and B has no gold."""
    return position(
        card_set="diplomat artist",
        uniques=UNIQUES,
        characters={"A": "diplomat", "B": "king"},
        cities={"A": mine, "B": theirs},
        hands={"A": hand},
        gold={"A": gold, "B": 0},
        completed=completed,
        museum=museum,
        turn="diplomat",
    )


def demands(table: CitadelsTable) -> list[str]:
    return [key for key in table.options if key.startswith("exchange:")]


@pytest.mark.scenario("T-176")
def test_for_a_dearer_district_the_difference_goes_to_its_owner() -> None:
    table = diplomat("temple", "palace", gold=4)
    table.plays("A", "exchange:1:palace")
    assert (table.gold("A"), table.gold("B")) == (0, 4)
    assert table.city("A") == ["palace"]
    assert table.city("B") == ["temple"]


def test_without_the_difference_there_is_no_exchange() -> None:
    diplomat("temple", "palace", gold=3).refuses("A", "exchange:1:palace")


@pytest.mark.scenario("T-177")
def test_for_a_cheaper_district_nobody_pays() -> None:
    table = diplomat("palace", "temple", gold=4)
    table.plays("A", "exchange:1:temple")
    assert (table.gold("A"), table.gold("B")) == (4, 0)
    assert table.city("A") == ["temple"]
    assert table.city("B") == ["palace"]


@pytest.mark.scenario("T-178")
def test_the_great_wall_of_the_other_city_costs_1_more_to_the_bank() -> None:
    table = diplomat("prison", "great_wall manor", gold=2)
    table.refuses("A", "exchange:1:great_wall")
    table.plays("A", "exchange:1:manor")
    assert (table.gold("A"), table.gold("B")) == (0, 1)
    assert table.city("A") == ["manor"]
    diplomat("prison", "great_wall manor", gold=1).refuses("A", "exchange:1:manor")


@pytest.mark.scenario("T-178")
def test_an_own_great_wall_costs_nothing() -> None:
    table = diplomat("great_wall prison", "manor", gold=1)
    table.plays("A", "exchange:1:manor", "give_district:prison")
    assert (table.gold("A"), table.gold("B")) == (0, 1)
    table = diplomat("great_wall", "manor", gold=0)
    table.plays("A", "exchange:1:manor")
    assert table.city("B") == ["great_wall"]
    assert table.gold("A") == 0


def test_the_great_wall_protects_itself_and_is_paid_even_for_a_dearer_gift() -> None:
    table = diplomat("keep prison", "great_wall", gold=5)
    table.plays("A", "exchange:1:great_wall")
    assert (table.gold("A"), table.gold("B")) == (0, 4)
    diplomat("palace", "great_wall temple", gold=0).refuses("A", "exchange:1:temple")
    table = diplomat("palace", "great_wall temple", gold=1)
    table.plays("A", "exchange:1:temple")
    assert (table.gold("A"), table.gold("B")) == (0, 0)


@pytest.mark.scenario("T-179")
def test_neither_city_may_get_a_second_district_of_a_name() -> None:
    table = diplomat("manor quarry", "manor palace")
    table.refuses("A", "exchange:1:manor")
    table.plays("A", "exchange:1:palace")
    table.refuses("A", "give_district:manor")
    table = diplomat("temple", "temple palace")
    assert demands(table) == []
    table.refuses("A", "exchange:1:palace")


@pytest.mark.scenario("T-276")
def test_a_district_cannot_be_exchanged_for_its_like() -> None:
    table = diplomat("manor", "manor")
    table.refuses("A", "exchange:1:manor")
    assert demands(table) == []


def test_beautified_districts_are_identical_to_plain_ones() -> None:
    assert demands(diplomat("manor+", "manor")) == []
    assert demands(diplomat("manor", "manor+")) == []


@pytest.mark.scenario("T-180")
def test_an_own_completed_city_may_give_and_another_completed_one_is_safe() -> None:
    table = diplomat(f"{SIX} temple", "church", gold=2, completed="A")
    table.plays("A", "exchange:1:church", "give_district:temple")
    assert "church" in table.city("A")
    assert table.city("B") == ["temple"]
    assert (table.gold("A"), table.gold("B")) == (1, 1)
    assert table.completed == ["A"]
    table = diplomat("manor", "*7", completed="B")
    assert demands(table) == []
    assert demands(diplomat("manor", "*6")) != []


@pytest.mark.scenario("T-181")
def test_getting_the_monument_may_complete_the_own_city() -> None:
    table = diplomat("*5 castle", "monument palace fortress cathedral")
    table.plays("A", "exchange:1:monument", "give_district:castle")
    assert table.completed == ["A"]
    assert table.events_of("city_completed") == [{"seat": 0, "first": True}]
    assert table.state.size(0) == 7
    assert table.state.size(1) == 4
    assert (table.gold("A"), table.gold("B")) == (9, 0)


@pytest.mark.scenario("T-182")
def test_a_city_that_gives_its_monument_away_stays_completed() -> None:
    table = diplomat(f"monument {FIVE}", "palace *5", completed="A")
    table.plays("A", "exchange:1:palace", "give_district:monument")
    assert table.completed == ["A", "B"]
    assert table.state.size(0) == 6
    assert table.state.size(1) == 7
    assert table.events_of("city_completed") == [{"seat": 1, "first": False}]
    assert table.score("A")["completion"] == 4
    assert table.score("B")["completion"] == 2


def test_a_small_city_is_not_completed_by_the_monument() -> None:
    table = diplomat(f"monument {FIVE}", "palace *4", completed="A")
    table.plays("A", "exchange:1:palace", "give_district:monument")
    assert table.completed == ["A"]


def test_the_monument_may_come_into_a_city_of_5_since_it_is_not_built() -> None:
    table = diplomat("*4 castle", "monument")
    table.plays("A", "exchange:1:monument", "give_district:castle")
    assert table.state.size(0) == 6


@pytest.mark.scenario("T-183")
def test_the_museum_comes_with_its_cards_and_nobody_may_look_at_them() -> None:
    table = diplomat("manor", "museum", museum={"B": "temple tavern palace"})
    table.plays("A", "exchange:1:museum")
    assert table.score("A")["museum"] == 3
    assert "museum" not in table.score("B")
    assert table.view("A")["you"]["tucked"] == []
    assert table.view()["museum_cards"] == 3
    assert table.view("B")["you"]["tucked"] == ["temple", "tavern", "palace"]
    assert not any("cards" in event for event in table.events_for("A", "exchanged"))


def test_a_new_owner_lays_further_cards_under_the_museum() -> None:
    table = diplomat("manor", "museum", hand="church", museum={"B": "temple"})
    table.plays("A", "exchange:1:museum", "museum:church")
    assert table.view("A")["you"]["tucked"] == ["church"]
    assert table.view("B")["you"]["tucked"] == ["temple"]
    assert table.score("A")["museum"] == 2


@pytest.mark.scenario("T-184")
def test_nobodys_keep_can_be_exchanged() -> None:
    table = diplomat("temple", "keep manor")
    table.refuses("A", "exchange:1:keep")
    assert demands(table) == ["exchange:1:manor"]
    table = diplomat("keep temple", "manor")
    table.plays("A", "exchange:1:manor")
    assert "keep" in table.city("A")
    assert demands(diplomat("keep", "manor")) == []


def test_a_coin_stays_on_the_district_and_counts_for_its_cost() -> None:
    table = diplomat("prison+", "manor+", gold=1)
    table.plays("A", "exchange:1:manor+")
    assert table.city("A") == ["manor+"]
    assert table.city("B") == ["prison+"]
    assert (table.gold("A"), table.gold("B")) == (0, 1)
    assert table.events_of("exchanged") == [
        {
            "seat": 0,
            "victim": 1,
            "district": "manor+",
            "given": "prison+",
            "gold": 1,
            "surcharge": 0,
        }
    ]


def test_a_beautified_keep_is_safe_and_a_beautified_great_wall_works() -> None:
    assert demands(diplomat("temple", "keep+")) == []
    table = diplomat("prison", "great_wall+ manor", gold=2)
    table.plays("A", "exchange:1:manor")
    assert (table.gold("A"), table.gold("B")) == (0, 1)


def test_exchanged_districts_are_not_built_and_not_taxed() -> None:
    table = position(
        card_set="diplomat tax_collector",
        characters={"A": "diplomat"},
        cities={"A": "temple", "B": "palace"},
        hands={"A": "tavern"},
        gold={"A": 9, "B": 0},
    )
    table.plays("A", "exchange:1:palace", "gather:gold")
    assert table.view()["taxes"] == 0
    assert (table.gold("A"), table.gold("B")) == (7, 4)
    table.plays("A", "build:tavern")


def test_the_ability_is_used_once_with_other_players_only() -> None:
    table = diplomat("temple tavern", "church market")
    assert not any(key.startswith("exchange:0") for key in table.options)
    table.plays("A", "exchange:1:church", "give_district:temple")
    assert demands(table) == []
    table.plays("A", "gather:gold")
    assert demands(table) == []


def test_an_empty_city_has_nothing_to_exchange() -> None:
    assert demands(diplomat("", "temple")) == []


def test_each_military_district_pays_1_gold() -> None:
    table = diplomat("prison watchtower manor", "", gold=0)
    table.plays("A", "income")
    assert table.gold("A") == 2


def test_an_exchanged_district_pays_its_new_owner() -> None:
    table = diplomat("manor", "barracks", gold=0)
    table.plays("A", "exchange:1:barracks", "income")
    assert table.gold("A") == 1


def test_a_diplomat_who_is_also_bishop_may_give_their_own_districts() -> None:
    table = position(
        players=2,
        card_set="diplomat",
        characters={"A": "bishop diplomat", "B": "thief king"},
        cities={"A": "temple", "B": "church"},
        turn="diplomat",
    )
    table.plays("A", "exchange:1:church")
    assert table.city("A") == ["church"]
