"""The Thief names a character, and takes the gold of the player who reveals it."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position

TARGETS = ["magician", "king", "bishop", "merchant", "architect", "warlord"]


@pytest.mark.scenario("T-099")
def test_the_whole_stash_is_taken_when_the_character_is_revealed_and_not_later_gains() -> None:
    table = position(
        characters={"A": "thief", "C": "merchant"},
        cities={"C": "tavern market"},
        gold={"A": 1, "C": 5},
        top="temple church",
    )
    table.plays("A", "rob:merchant", "gather:cards", "keep:temple", "end_turn")
    assert table.question == ("C", "gather")
    assert table.gold("A") == 6
    assert table.gold("C") == 0
    table.plays("C", "gather:gold", "income", "extra_gold", "end_turn")
    assert table.gold("C") == 2 + 2 + 1
    assert table.gold("A") == 6


def test_nothing_is_taken_before_the_character_is_revealed() -> None:
    table = position(characters={"A": "thief", "B": "king", "C": "merchant"}, gold={"A": 0, "C": 5})
    table.plays("A", "rob:merchant")
    table.ends_turn("A")
    assert table.question == ("B", "gather")
    assert table.gold("C") == 5
    assert table.view()["marks"] == [{"character": "merchant", "mark": "robbed"}]


def test_everybody_learns_who_took_how_much() -> None:
    table = position(characters={"A": "thief", "C": "merchant"}, gold={"C": 5})
    table.plays("A", "rob:merchant")
    table.ends_turn("A")
    assert table.events_of("rob_named") == [{"seat": 0, "character": "merchant"}]
    assert table.events_of("robbed") == [{"seat": 2, "by": 0, "gold": 5}]


def test_neither_rank_1_nor_the_thief_may_be_named() -> None:
    table = position(characters={"A": "thief"})
    assert [key for key in table.options if key.startswith("rob:")] == [
        f"rob:{name}" for name in TARGETS
    ]
    table.refuses("A", "rob:assassin", "rob:thief")


@pytest.mark.scenario("T-100")
@pytest.mark.parametrize(("rank_1", "keys"), [("assassin", "kill:king"), ("witch", "bewitch:king")])
def test_neither_rank_1_nor_its_victim_nor_the_thief_may_be_named(rank_1: str, keys: str) -> None:
    table = position(card_set=rank_1, characters={"A": "thief", "B": "king", "D": rank_1})
    table.plays("D", "gather:gold", keys)
    if rank_1 == "assassin":
        table.plays("D", "end_turn")
    assert table.question == ("A", "gather")
    table.refuses("A", f"rob:{rank_1}", "rob:king", "rob:thief")
    assert [key for key in table.options if key.startswith("rob:")] == [
        f"rob:{name}" for name in TARGETS if name != "king"
    ]


@pytest.mark.scenario("T-101")
def test_robbing_a_character_nobody_holds_brings_nothing() -> None:
    table = position(characters={"A": "thief", "C": "warlord"}, gold={"A": 1, "C": 5})
    table.plays("A", "rob:merchant")
    table.plays_round_out()
    assert table.gold("A") == 1 + 2
    assert table.events_of("robbed") == []


@pytest.mark.scenario("T-102")
def test_a_coin_on_a_beautified_district_is_in_no_stash() -> None:
    table = position(
        characters={"A": "thief", "C": "warlord"},
        cities={"C": "manor+"},
        gold={"A": 0, "C": 0},
        options={"rank_9": "artist"},
    )
    table.plays("A", "rob:warlord", "gather:gold", "end_turn")
    assert table.gold("A") == 2
    assert table.city("C") == ["manor+"]
    assert table.events_of("robbed") == [{"seat": 2, "by": 0, "gold": 0}]


@pytest.mark.scenario("T-103")
def test_with_2_characters_the_stash_is_taken_at_the_turn_of_the_robbed_one() -> None:
    table = position(
        players=2,
        characters={"A": "assassin thief", "B": "king warlord"},
        hands={"B": "palace"},
        gold={"A": 0, "B": 4},
        robbed="warlord",
        turn="king",
    )
    table.plays("B", "gather:gold", "build:palace")
    assert table.gold("A") == 0
    table.plays("B", "end_turn")
    assert table.question == ("B", "gather")
    assert table.gold("A") == 1
    assert table.gold("B") == 0


@pytest.mark.scenario("T-104")
def test_robbing_ones_own_other_character_changes_nothing() -> None:
    table = position(
        players=2,
        characters={"A": "thief merchant", "B": "king bishop"},
        gold={"A": 3},
    )
    table.plays("A", "rob:merchant", "gather:gold", "end_turn")
    table.ends_turn("B")
    table.ends_turn("B")
    assert table.question == ("A", "gather")
    assert table.gold("A") == 5
    assert table.events_of("robbed") == [{"seat": 0, "by": 0, "gold": 0}]


def test_a_robbed_king_takes_the_crown_all_the_same() -> None:
    table = position(characters={"A": "thief", "B": "king"}, gold={"B": 4}, crown="D")
    table.plays("A", "rob:king")
    table.ends_turn("A")
    assert table.crown == "B"
    assert table.gold("B") == 0
    kinds = [event.kind for event in table.events]
    assert kinds.index("robbed") < kinds.index("crown_moved")


def test_the_robbed_player_takes_a_whole_turn() -> None:
    table = position(
        characters={"A": "thief", "B": "architect"}, hands={"B": "temple tavern"}, gold={"B": 9}
    )
    table.plays("A", "rob:architect")
    table.ends_turn("A")
    table.plays("B", "gather:gold", "build:temple", "build:tavern", "extra_cards", "end_turn")
    assert table.gold("B") == 0
    assert table.city("B") == ["temple", "tavern"]


def test_the_gold_can_only_be_spent_in_a_later_turn() -> None:
    table = position(
        players=2,
        characters={"A": "thief warlord", "B": "king bishop"},
        cities={"B": "palace"},
        gold={"A": 0, "B": 4},
    )
    table.plays("A", "rob:bishop", "gather:gold", "end_turn")
    table.ends_turn("B")
    table.ends_turn("B")
    assert table.gold("A") == 2 + 4 + 2


def test_only_one_character_can_be_robbed_a_turn() -> None:
    table = position(characters={"A": "thief"})
    table.plays("A", "gather:gold", "rob:king")
    table.refuses("A", "rob:bishop", "rob:king")


def test_robbing_is_optional() -> None:
    table = position(characters={"A": "thief", "B": "king"}, gold={"B": 4})
    table.plays("A", "gather:gold", "end_turn")
    assert table.gold("B") == 4


def test_a_thief_who_is_killed_robs_nobody() -> None:
    table = position(characters={"A": "thief", "B": "king", "D": "assassin"}, gold={"B": 4})
    table.plays("D", "kill:thief")
    table.ends_turn("D")
    assert table.question == ("B", "gather")
    assert table.gold("B") == 4
