"""The Stables: building them does not count towards the building limit."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def after_gathering(
    hand: str, *, character: str = "king", card_set: str = "", gold: int = 20, city: str = ""
) -> CitadelsTable:
    """A has gathered."""
    table = position(
        card_set=card_set,
        uniques="stables",
        characters={"A": character},
        hands={"A": hand},
        cities={"A": city},
        gold={"A": gold},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-247")
def test_they_may_be_built_when_the_limit_is_used_up() -> None:
    table = after_gathering("stables palace manor")
    table.plays("A", "build:palace")
    table.refuses("A", "build:manor")
    table.plays("A", "build:stables")
    assert table.city("A") == ["palace", "stables"]
    table.refuses("A", "build:manor")


@pytest.mark.scenario("T-247")
def test_before_gathering_they_cannot_be_built() -> None:
    table = position(
        uniques="stables", characters={"A": "king"}, hands={"A": "stables"}, gold={"A": 9}
    )
    table.refuses("A", "build:stables")
    table.plays("A", "gather:gold")
    assert table.offers("build:stables")


def test_built_first_they_leave_the_limit_as_it_was() -> None:
    table = after_gathering("stables palace manor")
    table.plays("A", "build:stables", "build:palace")
    table.refuses("A", "build:manor")


@pytest.mark.scenario("T-165")
def test_the_architect_builds_them_beyond_the_limit_of_three() -> None:
    table = after_gathering("stables temple market manor castle", character="architect")
    table.plays("A", "build:temple", "build:market", "build:manor")
    table.refuses("A", "build:castle")
    table.plays("A", "build:stables")
    assert table.city("A") == ["temple", "market", "manor", "stables"]


def test_they_have_to_be_paid() -> None:
    table = after_gathering("stables palace", gold=4)
    table.plays("A", "build:palace")
    assert table.gold("A") == 1
    table.refuses("A", "build:stables")


def test_who_builds_nothing_at_all_builds_no_stables_either() -> None:
    table = after_gathering("stables", character="navigator", card_set="navigator")
    table.refuses("A", "build:stables")


def test_they_may_complete_a_city() -> None:
    table = after_gathering("stables palace", city="*5")
    table.plays("A", "build:palace", "build:stables")
    assert table.completed == ["A"]
