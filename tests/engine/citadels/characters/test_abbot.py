"""The Abbot gains gold or cards for religious districts, and 1 gold of a richest player."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def abbot(
    city: str = "",
    *,
    gold: tuple[int, int, int, int] = (2, 2, 2, 2),
    hand: str = "",
    uniques: str = "",
) -> CitadelsTable:
    """A is the Abbot and has this city; the gold of A, B, C and D."""
    return position(
        card_set="abbot",
        uniques=uniques,
        characters={"A": "abbot", "D": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        gold=dict(zip("ABCD", gold, strict=True)),
        top="palace castle docks",
    )


def tithes(table: CitadelsTable) -> list[str]:
    return [key for key in table.options if key.startswith("tithe:")]


@pytest.mark.scenario("T-142")
def test_income_is_any_mix_of_gold_and_cards_said_beforehand() -> None:
    table = abbot("temple church monastery manor", gold=(0, 0, 0, 0))
    table.refuses("A", "income:4", "income")
    assert table.options[2:] == ["income:0", "income:1", "income:2", "income:3"]
    table.plays("A", "income:2")
    assert table.gold("A") == 2
    assert table.hand("A") == ["palace"]
    table.refuses("A", "income:0", "income:1")


@pytest.mark.parametrize(("choice", "gold", "cards"), [("income:0", 0, 3), ("income:3", 3, 0)])
def test_all_of_it_may_be_gold_or_cards(choice: str, gold: int, cards: int) -> None:
    table = abbot("temple church monastery", gold=(0, 0, 0, 0))
    table.plays("A", choice)
    assert (table.gold("A"), len(table.hand("A"))) == (gold, cards)


@pytest.mark.parametrize(
    ("deck", "incomes"),
    [("", ["income:3"]), ("palace", ["income:2", "income:3"])],
)
def test_no_more_cards_are_offered_than_the_deck_has(deck: str, incomes: list[str]) -> None:
    table = position(
        card_set="abbot",
        characters={"A": "abbot"},
        cities={"A": "temple church monastery"},
        deck=deck,
        turn="abbot",
    )
    assert [key for key in table.options if key.startswith("income")] == incomes


@pytest.mark.scenario("T-143")
def test_the_school_of_magic_pays_one_of_either() -> None:
    table = abbot("temple school_of_magic", gold=(0, 0, 0, 0), uniques="school_of_magic")
    table.refuses("A", "income:3")
    assert table.offers("income:0", "income:2")
    table.plays("A", "income:1")
    assert table.gold("A") == 1
    assert table.hand("A") == ["palace"]


def test_without_religious_districts_there_is_no_income() -> None:
    table = abbot("manor tavern")
    assert not any(key.startswith("income") for key in table.options)


def test_the_gold_is_public_and_the_cards_are_not() -> None:
    table = abbot("temple church", gold=(0, 0, 0, 0))
    table.plays("A", "income:1")
    assert table.events_for("B", "gold_gained") == [
        {"kind": "gold_gained", "seat": 0, "gold": 1, "reason": "income"}
    ]
    assert table.events_for("B", "cards_gained") == [
        {"kind": "cards_gained", "seat": 0, "count": 1, "reason": "income"}
    ]
    assert table.events_for("A", "cards_gained")[0]["cards"] == ["palace"]


@pytest.mark.scenario("T-144")
def test_one_of_the_richest_gives_1_gold_and_the_abbot_says_which() -> None:
    for seat, letter in ((1, "B"), (2, "C")):
        table = abbot(gold=(2, 5, 5, 1))
        assert tithes(table) == ["tithe:1", "tithe:2"]
        table.refuses("A", "tithe:3", "tithe:0")
        table.plays("A", f"tithe:{seat}")
        assert table.gold("A") == 3
        assert table.gold(letter) == 4
        assert sum(map(table.gold, "ABCD")) == 13
        assert tithes(table) == []
        assert table.events_of("gold_taken") == [
            {"seat": 0, "victim": seat, "gold": 1, "reason": "abbot"}
        ]


@pytest.mark.scenario("T-145")
def test_an_abbot_among_the_richest_gets_nothing_until_they_have_less() -> None:
    table = abbot(gold=(3, 5, 0, 0), hand="manor")
    table.plays("A", "gather:gold")
    assert table.gold("A") == table.gold("B") == 5
    table.refuses("A", "tithe:1")
    table.plays("A", "build:manor", "tithe:1")
    assert (table.gold("A"), table.gold("B")) == (3, 4)


def test_an_abbot_who_is_richest_alone_gets_nothing() -> None:
    assert tithes(abbot(gold=(6, 5, 5, 1))) == []
    assert tithes(abbot(gold=(0, 0, 0, 0))) == []


def test_income_and_tithe_are_one_use_each() -> None:
    table = abbot("temple", gold=(0, 5, 0, 0))
    table.plays("A", "tithe:1", "income:1", "gather:gold")
    assert tithes(table) == []
    assert table.gold("A") == 1 + 1 + 2


def test_both_abilities_are_optional() -> None:
    table = abbot("temple", gold=(0, 5, 0, 0))
    table.plays("A", "gather:gold", "end_turn")
    assert (table.gold("A"), table.gold("B")) == (2, 5)
