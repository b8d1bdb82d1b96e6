"""The deciding player sees all they need: costs, cards in transit and the state of the
round.
"""

from __future__ import annotations

from typing import Any

from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, drafting, position


def described(table: CitadelsTable) -> dict[str, dict[str, Any]]:
    """The options of the open decision by their keys."""
    document = RULES.describe(table.state, table.decision)
    return {option["choice"]: option for option in document["options"]}


def test_the_diplomat_sees_what_each_exchange_costs() -> None:
    table = position(
        card_set="diplomat",
        uniques="great_wall",
        characters={"A": "diplomat"},
        cities={"A": "temple church", "B": "manor great_wall"},
        gold={"A": 9},
        turn="diplomat",
    )
    table.plays("A", "exchange:1:manor")
    options = described(table)
    assert options["give_district:temple"]["gold"] == 3
    assert options["give_district:church"]["gold"] == 2


def test_the_magician_sees_the_cards_already_set_aside() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "manor temple"}, turn="magician")
    table.plays("A", "redraw", "discard:manor")
    assert table.view("A")["you"]["looking_at"] == ["manor"]
    assert table.view("B")["you"]["looking_at"] == []
    assert RULES.describe(table.state, table.decision)["about"] == {"cards": ["manor"]}


def test_the_wizard_no_longer_looks_at_the_hand_after_choosing() -> None:
    table = position(
        card_set="wizard magistrate",
        characters={"A": "wizard", "B": "magistrate"},
        hands={"C": "manor temple palace"},
        gold={"A": 9},
        warrants="wizard! king merchant",
        turn="wizard",
    )
    table.plays("A", "gather:gold", "look:2", "build_at_once:manor")
    assert table.question == ("B", "confiscate")
    assert table.view("A")["you"]["looking_at"] == []


def test_the_theater_still_belongs_to_the_selection() -> None:
    table = drafting(
        "king bishop",
        uniques="theater",
        cities={"A": "theater"},
        characters={"A": "thief", "B": "merchant", "C": "warlord"},
        step=3,
    )
    table.plays("D", "keep:king")
    assert table.question == ("A", "theater")
    assert table.view()["phase"] == "selection"


def test_no_income_is_promised_that_the_deck_does_not_have() -> None:
    words: dict[str, Any] = {"cities": {"A": "temple church"}, "hands": {"A": "manor"}}
    cardinal = position(
        card_set="cardinal", characters={"A": "cardinal"}, turn="cardinal", deck="", **words
    )
    assert not cardinal.offers("income")
    abbot = position(
        card_set="abbot", characters={"A": "abbot"}, turn="abbot", deck="palace", **words
    )
    assert not abbot.offers("income:0")
    assert described(abbot)["income:1"]["cards"] == 1
    assert abbot.offers("income:2")
