"""The Library: all cards drawn in gathering are kept."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-229")
def test_both_drawn_cards_are_kept() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "library"}, top="palace temple market"
    )
    table.plays("A", "gather:cards")
    assert table.hand("A") == ["palace", "temple"]
    assert table.top(1) == ["market"]
    assert table.question == ("A", "action")


def test_it_does_not_help_the_others() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"B": "library"}, top="palace temple market"
    )
    table.plays("A", "gather:cards")
    assert table.question == ("A", "keep_card")


def test_built_after_gathering_it_waits_for_the_next_turn() -> None:
    table = position(
        characters={"A": "bishop"},
        hands={"A": "library"},
        gold={"A": 6},
        top="palace temple",
    )
    table.plays("A", "gather:cards", "keep:palace", "build:library")
    assert table.hand("A") == ["palace"]
    assert table.bottom(1) == ["temple"]


def test_the_last_card_of_the_deck_is_kept_with_or_without_it() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "library"}, deck="palace")
    table.plays("A", "gather:cards")
    assert table.hand("A") == ["palace"]
    assert table.top(1) == []


def test_it_does_not_touch_the_cards_of_the_architect() -> None:
    table = position(
        characters={"A": "architect"}, cities={"A": "library"}, top="palace temple market"
    )
    table.plays("A", "extra_cards")
    assert table.hand("A") == ["palace", "temple"]


@pytest.mark.scenario("T-231")
def test_with_the_observatory_3_cards_are_drawn_and_kept() -> None:
    table = position(
        uniques="observatory library",
        characters={"A": "bishop"},
        cities={"A": "library observatory"},
        top="palace temple market docks",
    )
    table.plays("A", "gather:cards")
    assert table.hand("A") == ["market", "palace", "temple"]
    assert table.top(1) == ["docks"]
