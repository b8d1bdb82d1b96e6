"""The Dragon Gate: 2 extra points at the end."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-212")
def test_it_is_worth_2_points_beyond_its_cost() -> None:
    table = position(cities={"A": "dragon_gate"})
    assert table.score("A") == {"districts": 6, "dragon_gate": 2}


def test_it_is_worth_nothing_in_hand() -> None:
    table = position(hands={"A": "dragon_gate"})
    assert table.score("A") == {"districts": 0}


def test_a_beautified_one_still_adds_2_points() -> None:
    table = position(players=3, cities={"A": "dragon_gate+"})
    assert table.score("A") == {"districts": 7, "dragon_gate": 2}
