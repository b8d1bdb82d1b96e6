"""The Gold Mine: 1 more when its owner gathers gold."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-219")
def test_gathering_gold_brings_3() -> None:
    table = position(
        uniques="gold_mine", characters={"A": "king"}, cities={"A": "gold_mine"}, gold={"A": 0}
    )
    table.plays("A", "gather:gold")
    assert table.gold("A") == 3
    assert table.events_of("gold_gained") == [{"seat": 0, "gold": 3, "reason": "gather"}]


@pytest.mark.scenario("T-219")
def test_gathering_cards_brings_no_gold() -> None:
    table = position(
        uniques="gold_mine",
        characters={"A": "king"},
        cities={"A": "gold_mine"},
        gold={"A": 0},
        top="palace temple",
    )
    table.plays("A", "gather:cards", "keep:palace")
    assert table.gold("A") == 0


@pytest.mark.scenario("T-047")
def test_built_after_gathering_it_waits_for_the_next_turn() -> None:
    table = position(
        players=2,
        uniques="gold_mine",
        characters={"A": "thief architect"},
        hands={"A": "gold_mine"},
        gold={"A": 4},
    )
    table.plays("A", "gather:gold")
    assert table.gold("A") == 6
    table.plays("A", "build:gold_mine")
    assert table.gold("A") == 0
    table.plays("A", "end_turn")
    assert table.gold("A") == 0
    assert table.question == ("A", "gather")
    table.plays("A", "gather:gold")
    assert table.gold("A") == 3


def test_other_gold_is_not_gathered() -> None:
    table = position(
        uniques="gold_mine",
        characters={"A": "merchant"},
        cities={"A": "gold_mine tavern"},
        gold={"A": 0},
    )
    table.plays("A", "income", "extra_gold")
    assert table.gold("A") == 2


def test_it_brings_its_neighbors_nothing() -> None:
    table = position(
        uniques="gold_mine", characters={"A": "king"}, cities={"B": "gold_mine"}, gold={"A": 0}
    )
    table.plays("A", "gather:gold")
    assert table.gold("A") == 2


def test_a_beautified_one_brings_no_more() -> None:
    table = position(
        uniques="gold_mine", characters={"A": "king"}, cities={"A": "gold_mine+"}, gold={"A": 0}
    )
    table.plays("A", "gather:gold")
    assert table.gold("A") == 3
