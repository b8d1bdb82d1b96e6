"""The Witch as each of the others: its abilities, passive effects and limits, from her own seat."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.testing import position
from tests.engine.citadels.characters.test_witch import resumed

# -- rank 2 and 3


@pytest.mark.scenario("T-071")
def test_as_the_thief_she_names_the_target_and_gets_the_gold() -> None:
    table = position(
        card_set="witch",
        characters={"A": "witch", "B": "thief", "C": "merchant"},
        gold={"A": 2, "B": 2, "C": 4},
        bewitched="thief",
        turn="thief",
    )
    table.plays("B", "gather:gold")
    table.refuses("A", "rob:thief", "rob:witch")
    table.plays("A", "rob:merchant", "end_turn")
    assert table.question == ("C", "gather")
    assert table.gold("A") == 2 + 4
    assert table.gold("B") == 2 + 2
    assert table.gold("C") == 0
    assert table.events_of("robbed") == [{"seat": 2, "by": 0, "gold": 4}]


def test_as_the_thief_she_may_rob_the_other_character_of_the_bewitched_one_but_not_her_own() -> (
    None
):
    words: dict[str, Any] = {
        "players": 3,
        "card_set": "witch",
        "characters": {"A": "witch merchant", "B": "thief king", "C": "bishop warlord"},
        "bewitched": "thief",
        "turn": "thief",
    }
    table = position(gold={"A": 0, "B": 3}, **words)
    table.plays("B", "gather:gold")
    table.plays("A", "rob:king", "end_turn")
    assert table.question == ("B", "gather")
    assert (table.gold("A"), table.gold("B")) == (5, 0)

    table = position(gold={"A": 3, "B": 0}, **words)
    table.plays("B", "gather:gold")
    table.plays("A", "rob:merchant", "end_turn")
    table.ends_turn("B")
    table.ends_turn("C")
    assert table.question == ("A", "gather")
    assert table.gold("A") == 3
    assert table.events_of("robbed") == [{"seat": 0, "by": 0, "gold": 0}]


def test_as_the_spy_she_gets_the_gold_and_the_cards() -> None:
    table = resumed(
        "spy", hands={"B": "manor castle", "C": "palace"}, gold={"B": 5}, top="temple church"
    )
    assert table.offers("spy:2:noble")
    table.refuses("A", "spy:0:noble")
    table.plays("A", "spy:1:noble")
    assert table.gold("A") == 2 + 2
    assert table.hand("A") == ["church", "temple"]


@pytest.mark.scenario("T-070")
def test_as_the_blackmailer_she_lays_the_threats_and_is_bribed() -> None:
    table = position(
        card_set="witch blackmailer",
        characters={"A": "witch", "B": "blackmailer", "C": "merchant", "D": "king"},
        gold={"A": 0, "B": 0, "C": 3},
        bewitched="blackmailer",
        turn="blackmailer",
    )
    table.plays("B", "gather:gold")
    assert table.question == ("A", "action")
    table.refuses("A", "threaten:witch", "threaten:blackmailer")
    table.plays("A", "threaten:merchant", "blank:king", "end_turn")
    assert table.view("A")["you"]["faces"] == {"flower": "merchant"}
    assert table.view("B")["you"]["faces"] == {}
    table.plays("D", "gather:gold", "refuse")
    table.plays("A", "pass")
    table.plays("D", "end_turn")
    table.plays("C", "gather:gold")
    assert table.gold("C") == 5
    assert table.question == ("C", "bribe")
    table.plays("C", "bribe")
    assert table.gold("A") == 2
    assert table.gold("B") == 2
    assert table.gold("C") == 3
    assert table.events_of("bribed") == [{"seat": 2, "by": 0, "gold": 2}]


def test_as_the_blackmailer_she_reveals_the_threat_and_takes_the_stash() -> None:
    table = position(
        card_set="witch blackmailer",
        characters={"A": "witch", "B": "blackmailer", "C": "merchant"},
        gold={"A": 0, "B": 0, "C": 3},
        bewitched="blackmailer",
        threats="king merchant!",
        turn="merchant",
    )
    table.plays("C", "gather:gold", "refuse")
    assert table.question == ("A", "reveal_threat")
    table.plays("A", "reveal")
    assert (table.gold("A"), table.gold("B"), table.gold("C")) == (5, 0, 0)


def test_as_the_blackmailer_she_may_threaten_the_other_character_of_the_bewitched_one() -> None:
    table = position(
        players=3,
        card_set="witch blackmailer",
        characters={"A": "witch bishop", "B": "blackmailer king", "C": "merchant warlord"},
        gold={"A": 0, "B": 2},
        bewitched="blackmailer",
        turn="blackmailer",
    )
    table.plays("B", "gather:gold")
    table.plays("A", "threaten:king", "blank:bishop", "end_turn")
    table.plays("B", "gather:gold", "bribe", "end_turn")
    assert (table.gold("A"), table.gold("B")) == (3, 3)
    assert table.question == ("A", "gather")
    table.plays("A", "gather:gold")
    assert table.question == ("A", "action")


@pytest.mark.scenario("T-075")
def test_as_the_magician_she_swaps_her_own_hand() -> None:
    table = resumed("magician", hands={"A": "temple", "C": "palace manor"})
    table.plays("A", "swap:2")
    assert table.hand("A") == ["manor", "palace"]
    assert table.hand("C") == ["temple"]


def test_as_the_wizard_she_builds_at_once_from_another_hand_and_identical_districts() -> None:
    table = resumed(
        "wizard",
        cities={"A": "temple"},
        hands={"A": "temple", "C": "castle"},
        gold={"A": 5},
    )
    table.plays("A", "look:2", "build_at_once:castle", "build:temple")
    assert table.city("A") == ["temple", "castle", "temple"]
    assert table.gold("A") == 0
    assert table.hand("C") == []


def test_as_the_seer_she_takes_from_all_gives_to_all_and_may_build_two_districts() -> None:
    table = resumed(
        "seer", hands={"A": "temple church prison", "B": "manor", "C": "palace"}, gold={"A": 9}
    )
    table.plays("A", "take_from_all", "give:manor", "give:palace", "build:temple", "build:church")
    assert (table.hand("B"), table.hand("C")) == (["manor"], ["palace"])
    table.refuses("A", "build:prison")


# -- rank 4


@pytest.mark.scenario("T-064")
@pytest.mark.scenario("T-065")
@pytest.mark.parametrize("character", ["king", "patrician"])
def test_the_bewitched_one_takes_the_crown_and_she_the_income_of_her_own_city(
    character: str,
) -> None:
    table = position(
        card_set=f"witch {character}",
        characters={"A": "witch", "C": character},
        cities={"A": "manor castle", "C": "manor castle palace"},
        crown="D",
        top="temple church",
        bewitched=character,
        turn=character,
    )
    assert table.crown == "C"
    table.plays("C", "gather:gold")
    table.plays("A", "income", "end_turn")
    assert table.crown == "C"
    cards = character == "patrician"
    assert table.gold("A") == (2 if cards else 4)
    assert table.hand("A") == (["church", "temple"] if cards else [])
    assert table.gold("C") == 2 + 2
    assert table.hand("C") == []


@pytest.mark.scenario("T-066")
def test_as_the_emperor_she_gives_the_crown_and_takes_the_resource() -> None:
    table = resumed("emperor", crown="B", gold={"A": 0, "D": 2})
    table.refuses("A", "crown:0:gold", "crown:0:nothing", "crown:1:gold")
    assert table.offers("crown:2:gold", "crown:3:gold")
    table.plays("A", "crown:3:gold")
    assert table.crown == "D"
    assert table.gold("D") == 1
    assert table.gold("A") == 1


@pytest.mark.scenario("T-067")
def test_as_the_emperor_she_cannot_end_the_turn_before_the_crown_is_given() -> None:
    table = resumed("emperor", crown="B", cities={"A": "manor"}, hands={"A": "temple"})
    table.refuses("A", "end_turn")
    table.plays("A", "income", "build:temple")
    table.refuses("A", "end_turn")
    table.plays("A", "crown:2:gold", "end_turn")
    assert table.crown == "C"


# -- rank 5 and 6


@pytest.mark.scenario("T-068")
def test_as_the_bishop_her_city_is_protected_and_not_that_of_the_bewitched_one() -> None:
    table = resumed(
        "bishop",
        characters={"D": "warlord"},
        cities={"A": "temple", "C": "temple"},
        gold={"D": 5},
    )
    table.plays("A", "income", "end_turn")
    assert table.gold("A") == 3
    assert table.question == ("D", "gather")
    table.refuses("D", "destroy:0:temple")
    table.plays("D", "destroy:2:temple")
    assert table.city("C") == []


def test_a_bishop_that_nobody_holds_does_not_protect_the_witch() -> None:
    table = position(
        card_set="witch",
        characters={"A": "witch", "D": "warlord"},
        cities={"A": "temple"},
        bewitched="bishop",
        turn="warlord",
    )
    assert table.offers("destroy:0:temple")


def test_as_the_abbot_she_chooses_the_mix_and_takes_of_the_richest() -> None:
    table = resumed(
        "abbot", cities={"A": "temple church", "C": "monastery"}, gold={"D": 9}, top="manor"
    )
    table.plays("A", "income:1", "tithe:3")
    assert table.gold("A") == 2 + 1 + 1
    assert table.hand("A") == ["manor"]
    assert table.gold("D") == 8


def test_as_the_cardinal_she_gives_cards_of_her_own_hand_for_what_is_missing() -> None:
    table = resumed("cardinal", hands={"A": "palace temple church"}, gold={"A": 3, "D": 5})
    table.plays("A", "build:palace", "borrow:3", "give:temple", "give:church")
    assert table.city("A") == ["palace"]
    assert (table.gold("A"), table.gold("D")) == (0, 3)
    assert table.hand("D") == ["church", "temple"]


def test_as_the_trader_her_trade_districts_do_not_count_towards_the_limit() -> None:
    table = resumed("trader", hands={"A": "tavern market temple church"}, gold={"A": 9})
    table.plays("A", "build:tavern", "build:temple", "build:market")
    table.refuses("A", "build:church")
    table.plays("A", "income")
    assert table.gold("A") == 9 - 1 - 1 - 2 + 2


@pytest.mark.scenario("T-072")
def test_as_the_alchemist_she_gets_back_what_she_paid_after_the_poor_house() -> None:
    table = resumed(
        "alchemist",
        uniques="poor_house",
        cities={"A": "poor_house"},
        hands={"A": "palace"},
        gold={"A": 5},
    )
    table.plays("A", "build:palace", "end_turn")
    assert table.gold("A") == 6
    assert table.gold("C") == 4
    gains = [event for event in table.events_of("gold_gained") if event["seat"] == 0]
    assert [(event["reason"], event["gold"]) for event in gains] == [
        ("poor_house", 1),
        ("alchemist", 5),
    ]


# -- rank 7 to 9


@pytest.mark.scenario("T-069")
@pytest.mark.parametrize(("gains", "gold", "cards"), [("gold", 13, 2), ("cards", 9, 6)])
def test_as_the_navigator_she_takes_4_gold_or_4_cards_and_builds_nothing_at_all(
    gains: str, gold: int, cards: int
) -> None:
    table = resumed("navigator", uniques="stables", hands={"A": "stables temple"}, gold={"A": 9})
    assert table.options == ["end_turn", "navigate:gold", "navigate:cards"]
    table.refuses("A", "build:stables", "build:temple")
    table.plays("A", f"navigate:{gains}")
    assert table.gold("A") == gold
    assert len(table.hand("A")) == cards
    assert table.options == ["end_turn"]


def test_as_the_scholar_she_keeps_a_card_and_may_build_two_districts() -> None:
    table = resumed(
        "scholar",
        hands={"A": "temple church"},
        gold={"A": 9},
        top="prison manor castle palace docks market harbor",
    )
    table.plays("A", "study", "keep:prison", "build:temple", "build:church")
    table.refuses("A", "build:prison")


def test_as_the_warlord_she_pays_and_earns_herself() -> None:
    table = resumed("warlord", cities={"A": "prison", "C": "manor fortress"}, gold={"A": 2})
    table.plays("A", "income", "destroy:2:manor")
    assert table.gold("A") == 2 + 1 - 2
    assert table.city("C") == ["fortress"]


def test_as_the_diplomat_she_exchanges_a_district_of_her_own_city() -> None:
    table = resumed("diplomat", cities={"A": "temple", "C": "manor"}, gold={"A": 2})
    table.plays("A", "exchange:2:manor")
    assert (table.city("A"), table.city("C")) == (["manor"], ["temple"])
    assert (table.gold("A"), table.gold("C")) == (0, 4 + 2)


def test_as_the_marshal_she_seizes_a_district_for_her_own_city() -> None:
    table = resumed("marshal", cities={"C": "manor"}, gold={"A": 3})
    table.plays("A", "seize:2:manor")
    assert (table.city("A"), table.city("C")) == (["manor"], [])
    assert (table.gold("A"), table.gold("C")) == (0, 4 + 3)


@pytest.mark.scenario("T-078")
def test_as_the_queen_she_looks_at_the_neighbors_of_her_own_seat() -> None:
    table = resumed("queen", players=5, characters={"B": "king"}, gold={"A": 0})
    table.plays("A", "queen_gold", "end_turn")
    assert table.gold("A") == 3


def test_as_the_queen_the_neighbors_of_the_bewitched_one_do_not_count() -> None:
    table = resumed("queen", players=5, characters={"D": "king"})
    table.refuses("A", "queen_gold")
    assert table.options == ["end_turn"]


def test_as_the_queen_a_bewitched_rank_4_was_revealed_by_its_holder() -> None:
    table = position(
        players=5,
        card_set="witch queen",
        characters={"A": "queen", "C": "witch", "E": "king"},
        bewitched="king",
        turn="king",
    )
    table.plays("E", "gather:gold")
    table.plays("C", "end_turn")
    table.plays("A", "gather:gold", "queen_gold")
    assert table.gold("A") == 2 + 2 + 3


def test_as_the_artist_she_beautifies_her_own_districts() -> None:
    table = resumed("artist", cities={"A": "manor", "C": "temple"}, gold={"A": 2})
    table.plays("A", "beautify:manor")
    assert table.city("A") == ["manor+"]
    assert table.gold("A") == 1


@pytest.mark.scenario("T-074")
def test_as_the_tax_collector_she_takes_the_gold_and_is_not_taxed() -> None:
    table = resumed("tax_collector", hands={"A": "tavern"}, gold={"A": 2}, taxes=3)
    table.plays("A", "build:tavern", "collect_taxes")
    assert table.gold("A") == 2 - 1 + 3
    assert table.view()["taxes"] == 0
    assert table.events_of("taxed") == []


def test_as_anybody_else_she_is_taxed_herself() -> None:
    table = resumed("merchant", card_set="tax_collector", hands={"A": "tavern"}, gold={"A": 2})
    table.plays("A", "build:tavern")
    assert table.gold("A") == 0
    assert table.view()["taxes"] == 1
    assert table.events_of("taxed") == [{"seat": 0, "gold": 1}]


@pytest.mark.parametrize("character", ["thief", "magician", "king", "merchant", "warlord"])
def test_as_a_character_of_limit_1_she_builds_one_district(character: str) -> None:
    table = resumed(character, hands={"A": "temple church"}, gold={"A": 9})
    table.plays("A", "build:temple")
    table.refuses("A", "build:church")
