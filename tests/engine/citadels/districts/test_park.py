"""The Park: 2 cards for who ends the turn with none in hand."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-240")
def test_a_turn_that_ends_with_an_empty_hand_brings_2_cards() -> None:
    table = position(
        uniques="park", characters={"A": "king"}, cities={"A": "park"}, top="palace temple"
    )
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == ["palace", "temple"]
    public = {"kind": "cards_gained", "seat": 0, "count": 2, "reason": "park"}
    assert table.events_for("B", "cards_gained") == [public]
    assert table.events_for("A", "cards_gained") == [{**public, "cards": ["palace", "temple"]}]


@pytest.mark.scenario("T-240")
def test_with_a_card_in_hand_it_brings_nothing() -> None:
    table = position(
        uniques="park", characters={"A": "king"}, cities={"A": "park"}, hands={"A": "manor"}
    )
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == ["manor"]


@pytest.mark.scenario("T-242")
def test_with_two_characters_it_counts_at_the_end_of_each_turn() -> None:
    table = position(
        players=3,
        uniques="park",
        characters={"A": "thief architect"},
        cities={"A": "park"},
        top="temple watchtower palace castle",
    )
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == ["temple", "watchtower"]
    table.plays("A", "gather:gold", "build:temple", "build:watchtower", "end_turn")
    assert table.hand("A") == ["castle", "palace"]
    assert [gain["reason"] for gain in table.events_of("cards_gained")] == ["park", "park"]


@pytest.mark.scenario("T-057")
def test_a_killed_player_gets_nothing_from_park_and_poor_house() -> None:
    table = position(
        uniques="park poor_house",
        characters={"A": "assassin", "B": "king"},
        cities={"B": "park poor_house"},
        gold={"B": 0},
    )
    table.plays("A", "gather:gold", "kill:king", "end_turn")
    assert table.question[1] == "keep_character"
    assert table.hand("B") == []
    assert table.gold("B") == 0


def test_built_with_the_last_card_it_brings_2_at_once() -> None:
    table = position(
        uniques="park", characters={"A": "king"}, hands={"A": "park"}, gold={"A": 4},
        top="palace temple",
    )  # fmt: skip
    table.plays("A", "gather:gold", "build:park", "end_turn")
    assert table.hand("A") == ["palace", "temple"]


@pytest.mark.parametrize("deck", ["palace", ""])
def test_a_short_deck_gives_what_it_has(deck: str) -> None:
    table = position(
        uniques="park",
        characters={"A": "king", "B": "warlord"},
        cities={"A": "park"},
        deck=deck,
    )
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == deck.split()
    assert table.question == ("B", "gather")


def test_it_looks_at_its_owners_turn_only() -> None:
    table = position(uniques="park", characters={"A": "king", "B": "warlord"}, cities={"B": "park"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == table.hand("B") == []
    table.plays("B", "gather:gold", "end_turn")
    assert len(table.hand("B")) == 2


def test_a_card_taken_after_the_turn_brings_nothing_back() -> None:
    """The end of the own turn is what counts, not the end of the round."""
    table = position(
        uniques="park",
        characters={"A": "thief", "B": "magician"},
        cities={"A": "park"},
        hands={"A": "palace"},
    )
    table.plays("A", "gather:gold", "end_turn")
    table.plays("B", "swap:0", "gather:gold", "end_turn")
    assert table.hand("A") == []


def test_park_and_poor_house_do_not_get_in_each_others_way() -> None:
    table = position(
        uniques="park poor_house",
        characters={"A": "king"},
        cities={"A": "park poor_house"},
        hands={"A": "palace"},
        gold={"A": 3},
        top="temple manor",
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    assert table.gold("A") == 1
    assert table.hand("A") == ["manor", "temple"]
