"""Labels say what a choice costs, and what is lost with the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.presentation import PRESENTATION
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, position

BOB = {1: "bob"}


def label(table: CitadelsTable, choice: str, language: str = "en") -> str:
    """The label of an option of the open decision."""
    described = RULES.describe(table.state, table.decision)
    option = next(o for o in described["options"] if o["choice"] == choice)
    return PRESENTATION.label(option, language, BOB)


def after_gathering(character: str, **words: Any) -> CitadelsTable:
    """A table at which A has gathered gold, 2 pieces, as this character."""
    table = position(characters={"A": character}, turn=character, **words)
    table.plays("A", "gather:gold")
    return table


# -- what a district costs


def test_a_build_that_only_the_framework_can_pay_says_so() -> None:
    table = after_gathering(
        "king",
        uniques="framework",
        cities={"A": "framework"},
        hands={"A": "palace"},
        gold={"A": 0},
    )
    assert label(table, "build:palace") == "Build the Palace by destroying the Framework"
    assert label(table, "build:palace", "fr") == "Bâtir le Palais en sacrifiant le Chantier"
    table.plays("A", "build:palace")  # nothing is asked
    assert table.city("A") == ["palace"]


def test_a_build_that_gold_can_pay_too_names_the_gold() -> None:
    table = after_gathering(
        "king", uniques="framework", cities={"A": "framework"}, hands={"A": "manor"}, gold={"A": 1}
    )
    assert label(table, "build:manor") == "Build the Manor (3 gold)"


def test_the_necropolis_names_the_only_district_that_it_can_destroy() -> None:
    words: dict[str, Any] = {"uniques": "necropolis", "hands": {"A": "necropolis"}}
    one = after_gathering("king", cities={"A": "temple+"}, gold={"A": 0}, **words)
    assert label(one, "build:necropolis") == (
        "Build the Necropolis by destroying the Temple (beautified)"
    )
    two = after_gathering("king", cities={"A": "temple prison"}, gold={"A": 0}, **words)
    assert label(two, "build:necropolis") == (
        "Build the Necropolis by destroying one of your districts"
    )
    assert label(two, "build:necropolis", "fr") == (
        "Bâtir la Nécropole en sacrifiant un de vos quartiers"
    )


def test_the_thieves_den_says_how_many_cards_it_takes_at_least() -> None:
    table = after_gathering(
        "king", hands={"A": "thieves_den manor manor manor castle castle"}, gold={"A": 0}
    )
    assert (
        label(table, "build:thieves_den") == "Build the Thieves' Den by giving up at least 4 cards"
    )
    assert label(table, "build:thieves_den", "fr") == (
        "Bâtir le Tripot en donnant au moins 4 cartes"
    )


def test_the_cardinal_is_told_who_lends_and_how_much() -> None:
    words: dict[str, Any] = {"card_set": "cardinal", "hands": {"A": "palace temple manor prison"}}
    one = after_gathering("cardinal", gold={"A": 1, "B": 5, "C": 1, "D": 0}, **words)
    assert label(one, "build:palace") == (
        "Build the Palace with 2 gold from bob for as many of your cards"
    )
    assert label(one, "build:palace", "fr") == (
        "Bâtir le Palais avec 2 pièces d'or de bob contre autant de vos cartes"
    )
    many = after_gathering("cardinal", gold={"A": 1, "B": 5, "C": 2, "D": 0}, **words)
    assert label(many, "build:palace") == (
        "Build the Palace with 2 gold from another player for as many of your cards"
    )


def test_ways_of_several_kinds_are_left_open() -> None:
    table = after_gathering(
        "cardinal",
        card_set="cardinal",
        uniques="framework",
        cities={"A": "framework"},
        hands={"A": "palace temple manor prison"},
        gold={"A": 1, "B": 5},
    )
    assert label(table, "build:palace") == "Build the Palace (not only with gold)"
    assert label(table, "build:palace", "fr") == "Bâtir le Palais (pas seulement avec de l'or)"


def test_the_wizard_is_told_what_building_at_once_destroys() -> None:
    table = after_gathering(
        "wizard",
        card_set="wizard",
        uniques="framework",
        cities={"A": "framework"},
        hands={"B": "palace"},
        gold={"A": 0},
    )
    table.plays("A", "look:1")
    assert label(table, "build_at_once:palace") == (
        "Build the Palace at once by destroying the Framework"
    )


# -- what is lost with the end of a turn


@pytest.mark.parametrize(
    ("words", "english", "french"),
    [
        (
            {"character": "king", "cities": {"A": "manor castle palace"}},
            "your 3 gold of income",
            "votre revenu de 3 pièces d'or",
        ),
        (
            {"character": "patrician", "card_set": "patrician", "cities": {"A": "manor"}},
            "your 1 card of income",
            "votre revenu de 1 carte",
        ),
        (
            {"character": "abbot", "card_set": "abbot", "cities": {"A": "temple church"}},
            "your income of 2 gold or cards",
            "votre revenu de 2 pièces d'or ou cartes",
        ),
        (
            {"character": "merchant", "cities": {"A": "tavern"}},
            "your 1 gold of income or your 1 extra gold",
            "votre revenu de 1 pièce d'or ni votre pièce d'or en plus",
        ),
        (
            {"character": "architect"},
            "your 2 extra cards",
            "vos 2 cartes en plus",
        ),
        (
            {"character": "tax_collector", "card_set": "tax_collector", "taxes": 3, "players": 5},
            "the taxes (3 gold)",
            "les taxes (3 pièces d'or)",
        ),
    ],
    ids=lambda words: words.get("character") if isinstance(words, dict) else "",
)
def test_the_end_of_a_turn_names_what_has_not_been_collected(
    words: dict[str, Any], english: str, french: str
) -> None:
    table = after_gathering(**words)
    assert label(table, "end_turn") == f"End your turn without taking {english}"
    assert label(table, "end_turn", "fr") == f"Terminer le tour sans prendre {french}"


def test_a_turn_in_which_all_was_collected_just_ends() -> None:
    table = after_gathering("merchant", cities={"A": "tavern"})
    table.plays("A", "income", "extra_gold")
    assert label(table, "end_turn") == "End your turn"
    assert label(table, "end_turn", "fr") == "Terminer le tour"


def test_what_has_a_price_is_not_called_lost() -> None:
    table = after_gathering("warlord", cities={"B": "temple"}, hands={"A": "manor"})
    assert table.offers("destroy:1:temple")
    assert label(table, "end_turn") == "End your turn"
