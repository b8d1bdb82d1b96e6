"""The School of Magic: counts as any type for income, and as unique in scoring (R-58)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

GEMS = {"king": "manor", "bishop": "temple", "merchant": "tavern", "warlord": "prison"}


@pytest.mark.scenario("T-244")
@pytest.mark.parametrize(("character", "district"), GEMS.items())
def test_it_pays_every_character_that_has_an_income(character: str, district: str) -> None:
    table = position(
        characters={"A": character}, cities={"A": f"{district} school_of_magic"}, gold={"A": 0}
    )
    table.plays("A", "income")
    assert table.gold("A") == 2


@pytest.mark.scenario("T-244")
def test_in_scoring_it_is_a_unique_district() -> None:
    table = position(cities={"A": "manor temple tavern prison school_of_magic"})
    assert table.score("A") == {"districts": 3 + 1 + 1 + 2 + 6, "all_types": 3}


@pytest.mark.parametrize(
    ("character", "district"),
    [("emperor", "manor"), ("trader", "tavern"), ("diplomat", "prison"), ("marshal", "prison")],
)
def test_it_pays_gold_to_characters_with_an_income_of_gold(character: str, district: str) -> None:
    table = position(
        card_set=character,
        characters={"A": character},
        cities={"A": f"{district} school_of_magic"},
        gold={"A": 0},
    )
    table.plays("A", "income")
    assert table.gold("A") == 2


@pytest.mark.parametrize(
    ("character", "district"), [("patrician", "manor"), ("cardinal", "temple")]
)
def test_it_pays_a_card_to_characters_with_an_income_of_cards(
    character: str, district: str
) -> None:
    table = position(
        card_set=character, characters={"A": character}, cities={"A": f"{district} school_of_magic"}
    )
    table.plays("A", "income")
    assert len(table.hand("A")) == 2
    assert table.gold("A") == 2


def test_the_abbot_chooses_what_it_pays() -> None:
    table = position(
        card_set="abbot", characters={"A": "abbot"}, cities={"A": "school_of_magic"}, gold={"A": 0}
    )
    assert table.offers("income:0", "income:1")
    table.refuses("A", "income:2")
    table.plays("A", "income:0")
    assert len(table.hand("A")) == 1


def test_in_scoring_it_does_not_stand_in_for_a_missing_type() -> None:
    table = position(cities={"A": "manor temple tavern keep school_of_magic"})
    assert "all_types" not in table.score("A")


def test_it_pays_alone() -> None:
    table = position(characters={"A": "king"}, cities={"A": "school_of_magic"}, gold={"A": 0})
    table.plays("A", "income")
    assert table.gold("A") == 1


def test_it_pays_nobody_else() -> None:
    table = position(characters={"A": "king"}, cities={"B": "school_of_magic"})
    table.refuses("A", "income")


def test_it_gives_no_income_to_a_character_without_one() -> None:
    table = position(characters={"A": "architect"}, cities={"A": "school_of_magic"})
    table.refuses("A", "income")


def test_a_beautified_one_pays_no_more() -> None:
    table = position(
        players=3, characters={"A": "king"}, cities={"A": "school_of_magic+"}, gold={"A": 0}
    )
    table.plays("A", "income")
    assert table.gold("A") == 1


def test_built_before_the_income_is_taken_it_pays() -> None:
    table = position(characters={"A": "king"}, hands={"A": "school_of_magic"}, gold={"A": 4})
    table.plays("A", "gather:gold", "build:school_of_magic", "income")
    assert table.gold("A") == 1
