"""The Keep: rank 8 can do nothing to it."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-172")
def test_the_warlord_cannot_destroy_it() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"B": "keep temple"}, gold={"A": 20}, turn="warlord"
    )
    table.refuses("A", "destroy:1:keep")
    assert table.offers("destroy:1:temple")


def test_not_even_its_owner_can_destroy_it_as_warlord() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"A": "keep temple"}, gold={"A": 20}, turn="warlord"
    )
    table.refuses("A", "destroy:0:keep")
    assert table.offers("destroy:0:temple")


def test_a_beautified_one_is_as_safe() -> None:
    table = position(
        players=3,
        characters={"A": "warlord"},
        cities={"B": "keep+ temple"},
        gold={"A": 20},
        turn="warlord",
    )
    table.refuses("A", "destroy:1:keep+", "destroy:1:keep")
    assert table.offers("destroy:1:temple")


def test_it_protects_no_other_city() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"B": "keep", "C": "temple"},
        gold={"A": 20},
        turn="warlord",
    )
    assert table.offers("destroy:2:temple")


def test_it_scores_its_cost_and_no_more() -> None:
    assert position(cities={"A": "keep"}).score("A") == {"districts": 3}
