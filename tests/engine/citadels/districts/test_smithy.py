"""The Smithy: once a turn, 2 gold for 3 cards."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-246")
def test_it_sells_nothing_for_less_than_2_gold() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "smithy"}, gold={"A": 1})
    table.refuses("A", "smithy")


@pytest.mark.scenario("T-246")
def test_2_gold_buy_3_cards_once_a_turn() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"A": "smithy"},
        gold={"A": 5},
        top="temple palace market",
    )
    table.plays("A", "smithy")
    assert table.gold("A") == 3
    assert table.hand("A") == ["market", "palace", "temple"]
    table.refuses("A", "smithy")
    table.plays("A", "gather:gold")
    table.refuses("A", "smithy")


@pytest.mark.scenario("T-246")
def test_with_two_characters_it_works_once_in_each_turn() -> None:
    table = position(
        players=2, characters={"A": "thief architect"}, cities={"A": "smithy"}, gold={"A": 4}
    )
    table.plays("A", "smithy", "gather:gold", "end_turn", "smithy")
    assert table.gold("A") == 4 - 2 + 2 - 2
    assert len(table.hand("A")) == 6


@pytest.mark.scenario("T-046")
def test_it_may_be_used_in_the_turn_in_which_it_was_built() -> None:
    table = position(characters={"A": "architect"}, hands={"A": "smithy"}, gold={"A": 7})
    table.plays("A", "gather:gold", "build:smithy", "smithy")
    assert table.gold("A") == 9 - 5 - 2
    assert len(table.hand("A")) == 3


def test_it_may_be_used_before_gathering_and_after() -> None:
    for first in ("smithy", "gather:gold"):
        table = position(characters={"A": "bishop"}, cities={"A": "smithy"}, gold={"A": 2})
        table.plays("A", first)
        assert table.offers("smithy") == (first != "smithy")


def test_a_short_deck_gives_what_it_has() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "smithy"}, gold={"A": 2}, deck="temple palace"
    )
    table.plays("A", "smithy")
    assert table.hand("A") == ["palace", "temple"]


def test_an_empty_deck_sells_nothing() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "smithy"}, gold={"A": 2}, deck="")
    table.refuses("A", "smithy")


def test_the_others_learn_the_number_of_cards_but_not_their_faces() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "smithy"}, top="temple palace market")
    table.plays("A", "smithy")
    event = next(event for event in table.events if event.kind == "cards_gained")
    assert event.public == {"seat": 0, "count": 3, "reason": "smithy"}
    assert event.private == {0: {"cards": ["temple", "palace", "market"]}}
