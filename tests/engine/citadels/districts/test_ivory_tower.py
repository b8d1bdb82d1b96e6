"""The Ivory Tower: 5 points if it is the only unique district of the city."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

UNIQUES = "ivory_tower haunted_quarter keep secret_vault"


@pytest.mark.scenario("T-226")
def test_alone_it_brings_5_points() -> None:
    table = position(uniques=UNIQUES, cities={"A": "ivory_tower manor temple"})
    assert table.score("A") == {"districts": 5 + 3 + 1, "ivory_tower": 5}


@pytest.mark.scenario("T-226")
def test_beside_another_unique_district_it_brings_nothing() -> None:
    table = position(uniques=UNIQUES, cities={"A": "ivory_tower manor temple keep"})
    assert table.score("A") == {"districts": 5 + 3 + 1 + 3}


@pytest.mark.scenario("T-226")
def test_a_haunted_quarter_that_counts_as_another_type_leaves_it_alone() -> None:
    table = position(uniques=UNIQUES, cities={"A": "ivory_tower manor haunted_quarter"})
    assert table.score("A") == {"districts": 5 + 3 + 2, "ivory_tower": 5}


def test_one_haunted_quarter_may_bring_its_points_and_those_for_all_types() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "ivory_tower manor temple tavern haunted_quarter"}
    )
    assert table.score("A") == {"districts": 5 + 3 + 1 + 1 + 2, "all_types": 3, "ivory_tower": 5}


def test_unique_districts_of_other_cities_and_of_the_hand_do_not_disturb_it() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "ivory_tower", "B": "keep"}, hands={"A": "secret_vault"}
    )
    assert table.score("A") == {"districts": 5, "ivory_tower": 5, "secret_vault": 3}


def test_a_beautified_one_brings_them_too() -> None:
    table = position(uniques=UNIQUES, cities={"A": "ivory_tower+ manor"})
    assert table.score("A") == {"districts": 6 + 3, "ivory_tower": 5}
