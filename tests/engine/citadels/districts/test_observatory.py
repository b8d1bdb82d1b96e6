"""The Observatory: 3 cards are drawn in gathering instead of 2."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def drawn(city: str, deck: str) -> CitadelsTable:
    """A, the King, has this city and has chosen cards; ``deck`` is all there is."""
    table = position(
        uniques="observatory library", characters={"A": "king"}, cities={"A": city}, deck=deck
    )
    table.plays("A", "gather:cards")
    return table


@pytest.mark.scenario("T-230")
def test_of_3_cards_one_is_kept_and_two_go_under_the_deck_as_they_were_drawn() -> None:
    table = drawn("observatory", "palace temple manor docks market")
    assert table.view("A")["you"]["looking_at"] == ["palace", "temple", "manor"]
    assert table.options == ["keep:palace", "keep:temple", "keep:manor"]
    table.plays("A", "keep:temple")
    assert table.hand("A") == ["temple"]
    assert table.bottom(4) == ["docks", "market", "palace", "manor"]


@pytest.mark.scenario("T-231")
def test_with_the_library_all_3_are_kept() -> None:
    table = drawn("observatory library", "palace temple manor docks")
    assert table.hand("A") == ["manor", "palace", "temple"]
    assert table.bottom(1) == table.top(1) == ["docks"]
    assert table.question == ("A", "action")


@pytest.mark.parametrize("deck", ["palace temple", "palace"])
def test_a_short_deck_gives_what_it_has(deck: str) -> None:
    table = drawn("observatory", deck)
    if len(deck.split()) == 2:
        table.plays("A", "keep:palace")
        assert table.bottom(1) == ["temple"]
    assert table.hand("A") == ["palace"]


def test_gathering_gold_is_as_ever() -> None:
    table = position(uniques="observatory", characters={"A": "king"}, cities={"A": "observatory"})
    table.plays("A", "gather:gold")
    assert table.gold("A") == 4


def test_cards_gained_in_another_way_are_no_more() -> None:
    table = position(
        uniques="observatory", characters={"A": "architect"}, cities={"A": "observatory"}
    )
    table.plays("A", "extra_cards")
    assert len(table.hand("A")) == 2


def test_it_helps_nobody_else() -> None:
    table = position(
        uniques="observatory",
        characters={"A": "king"},
        cities={"B": "observatory"},
        top="palace temple manor",
    )
    table.plays("A", "gather:cards")
    table.refuses("A", "keep:manor")
    assert table.options == ["keep:palace", "keep:temple"]


def test_the_others_learn_how_many_cards_were_seen_but_not_which() -> None:
    table = drawn("observatory", "palace temple manor docks")
    public = {"kind": "cards_drawn", "seat": 0, "count": 3}
    assert table.events_for("B", "cards_drawn") == [public]
    assert table.events_for("A", "cards_drawn") == [
        {**public, "cards": ["palace", "temple", "manor"]}
    ]
    assert table.view("B")["you"]["looking_at"] == []
