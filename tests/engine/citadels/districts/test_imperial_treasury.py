"""The Imperial Treasury: 1 point at the end for each gold in the stash."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-225")
def test_it_counts_the_stash_and_not_the_coin_on_a_beautified_district() -> None:
    table = position(players=3, cities={"A": "imperial_treasury manor+"}, gold={"A": 4})
    assert table.score("A") == {"districts": 5 + 4, "imperial_treasury": 4}


def test_it_is_worth_nothing_with_an_empty_stash() -> None:
    table = position(cities={"A": "imperial_treasury"}, gold={"A": 0})
    assert table.score("A") == {"districts": 5}


def test_the_gold_of_the_others_does_not_count() -> None:
    table = position(cities={"A": "imperial_treasury"}, gold={"A": 1, "B": 30})
    assert table.score("A")["imperial_treasury"] == 1


def test_the_gold_is_counted_when_the_match_is_over() -> None:
    table = position(
        characters={"A": "architect"},
        cities={"A": "imperial_treasury *5"},
        hands={"A": "palace"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    assert table.over
    assert table.result["breakdown"][0]["imperial_treasury"] == 9 + 2 - 5
