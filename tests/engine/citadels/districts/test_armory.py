"""The Armory: destroyed in its owner's turn to destroy one other district of any city."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def armed(city: str = "armory", *, gold: int = 0, **words: str) -> CitadelsTable:
    """A, the Architect, has this city and is about to gather; B to D have the cities named."""
    return position(
        uniques="armory great_wall museum monument",
        characters={"A": "architect", "B": "bishop", "C": "warlord"},
        cities={"A": city, **words},
        gold={"A": gold},
        turn="architect",
    )


@pytest.mark.scenario("T-205")
def test_it_takes_a_district_with_it_for_free_even_the_keep() -> None:
    table = armed(B="keep temple")
    deck = len(table.state.deck)
    table.plays("A", "armory:1:keep")
    assert table.city("A") == []
    assert table.city("B") == ["temple"]
    assert table.bottom(2) == ["armory", "keep"]
    assert len(table.state.deck) == deck + 2
    assert (table.gold("A"), table.gold("B")) == (0, 2)
    assert table.events_of("blown_up") == [{"seat": 0, "victim": 1, "district": "keep"}]


@pytest.mark.scenario("T-206")
def test_a_completed_city_is_out_of_its_reach() -> None:
    table = position(
        uniques="armory",
        characters={"A": "architect"},
        cities={"A": "armory", "B": "keep *6", "C": "manor"},
        completed="B",
    )
    assert [key for key in table.options if key.startswith("armory")] == ["armory:2:manor"]
    table.refuses("A", "armory:1:keep", "armory:1:temple")


@pytest.mark.scenario("T-206")
def test_in_a_completed_city_it_cannot_be_used() -> None:
    words = {"A": "armory *6", "B": "manor"}
    open_city = position(uniques="armory", characters={"A": "architect"}, cities=words)
    assert open_city.offers("armory:1:manor")
    table = position(uniques="armory", characters={"A": "architect"}, cities=words, completed="A")
    assert table.options == ["gather:gold", "gather:cards", "extra_cards"]


@pytest.mark.scenario("T-207")
def test_it_is_no_ability_of_rank_8_so_neither_bishop_nor_great_wall_stand_in_its_way() -> None:
    table = armed(B="great_wall temple")
    table.plays("A", "armory:1:great_wall")
    assert table.city("B") == ["temple"]
    assert table.gold("A") == 0
    assert table.bottom(2) == ["armory", "great_wall"]


@pytest.mark.scenario("T-139")
def test_the_bishop_does_not_protect_from_it_even_if_protected_from_the_warlord() -> None:
    table = position(
        uniques="armory",
        characters={"B": "bishop", "C": "warlord"},
        cities={"B": "temple manor", "C": "armory"},
        gold={"C": 9},
        turn="warlord",
    )
    table.refuses("C", "destroy:1:temple")
    table.plays("C", "armory:1:temple")
    assert table.city("B") == ["manor"]
    assert table.bottom(2) == ["armory", "temple"]


@pytest.mark.scenario("T-208")
def test_it_cannot_be_its_own_target_but_another_own_district_can() -> None:
    table = armed("armory temple")
    table.refuses("A", "armory:0:armory")
    table.plays("A", "armory:0:temple")
    assert table.city("A") == []
    assert table.bottom(2) == ["armory", "temple"]


def test_a_beautified_one_cannot_be_its_own_target_either() -> None:
    table = armed("armory+ temple")
    assert [key for key in table.options if key.startswith("armory")] == ["armory:0:temple"]
    table.plays("A", "armory:0:temple")
    assert table.bottom(2) == ["armory", "temple"]


def test_the_coin_on_its_target_goes_to_the_bank() -> None:
    table = armed(B="manor+")
    table.plays("A", "armory:1:manor+")
    assert table.bottom(2) == ["armory", "manor"]
    assert (table.gold("A"), table.gold("B")) == (0, 2)


def test_without_another_district_anywhere_there_is_nothing_to_blow_up() -> None:
    table = armed()
    assert table.options == ["gather:gold", "gather:cards", "extra_cards"]


def test_it_may_be_used_before_gathering_and_after() -> None:
    table = armed(B="manor")
    assert table.offers("armory:1:manor")
    table.plays("A", "gather:gold", "armory:1:manor")
    assert table.question == ("A", "action")


def test_it_may_be_used_in_the_turn_in_which_it_was_built() -> None:
    table = position(
        uniques="armory", characters={"A": "architect"}, cities={"B": "manor"},
        hands={"A": "armory"}, gold={"A": 1},
    )  # fmt: skip
    table.plays("A", "gather:gold", "build:armory", "armory:1:manor")
    assert table.city("A") == table.city("B") == []


def test_in_hand_it_is_no_threat() -> None:
    table = position(
        uniques="armory", characters={"A": "king"}, cities={"B": "manor"}, hands={"A": "armory"}
    )
    table.refuses("A", "armory:1:manor")


def test_only_its_owner_uses_it_and_only_in_their_turn() -> None:
    table = armed(B="manor")
    table.refuses("B", "armory:0:manor", "armory:1:manor")
    table.ends_turn("A")
    assert table.question == ("C", "gather")
    table.refuses("C", "armory:1:manor")


def test_identical_districts_of_a_city_are_one_option() -> None:
    table = armed(B="quarry manor manor")
    assert table.options.count("armory:1:manor") == 1
    table.plays("A", "armory:1:manor")
    assert table.city("B") == ["quarry", "manor"]


def test_the_cards_under_the_museum_go_down_with_it() -> None:
    table = position(
        uniques="armory museum",
        characters={"A": "architect"},
        cities={"A": "armory", "B": "museum"},
        museum={"B": "temple palace"},
    )
    table.plays("A", "armory:1:museum")
    assert table.bottom(4) == ["armory", "museum", "temple", "palace"]
    assert table.view()["museum_cards"] == 0


def test_a_city_that_loses_a_district_in_time_is_not_completed_by_the_next_one() -> None:
    table = armed(B="*6")
    victim = table.city("B")[0]
    table.plays("A", f"armory:1:{victim}")
    assert len(table.city("B")) == 5
    assert table.completed == []
