"""The Map Room: 1 point at the end for each card in hand."""

from __future__ import annotations

from engine.citadels.testing import position


def test_each_card_in_hand_is_worth_1_point() -> None:
    table = position(cities={"A": "map_room"}, hands={"A": "temple temple palace"})
    assert table.score("A") == {"districts": 5, "map_room": 3}


def test_it_is_worth_nothing_with_an_empty_hand() -> None:
    assert position(cities={"A": "map_room"}).score("A") == {"districts": 5}


def test_the_hands_of_the_others_do_not_count() -> None:
    table = position(cities={"A": "map_room"}, hands={"A": "temple", "B": "palace manor"})
    assert table.score("A")["map_room"] == 1


def test_the_cards_are_counted_when_the_match_is_over() -> None:
    table = position(
        characters={"A": "bishop", "B": "warlord"},
        cities={"A": "map_room *5"},
        hands={"A": "palace harbor"},
        gold={"A": 9},
        top="castle docks",
    )
    table.plays("A", "gather:cards", "keep:castle", "build:palace", "end_turn")
    table.ends_turn("B")
    assert table.result["breakdown"][0]["map_room"] == 2
