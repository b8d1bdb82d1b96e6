"""The Wishing Well: 1 point at the end for each unique district of the city."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


def test_it_counts_itself_and_the_other_unique_districts_of_the_city() -> None:
    table = position(cities={"A": "wishing_well keep school_of_magic manor temple"})
    assert table.score("A") == {"districts": 5 + 3 + 6 + 3 + 1, "wishing_well": 3}


def test_alone_it_is_worth_1_point() -> None:
    assert position(cities={"A": "wishing_well *3"}).score("A")["wishing_well"] == 1


def test_beautified_districts_count_as_what_they_are() -> None:
    table = position(players=3, cities={"A": "wishing_well+ keep+ manor+"})
    assert table.score("A") == {"districts": 6 + 4 + 4, "wishing_well": 2}


def test_unique_districts_of_other_cities_and_of_the_hand_do_not_count() -> None:
    table = position(cities={"A": "wishing_well", "B": "keep"}, hands={"A": "statue"})
    assert table.score("A")["wishing_well"] == 1


@pytest.mark.scenario("T-252")
def test_the_monument_is_one_unique_district_for_it() -> None:
    table = position(
        uniques="monument wishing_well keep school_of_magic",
        cities={"A": "wishing_well keep school_of_magic monument manor temple"},
    )
    assert table.score("A") == {"districts": 5 + 3 + 6 + 4 + 3 + 1, "wishing_well": 4}
