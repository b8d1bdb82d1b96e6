"""While the Tax Collector is in the card set every build is taxed, and the Tax
Collector may take it all.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.testing import CitadelsTable, position


def taxed(card_set: str = "tax_collector", **words: Any) -> CitadelsTable:
    return position(card_set=card_set, **words)


def taxes(table: CitadelsTable) -> int:
    gold = table.view()["taxes"]
    assert isinstance(gold, int)
    return gold


@pytest.mark.scenario("T-198")
def test_a_build_is_taxed_even_if_the_tax_collector_lies_face_up() -> None:
    table = taxed(characters={"B": "bishop"}, hands={"B": "manor"}, gold={"B": 3})
    table.state.face_up = 1 << 9
    assert table.view()["face_up"] == ["tax_collector"]
    table.plays("B", "gather:gold", "build:manor")
    assert table.gold("B") == 1
    assert taxes(table) == 1
    assert table.events_of("taxed") == [{"seat": 1, "gold": 1}]
    table.plays("B", "end_turn")
    assert table.view()["phase"] == "selection"
    assert table.view()["round"] == 2
    assert taxes(table) == 1


def test_the_token_is_filled_on_in_later_rounds() -> None:
    table = taxed(
        players=3, characters={"A": "bishop"}, hands={"A": "tavern temple"}, gold={"A": 9}
    )
    table.plays("A", "gather:gold", "build:tavern", "end_turn")
    while table.view()["phase"] == "selection":
        table.plays(table.question[0], table.options[0])
    while table.question[0] != "A":
        table.ends_turn(table.question[0])
    table.plays("A", "gather:gold", "build:temple")
    assert taxes(table) == 2


@pytest.mark.scenario("T-199")
def test_a_builder_without_gold_left_pays_no_tax() -> None:
    table = taxed(characters={"B": "bishop"}, hands={"B": "manor"}, gold={"B": 1})
    table.plays("B", "gather:gold", "build:manor")
    assert table.gold("B") == 0
    assert taxes(table) == 0
    assert table.city("B") == ["manor"]
    assert table.events_of("taxed") == []


@pytest.mark.scenario("T-200")
def test_every_build_of_a_turn_is_taxed() -> None:
    table = taxed(characters={"A": "architect"}, hands={"A": "temple church"}, gold={"A": 4})
    table.plays("A", "gather:gold", "build:temple", "build:church")
    assert table.gold("A") == 1
    assert taxes(table) == 2


def test_the_tax_leaves_less_for_the_next_build() -> None:
    table = taxed(characters={"A": "architect"}, hands={"A": "temple church"}, gold={"A": 1})
    table.plays("A", "gather:gold", "build:temple")
    assert table.gold("A") == 1
    table.refuses("A", "build:church")


@pytest.mark.scenario("T-201")
def test_the_tax_collector_takes_the_token_and_is_not_taxed() -> None:
    table = taxed(characters={"A": "tax_collector"}, hands={"A": "tavern"}, gold={"A": 0}, taxes=4)
    table.plays("A", "gather:gold", "build:tavern")
    assert (table.gold("A"), taxes(table)) == (1, 4)
    table.plays("A", "collect_taxes")
    assert (table.gold("A"), taxes(table)) == (5, 0)
    table.refuses("A", "collect_taxes")
    assert table.events_of("taxed") == []
    assert table.events_of("gold_gained")[-1] == {"seat": 0, "gold": 4, "reason": "tax_collector"}


def test_the_token_may_be_emptied_before_gathering_or_left_alone() -> None:
    table = taxed(characters={"A": "tax_collector"}, gold={"A": 0}, taxes=4)
    table.plays("A", "collect_taxes", "gather:gold")
    table.refuses("A", "collect_taxes")
    table = taxed(characters={"A": "tax_collector"}, gold={"A": 0}, taxes=4)
    table.plays("A", "gather:gold", "end_turn")
    assert taxes(table) == 4


def test_only_the_tax_collector_takes_the_token_and_not_an_empty_one() -> None:
    taxed(characters={"A": "king"}, taxes=4).refuses("A", "collect_taxes")
    taxed(characters={"A": "tax_collector"}).refuses("A", "collect_taxes")


@pytest.mark.scenario("T-202")
def test_a_build_that_was_not_paid_is_taxed_too() -> None:
    table = taxed(
        uniques="framework",
        characters={"B": "bishop"},
        cities={"B": "framework"},
        hands={"B": "palace"},
        gold={"B": 0},
    )
    table.plays("B", "gather:gold", "build:palace")
    assert table.city("B") == ["palace"]
    assert table.gold("B") == 1
    assert taxes(table) == 1


@pytest.mark.scenario("T-203")
def test_the_other_character_of_the_tax_collectors_player_is_taxed() -> None:
    table = taxed(
        players=3,
        characters={"A": "thief bishop", "B": "king tax_collector", "C": "magician warlord"},
        hands={"B": "manor tavern"},
        gold={"B": 2},
        turn="king",
    )
    table.plays("B", "gather:gold", "build:manor")
    assert table.gold("B") == 0
    assert taxes(table) == 1
    table.plays("B", "end_turn")
    for letter in "AC":
        table.ends_turn(letter)
    table.plays("B", "gather:gold", "build:tavern")
    assert table.gold("B") == 1
    assert taxes(table) == 1
    table.plays("B", "collect_taxes")
    assert table.gold("B") == 2


@pytest.mark.scenario("T-204")
def test_the_token_of_a_killed_tax_collector_stays() -> None:
    table = taxed(
        characters={"A": "assassin", "B": "bishop", "C": "tax_collector"},
        gold={"C": 0},
        taxes=3,
    )
    table.plays("A", "kill:tax_collector")
    table.plays_round_out()
    assert taxes(table) == 3
    assert table.gold("C") == 0


@pytest.mark.scenario("T-204")
def test_builds_are_taxed_in_the_round_in_which_the_tax_collector_is_killed() -> None:
    table = taxed(
        characters={"A": "assassin", "B": "bishop", "C": "tax_collector"},
        hands={"B": "temple"},
        gold={"B": 2, "C": 0},
        taxes=3,
    )
    table.plays("A", "kill:tax_collector")
    table.ends_turn("A")
    table.plays("B", "gather:gold", "build:temple", "end_turn")
    assert table.gold("B") == 2
    assert taxes(table) == 4
    assert table.gold("C") == 0


def test_2_players_play_without_taxes() -> None:
    table = position(
        players=2,
        characters={"A": "king thief", "B": "bishop warlord"},
        hands={"A": "temple"},
        gold={"A": 5},
        turn="king",
    )
    table.plays("A", "gather:gold", "build:temple")
    assert table.gold("A") == 6
    assert taxes(table) == 0


def test_the_gold_of_the_token_is_nobodys() -> None:
    table = taxed(characters={"A": "thief", "C": "tax_collector"}, gold={"A": 0, "C": 1}, taxes=3)
    table.plays("A", "rob:tax_collector")
    table.ends_turn("A")
    assert (table.gold("A"), table.gold("C")) == (3, 0)
    assert taxes(table) == 3
