"""The Seer takes a random card of every other hand and gives one back to each."""

from __future__ import annotations

import pytest

from engine.citadels.testing import SEED, CitadelsTable, position


def seer(
    a: str = "temple manor",
    b: str = "palace castle docks",
    d: str = "tavern",
    *,
    gold: int = 2,
    seed: bytes = SEED,
) -> CitadelsTable:
    """A is the Seer; C has no cards."""
    return position(
        card_set="seer",
        characters={"A": "seer", "D": "warlord"},
        hands={"A": a, "B": b, "D": d},
        gold={"A": gold},
        seed=seed,
    )


def taken_from(table: CitadelsTable, letter: str) -> str:
    """The card that this player knows they lost."""
    event = next(e for e in table.events_for(letter, "card_taken") if "cards" in e)
    (card,) = event["cards"]
    assert isinstance(card, str)
    return card


@pytest.mark.scenario("T-128")
def test_a_card_of_each_hand_is_taken_and_one_given_back_to_each() -> None:
    table = seer()
    table.plays("A", "take_from_all")
    assert len(table.hand("A")) == 4
    assert [len(table.hand(letter)) for letter in "BCD"] == [2, 0, 0]
    assert taken_from(table, "D") == "tavern"
    assert taken_from(table, "B") in table.hand("A")
    table.plays("A", "give:temple", "give:manor")
    assert [len(table.hand(letter)) for letter in "ABCD"] == [2, 3, 0, 1]
    assert "temple" in table.hand("B")
    assert table.hand("D") == ["manor"]
    assert table.question == ("A", "gather")


@pytest.mark.scenario("T-129")
def test_the_card_of_one_player_may_be_given_to_another() -> None:
    table = seer()
    table.plays("A", "take_from_all")
    card = taken_from(table, "B")
    table.plays("A", "give:tavern", f"give:{card}")
    assert "tavern" in table.hand("B")
    assert table.hand("D") == [card]
    assert table.hand("A") == ["manor", "temple"]


@pytest.mark.scenario("T-129")
def test_nothing_else_may_be_done_before_both_have_got_a_card() -> None:
    table = seer()
    table.plays("A", "take_from_all")
    table.refuses("A", "gather:gold", "end_turn", "stop", "pass")
    table.plays("A", "give:temple")
    table.refuses("A", "gather:gold", "end_turn", "stop", "pass")
    table.plays("A", "give:manor", "gather:gold")


def test_the_question_says_who_gets_the_card() -> None:
    table = seer()
    table.plays("A", "take_from_all")
    public = table.rules.describe(table.state, table.decision)
    assert public["about"] == {"seat": 1, "count": 2}
    table.plays("A", "give:temple")
    assert table.rules.describe(table.state, table.decision)["about"] == {"seat": 3, "count": 1}


@pytest.mark.scenario("T-130")
def test_the_seer_builds_two_districts_a_turn() -> None:
    table = seer("temple tavern church", gold=9)
    table.plays("A", "gather:gold", "build:temple", "build:tavern")
    table.refuses("A", "build:church")


def test_every_card_of_a_hand_may_be_the_one_taken() -> None:
    taken = set()
    for number in range(30):
        table = seer(seed=bytes([number] * 32))
        table.plays("A", "take_from_all")
        taken.add(taken_from(table, "B"))
    assert taken == {"palace", "castle", "docks"}


def test_which_card_is_taken_does_not_depend_on_how_the_hand_is_held() -> None:
    one, other = seer(b="palace castle docks"), seer(b="docks palace castle")
    for table in (one, other):
        table.plays("A", "take_from_all")
    assert one.events_for("A") == other.events_for("A")
    assert one.hand("A") == other.hand("A")


def test_an_empty_handed_seer_gives_back_all_that_was_taken() -> None:
    table = seer("")
    table.plays("A", "take_from_all")
    card = taken_from(table, "B")
    table.plays("A", "give:tavern")
    assert table.options == [f"give:{card}"]
    table.plays("A", f"give:{card}")
    assert table.hand("A") == []
    assert table.hand("D") == [card]


def test_a_hand_of_identical_cards_is_asked_about_like_any_other() -> None:
    table = seer("temple", "temple", "temple")
    table.plays("A", "take_from_all")
    assert table.question == ("A", "give_card")
    assert table.options == ["give:temple"]
    table.plays("A", "give:temple")
    assert table.question == ("A", "give_card")


def test_there_is_nothing_to_take_where_all_hands_are_empty() -> None:
    seer("temple", "", "").refuses("A", "take_from_all")


def test_the_ability_is_used_once_before_or_after_gathering() -> None:
    table = seer()
    table.plays("A", "gather:gold", "take_from_all", "give:temple", "give:manor")
    table.refuses("A", "take_from_all")
    table = seer()
    table.plays("A", "take_from_all", "give:temple", "give:manor")
    table.refuses("A", "take_from_all")
    table.plays("A", "gather:gold")
    table.refuses("A", "take_from_all")


def test_a_card_that_was_taken_may_be_built() -> None:
    table = seer("manor", "", "tavern")
    table.plays("A", "gather:gold", "take_from_all", "give:manor", "build:tavern")
    assert table.city("A") == ["tavern"]


def test_each_card_is_known_to_giver_and_taker_only() -> None:
    table = seer()
    table.plays("A", "take_from_all", "give:temple", "give:manor")
    assert [e.get("cards") for e in table.events_for("D", "card_taken")] == [None, ["tavern"]]
    assert [e.get("cards") for e in table.events_for("D", "card_given")] == [None, ["manor"]]
    assert [e.get("cards") for e in table.events_for("B", "card_given")] == [["temple"], None]
    for letter in ("C", None):
        assert table.events_for(letter, "card_taken") == [
            {"kind": "card_taken", "seat": 0, "victim": seat, "count": 1} for seat in (1, 3)
        ]
        assert table.events_for(letter, "card_given") == [
            {"kind": "card_given", "seat": 0, "other": seat, "count": 1} for seat in (1, 3)
        ]
    assert [len(e["cards"]) for e in table.events_for("A", "card_taken")] == [1, 1]


def test_with_2_players_one_card_goes_and_one_comes_back() -> None:
    table = position(
        players=2,
        card_set="seer",
        characters={"A": "seer king", "B": "bishop warlord"},
        hands={"A": "temple", "B": "palace"},
    )
    table.plays("A", "take_from_all", "give:temple")
    assert table.hand("A") == ["palace"]
    assert table.hand("B") == ["temple"]
