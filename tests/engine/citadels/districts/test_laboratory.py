"""The Laboratory: once a turn, a card of the hand for 2 gold."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-228")
def test_a_card_of_the_hand_brings_2_gold_and_goes_under_the_deck() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"A": "laboratory"},
        hands={"A": "palace temple"},
        gold={"A": 0},
    )
    table.plays("A", "laboratory:palace")
    assert table.gold("A") == 2
    assert table.hand("A") == ["temple"]
    assert table.bottom(1) == ["palace"]


@pytest.mark.scenario("T-228")
def test_it_works_once_a_turn() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "laboratory"}, hands={"A": "palace temple"}
    )
    table.plays("A", "laboratory:palace")
    table.refuses("A", "laboratory:temple")
    table.plays("A", "gather:gold")
    table.refuses("A", "laboratory:temple")


@pytest.mark.scenario("T-228")
def test_an_empty_hand_has_nothing_to_give() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "laboratory"})
    table.refuses("A", "laboratory:temple")
    assert table.options == ["gather:gold", "gather:cards"]


def test_it_may_be_used_after_gathering() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"A": "laboratory"},
        hands={"A": "temple"},
        gold={"A": 0},
    )
    table.plays("A", "gather:gold", "laboratory:temple")
    assert table.gold("A") == 4


def test_it_may_be_used_in_the_turn_in_which_it_was_built() -> None:
    table = position(characters={"A": "bishop"}, hands={"A": "laboratory temple"}, gold={"A": 3})
    table.plays("A", "gather:gold", "build:laboratory", "laboratory:temple")
    assert table.gold("A") == 2


def test_it_does_not_use_up_the_building_limit() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "laboratory"}, hands={"A": "temple palace"}
    )
    table.plays("A", "gather:gold", "laboratory:palace", "build:temple")
    assert table.city("A") == ["laboratory", "temple"]


def test_two_identical_cards_are_one_option() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "laboratory"}, hands={"A": "temple temple"}
    )
    assert table.options.count("laboratory:temple") == 1
    table.plays("A", "laboratory:temple")
    assert table.hand("A") == ["temple"]


@pytest.mark.scenario("T-267")
def test_with_two_characters_it_works_once_in_each_turn() -> None:
    table = position(
        players=2,
        characters={"A": "thief architect"},
        cities={"A": "laboratory"},
        hands={"A": "temple palace"},
        gold={"A": 0},
    )
    table.plays("A", "laboratory:palace", "gather:gold", "end_turn")
    table.plays("A", "laboratory:temple")
    assert table.gold("A") == 2 + 2 + 2


def test_the_others_learn_that_a_card_was_given_but_not_which() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "laboratory"}, hands={"A": "palace"})
    table.plays("A", "laboratory:palace")
    event = next(event for event in table.events if event.kind == "cards_discarded")
    assert event.public == {"seat": 0, "count": 1}
    assert event.private == {0: {"cards": ["palace"]}}
