"""The Patrician takes the crown and gains cards for noble districts."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-137")
def test_noble_districts_and_the_school_of_magic_bring_a_card_each() -> None:
    table = position(
        card_set="patrician",
        uniques="school_of_magic",
        characters={"B": "patrician"},
        cities={"B": "manor school_of_magic"},
        gold={"B": 0},
        top="palace temple tavern",
        crown="D",
    )
    assert table.crown == "B"
    table.plays("B", "income")
    assert table.hand("B") == ["palace", "temple"]
    assert table.gold("B") == 0
    table.refuses("B", "income")


def test_the_crown_comes_with_the_reveal() -> None:
    table = position(
        card_set="patrician", characters={"A": "assassin", "B": "patrician"}, crown="D"
    )
    assert table.crown == "D"
    table.ends_turn("A")
    assert table.crown == "B"
    assert table.events_of("crown_moved") == [{"seat": 1}]


@pytest.mark.scenario("T-054")
def test_a_killed_patrician_is_heir_to_the_crown_and_gains_no_cards() -> None:
    table = position(
        card_set="patrician",
        characters={"A": "assassin", "B": "patrician", "C": "warlord"},
        cities={"B": "manor castle"},
        crown="D",
    )
    table.plays("A", "kill:patrician")
    table.ends_turn("A")
    assert table.question == ("C", "gather")
    assert table.crown == "D"
    table.ends_turn("C")
    assert table.crown == "B"
    assert table.hand("B") == []
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "patrician"}]
    assert table.events_of("killed_shown") == []
    assert table.question == ("B", "keep_character")


def test_with_2_characters_the_heir_plays_their_other_one_first() -> None:
    table = position(
        players=2,
        card_set="patrician",
        characters={"A": "assassin bishop", "B": "patrician warlord"},
        crown="A",
    )
    table.plays("A", "kill:patrician")
    for letter in "AAB":
        assert table.crown == "A"
        table.ends_turn(letter)
    assert table.crown == "B"
    assert table.question == ("B", "keep_character")


def test_an_empty_deck_gives_what_it_has() -> None:
    table = position(
        card_set="patrician",
        characters={"A": "patrician"},
        cities={"A": "manor castle palace"},
        deck="temple",
    )
    table.plays("A", "income")
    assert table.hand("A") == ["temple"]


def test_the_cards_of_the_income_are_seen_by_the_patrician_only() -> None:
    table = position(
        card_set="patrician", characters={"A": "patrician"}, cities={"A": "manor"}, top="palace"
    )
    table.plays("A", "income")
    public = {"kind": "cards_gained", "seat": 0, "count": 1, "reason": "income"}
    assert table.events_for("B", "cards_gained") == [public]
    assert table.events_for("A", "cards_gained") == [{**public, "cards": ["palace"]}]


def test_income_may_come_before_gathering_and_is_optional() -> None:
    table = position(card_set="patrician", characters={"A": "patrician"}, cities={"A": "manor"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == []
