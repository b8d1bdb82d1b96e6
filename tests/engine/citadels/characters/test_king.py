"""The King takes the crown and earns from noble districts."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-131")
def test_the_crown_comes_with_the_reveal_and_each_noble_district_pays_1_gold() -> None:
    table = position(
        characters={"B": "king"}, cities={"B": "manor castle temple"}, gold={"B": 0}, crown="D"
    )
    assert table.question == ("B", "gather")
    assert table.crown == "B"
    table.plays("B", "income")
    assert table.gold("B") == 2


def test_the_crown_moves_once_the_ranks_below_have_played() -> None:
    table = position(characters={"A": "assassin", "B": "king"}, crown="D")
    assert table.crown == "D"
    table.ends_turn("A")
    assert table.crown == "B"
    assert table.events_of("crown_moved") == [{"seat": 1}]


def test_a_king_who_has_the_crown_keeps_it() -> None:
    table = position(characters={"B": "king"}, crown="B")
    assert table.crown == "B"


def test_the_king_chooses_first_in_the_next_round() -> None:
    table = position(characters={"A": "assassin", "C": "king", "D": "warlord"}, crown="D")
    table.plays_round_out()
    assert table.question == ("C", "keep_character")


def test_taking_the_crown_cannot_be_declined() -> None:
    table = position(characters={"B": "king"}, crown="D")
    table.plays("B", "gather:gold", "end_turn")
    assert table.crown == "B"


def test_the_king_builds_one_district_a_turn() -> None:
    table = position(characters={"A": "king"}, hands={"A": "temple tavern"}, gold={"A": 9})
    table.plays("A", "gather:gold", "build:temple")
    table.refuses("A", "build:tavern")


def test_other_types_pay_the_king_nothing() -> None:
    table = position(characters={"A": "king"}, cities={"A": "temple tavern prison keep"})
    table.refuses("A", "income")


def test_a_beautified_district_pays_no_more() -> None:
    table = position(players=3, characters={"A": "king"}, cities={"A": "manor+"}, gold={"A": 0})
    table.plays("A", "income")
    assert table.gold("A") == 1


def test_with_2_characters_the_crown_follows_the_king_of_the_player() -> None:
    table = position(players=2, characters={"A": "king thief", "B": "bishop warlord"}, crown="B")
    table.ends_turn("A")
    assert table.crown == "A"
    table.plays_round_out()
    assert table.question == ("A", "keep_character")


def test_a_king_who_has_played_is_no_heir_at_the_end_of_the_round() -> None:
    table = position(characters={"A": "assassin", "C": "king", "D": "warlord"}, crown="D")
    table.plays("A", "kill:warlord")
    table.plays_round_out()
    assert table.events_of("heir_revealed") == []
    assert table.events_of("crown_moved") == [{"seat": 2}]
