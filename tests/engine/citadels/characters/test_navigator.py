"""The Navigator gains 4 gold or 4 cards, and builds nothing."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def navigator(*, city: str = "", hand: str = "", deck: str | None = None) -> CitadelsTable:
    """A is the Navigator."""
    return position(
        card_set="navigator",
        uniques="stables framework necropolis smithy quarry",
        characters={"A": "navigator", "D": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": 7},
        top="palace castle docks church market",
        deck=deck,
    )


@pytest.mark.scenario("T-166")
def test_4_cards_or_4_gold_and_no_mix_of_them() -> None:
    table = navigator()
    table.plays("A", "gather:gold")
    assert table.options == ["end_turn", "navigate:gold", "navigate:cards"]
    table.refuses("A", "navigate:2", "navigate:mixed")
    table.plays("A", "navigate:cards")
    assert table.hand("A") == ["castle", "church", "docks", "palace"]
    assert table.gold("A") == 9
    table.refuses("A", "navigate:gold", "navigate:cards")
    table = navigator()
    table.plays("A", "navigate:gold", "gather:cards", "keep:castle")
    assert table.gold("A") == 11
    assert table.hand("A") == ["castle"]
    table.refuses("A", "navigate:gold", "navigate:cards")


@pytest.mark.scenario("T-166")
def test_nothing_can_be_built_in_any_way() -> None:
    cards = "tavern stables necropolis"
    table = navigator(city="framework quarry manor", hand=cards)
    table.plays("A", "gather:gold")
    table.refuses("A", *(f"build:{name}" for name in cards.split()))
    assert table.options == ["end_turn", "navigate:gold", "navigate:cards"]


def test_the_same_player_may_build_in_the_turn_of_another_character() -> None:
    table = position(
        players=2,
        card_set="navigator",
        characters={"A": "navigator warlord", "B": "thief king"},
        hands={"A": "tavern"},
        turn="navigator",
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:tavern")
    table.plays("A", "end_turn", "gather:gold", "build:tavern")


def test_districts_of_the_city_may_be_used() -> None:
    table = navigator(city="smithy")
    table.plays("A", "smithy", "gather:gold", "navigate:gold")
    assert len(table.hand("A")) == 3


def test_the_deck_gives_what_it_has_and_an_empty_one_is_not_offered() -> None:
    table = navigator(deck="temple tavern")
    table.plays("A", "navigate:cards")
    assert table.hand("A") == ["tavern", "temple"]
    table = navigator(deck="")
    assert table.offers("navigate:gold")
    table.refuses("A", "navigate:cards")


def test_the_cards_are_seen_by_the_navigator_only() -> None:
    table = navigator()
    table.plays("A", "navigate:cards")
    public = {"kind": "cards_gained", "seat": 0, "count": 4, "reason": "navigator"}
    assert table.events_for("B", "cards_gained") == [public]
    assert len(table.events_for("A", "cards_gained")[0]["cards"]) == 4


def test_the_ability_is_optional() -> None:
    table = navigator()
    table.plays("A", "gather:gold", "end_turn")
    assert table.gold("A") == 9
    assert table.hand("A") == []
