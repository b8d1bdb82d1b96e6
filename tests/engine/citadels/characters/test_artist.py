"""The Artist lays coins on own districts, which cost 1 more from then on."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def artist(city: str, *, gold: int = 3, completed: str = "") -> CitadelsTable:
    """A is the Artist and has these districts."""
    return position(
        characters={"A": "artist"},
        cities={"A": city},
        gold={"A": gold},
        options={"rank_9": "artist"},
        completed=completed,
    )


def costs(table: CitadelsTable) -> list[int]:
    return [district["cost"] for district in table.view()["seats"][0]["city"]]


@pytest.mark.scenario("T-195")
def test_two_districts_may_be_beautified_and_cost_1_more_each() -> None:
    table = artist("manor temple")
    table.plays("A", "beautify:manor", "beautify:temple")
    assert table.gold("A") == 1
    assert costs(table) == [4, 2]
    assert table.city("A") == ["manor+", "temple+"]


@pytest.mark.scenario("T-195")
def test_a_district_is_beautified_once_a_match() -> None:
    table = artist("manor+ temple")
    table.refuses("A", "beautify:manor", "beautify:manor+")
    table.plays("A", "beautify:temple")
    assert table.question == ("A", "gather")


@pytest.mark.scenario("T-195")
def test_the_ability_is_used_once_a_turn() -> None:
    table = artist("manor temple tavern")
    table.plays("A", "beautify:manor", "stop")
    table.refuses("A", "beautify:temple")
    table.plays("A", "gather:gold")
    table.refuses("A", "beautify:temple", "beautify:tavern")


def test_a_third_district_cannot_be_beautified() -> None:
    table = artist("manor temple tavern", gold=9)
    table.plays("A", "beautify:manor", "beautify:temple")
    table.refuses("A", "beautify:tavern", "stop")


@pytest.mark.scenario("T-197")
def test_a_completed_city_may_be_beautified() -> None:
    table = artist("*6 palace", completed="A")
    table.plays("A", "beautify:palace", "stop")
    assert table.city("A")[0] == "palace+"
    assert table.completed == ["A"]


def test_every_coin_is_paid_from_the_stash() -> None:
    table = artist("manor temple", gold=1)
    table.plays("A", "beautify:manor")
    assert table.gold("A") == 0
    assert table.question == ("A", "gather")
    artist("manor", gold=0).refuses("A", "beautify:manor")


def test_a_district_built_this_turn_may_be_beautified() -> None:
    table = position(
        characters={"A": "artist"},
        hands={"A": "palace"},
        gold={"A": 9},
        options={"rank_9": "artist"},
    )
    table.plays("A", "gather:gold", "build:palace", "beautify:palace")
    assert table.gold("A") == 9 + 2 - 5 - 1
    assert table.city("A") == ["palace+"]


def test_a_unique_district_may_be_beautified_and_goes_on_working() -> None:
    table = artist("smithy")
    table.plays("A", "beautify:smithy", "smithy")
    assert table.gold("A") == 0
    assert len(table.hand("A")) == 3


def test_a_beautified_district_scores_1_more() -> None:
    table = artist("manor temple")
    table.plays("A", "beautify:manor", "stop")
    assert table.score("A") == {"districts": 3 + 1 + 1}


def test_only_own_districts_may_be_beautified() -> None:
    table = position(players=3, characters={"A": "artist"}, cities={"A": "manor", "B": "temple"})
    table.refuses("A", "beautify:temple")


def test_a_beautified_district_still_bars_its_twin() -> None:
    table = position(
        players=3,
        characters={"A": "artist"},
        cities={"A": "manor"},
        hands={"A": "manor"},
        gold={"A": 9},
    )
    table.plays("A", "beautify:manor", "gather:gold")
    table.refuses("A", "build:manor")


def test_one_of_two_identical_districts_may_be_beautified_and_then_the_other() -> None:
    table = artist("manor manor")
    table.plays("A", "beautify:manor", "beautify:manor")
    assert table.city("A") == ["manor+", "manor+"]


def test_everybody_learns_what_was_beautified() -> None:
    table = artist("manor temple")
    table.plays("A", "beautify:manor", "beautify:temple")
    assert table.events_of("beautified") == [
        {"seat": 0, "district": "manor"},
        {"seat": 0, "district": "temple"},
    ]


def test_beautifying_is_optional() -> None:
    table = artist("manor")
    table.plays("A", "gather:gold", "end_turn")
    assert table.city("A") == ["manor"]


@pytest.mark.scenario("T-196")
def test_the_basilica_counts_the_beautified_costs() -> None:
    table = position(
        card_set="artist",
        uniques="basilica",
        characters={"A": "artist"},
        cities={"A": "basilica temple manor", "D": "*7"},
        completed="D",
    )
    assert table.score("A")["basilica"] == 2
    table.plays("A", "beautify:basilica", "beautify:temple")
    assert costs(table) == [5, 2, 3]
    table.plays_round_out()
    assert table.result["breakdown"][0] == {"districts": 5 + 2 + 3, "basilica": 2}
