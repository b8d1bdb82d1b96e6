"""The Haunted Quarter: counts at the end as whichever type is best for its owner (R-59)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-221")
def test_it_stays_unique_when_that_is_the_type_that_is_missing() -> None:
    table = position(cities={"A": "manor temple tavern prison haunted_quarter"})
    assert table.score("A") == {"districts": 3 + 1 + 1 + 2 + 2, "all_types": 3}


@pytest.mark.scenario("T-222")
def test_it_stands_in_for_the_one_basic_type_that_is_missing() -> None:
    table = position(cities={"A": "manor temple tavern school_of_magic haunted_quarter"})
    assert table.score("A") == {"districts": 3 + 1 + 1 + 6 + 2, "all_types": 3}


@pytest.mark.scenario("T-223")
def test_it_is_unique_for_the_wishing_well_when_no_type_bonus_can_be_had() -> None:
    table = position(cities={"A": "manor castle palace wishing_well haunted_quarter"})
    assert table.score("A") == {"districts": 3 + 4 + 5 + 5 + 2, "wishing_well": 2}


@pytest.mark.scenario("T-224")
def test_the_best_total_is_taken_where_two_bonuses_pull_apart() -> None:
    table = position(cities={"A": "manor temple tavern wishing_well haunted_quarter"})
    assert table.score("A") == {
        "districts": 3 + 1 + 1 + 5 + 2,
        "all_types": 3,
        "wishing_well": 1,
    }


def test_a_beautified_one_may_still_count_as_any_type() -> None:
    table = position(
        players=3, cities={"A": "manor temple tavern school_of_magic haunted_quarter+"}
    )
    assert table.score("A") == {"districts": 3 + 1 + 1 + 6 + 3, "all_types": 3}


def test_it_cannot_be_two_types_at_once() -> None:
    table = position(cities={"A": "manor temple haunted_quarter wishing_well"})
    assert "all_types" not in table.score("A")


def test_it_pays_no_income_as_another_type() -> None:
    table = position(characters={"A": "king"}, cities={"A": "manor haunted_quarter"}, gold={"A": 0})
    table.plays("A", "income")
    assert table.gold("A") == 1


def test_in_hand_it_counts_as_nothing() -> None:
    table = position(
        cities={"A": "manor temple tavern school_of_magic"}, hands={"A": "haunted_quarter"}
    )
    assert table.score("A") == {"districts": 3 + 1 + 1 + 6}


def test_one_type_serves_every_bonus_at_once() -> None:
    """As unique it helps the Wishing Well and the Capitol, and disturbs the Ivory Tower."""
    table = position(
        uniques="haunted_quarter wishing_well capitol ivory_tower",
        cities={"A": "haunted_quarter wishing_well capitol manor"},
    )
    assert table.score("A") == {"districts": 2 + 5 + 5 + 3, "capitol": 3, "wishing_well": 3}
    alone = position(
        uniques="haunted_quarter ivory_tower", cities={"A": "haunted_quarter ivory_tower manor"}
    )
    assert alone.score("A")["ivory_tower"] == 5
