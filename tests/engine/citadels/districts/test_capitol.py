"""The Capitol: 3 points if at least three districts of the city share a type."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

UNIQUES = "capitol haunted_quarter monument school_of_magic"


@pytest.mark.scenario("T-210")
@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("capitol tavern market docks harbor manor castle", 3),
        ("capitol manor castle temple church tavern market", None),
        ("capitol keep statue manor castle", 3),
    ],
)
def test_three_districts_of_a_type_bring_3_points_and_unique_is_a_type(
    city: str, points: int | None
) -> None:
    assert position(uniques=UNIQUES, cities={"A": city}).score("A").get("capitol") == points


def test_two_types_with_three_districts_bring_them_once() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "capitol tavern market docks manor castle palace"}
    )
    assert table.score("A")["capitol"] == 3


@pytest.mark.scenario("T-211")
def test_the_haunted_quarter_may_be_the_third_of_a_type() -> None:
    table = position(uniques=UNIQUES, cities={"A": "capitol haunted_quarter prison barracks manor"})
    assert table.score("A") == {"districts": 5 + 2 + 2 + 3 + 3, "capitol": 3}


def test_the_haunted_quarter_cannot_serve_the_capitol_and_all_types_at_once() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "capitol haunted_quarter prison barracks manor temple"}
    )
    score = table.score("A")
    assert ("capitol" in score) != ("all_types" in score)
    assert sum(score.values()) == 5 + 2 + 2 + 3 + 3 + 1 + 3


def test_twins_are_two_districts_of_a_type() -> None:
    table = position(uniques=UNIQUES, cities={"A": "capitol quarry manor manor manor"})
    assert table.score("A")["capitol"] == 3


def test_the_monument_is_one_district_here() -> None:
    table = position(uniques=UNIQUES, cities={"A": "capitol monument"})
    assert "capitol" not in table.score("A")


def test_the_school_of_magic_is_unique_here() -> None:
    noble = position(uniques=UNIQUES, cities={"A": "capitol school_of_magic manor castle"})
    assert "capitol" not in noble.score("A")
    unique = position(uniques=UNIQUES, cities={"A": "capitol school_of_magic keep"})
    assert unique.score("A")["capitol"] == 3


def test_the_hand_does_not_count() -> None:
    table = position(
        uniques=UNIQUES, cities={"A": "capitol manor castle"}, hands={"A": "palace keep"}
    )
    assert "capitol" not in table.score("A")
