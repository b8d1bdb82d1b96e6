"""The order of a turn: gather once, act and build in any order, end (rules 6.2)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def bishop() -> CitadelsTable:
    """A is the Bishop and has gathered: gold 3, city Church and Temple, hand Monastery."""
    table = position(
        characters={"A": "bishop", "B": "warlord"},
        cities={"A": "church temple"},
        hands={"A": "monastery"},
        gold={"A": 1},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-037")
def test_a_turn_cannot_end_before_gathering() -> None:
    table = position(characters={"A": "king"})
    table.refuses("A", "end_turn")
    table.plays("A", "gather:gold", "end_turn")


def test_gathering_happens_once_a_turn() -> None:
    table = position(characters={"A": "king"})
    table.plays("A", "gather:gold")
    table.refuses("A", "gather:gold", "gather:cards")


@pytest.mark.scenario("T-041")
def test_income_comes_once_a_turn_for_the_city_of_that_moment() -> None:
    table = bishop()
    table.plays("A", "income", "build:monastery")
    assert table.gold("A") == 3 + 2 - 3
    table.refuses("A", "income")


@pytest.mark.scenario("T-042")
def test_income_taken_after_building_counts_the_new_district() -> None:
    table = bishop()
    table.plays("A", "build:monastery", "income")
    assert table.gold("A") == 3 - 3 + 3


def test_income_may_come_before_gathering() -> None:
    table = position(characters={"A": "king"}, cities={"A": "manor"}, gold={"A": 0})
    table.plays("A", "income")
    assert table.question == ("A", "gather")
    table.plays("A", "gather:gold")
    table.refuses("A", "income")
    assert table.gold("A") == 3


def test_income_is_not_taken_by_itself() -> None:
    table = bishop()
    table.plays("A", "end_turn")
    assert table.gold("A") == 3


def test_income_is_offered_only_where_some_district_pays() -> None:
    table = position(characters={"A": "king"}, cities={"A": "temple tavern"})
    table.refuses("A", "income")


def test_with_2_characters_each_has_its_own_income() -> None:
    table = position(
        players=2,
        characters={"A": "king bishop", "B": "thief magician"},
        cities={"A": "manor temple"},
        gold={"A": 0},
        turn="king",
    )
    table.plays("A", "income", "gather:gold", "end_turn", "income")
    assert table.gold("A") == 1 + 2 + 1


@pytest.mark.scenario("T-046")
def test_a_district_may_be_used_in_the_turn_in_which_it_was_built() -> None:
    table = position(
        characters={"A": "architect"},
        hands={"A": "smithy"},
        gold={"A": 7},
        top="manor castle docks",
    )
    table.plays("A", "gather:gold", "build:smithy", "smithy")
    assert table.gold("A") == 9 - 5 - 2
    assert table.hand("A") == ["castle", "docks", "manor"]


def test_district_actions_may_come_before_gathering() -> None:
    table = position(characters={"A": "king"}, cities={"A": "smithy"}, gold={"A": 2})
    table.plays("A", "smithy")
    assert table.question == ("A", "gather")
    table.plays("A", "gather:gold")
    table.refuses("A", "smithy")


def test_the_end_of_the_turn_is_asked_even_when_nothing_else_is_left() -> None:
    table = position(characters={"A": "king", "B": "warlord"})
    table.plays("A", "gather:gold")
    assert table.options == ["end_turn"]
    table.plays("A", "end_turn")
    assert table.question == ("B", "gather")


def test_the_end_of_the_turn_is_told() -> None:
    table = position(characters={"A": "king"})
    table.ends_turn("A")
    assert table.events_of("turn_ended") == [{"seat": 0}]


def test_the_options_tell_nobody_else_what_can_be_built() -> None:
    rich = position(characters={"A": "king"}, hands={"A": "temple"})
    poor = position(characters={"A": "king"}, hands={"A": "palace"})
    for table in (rich, poor):
        table.plays("A", "gather:gold")
    assert rich.options != poor.options
    assert rich.question == poor.question
    assert rich.view("B") == poor.view("B")
    assert rich.events_for("B") == poor.events_for("B")
