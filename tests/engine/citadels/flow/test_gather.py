"""Gathering gold or cards (rules 6.3)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-034")
def test_gold_means_2_gold() -> None:
    table = position(characters={"A": "king"}, gold={"A": 1})
    table.plays("A", "gather:gold")
    assert table.gold("A") == 3


@pytest.mark.scenario("T-035")
def test_cards_means_2_cards_of_which_1_is_kept_and_the_other_goes_under_the_deck() -> None:
    table = position(characters={"A": "king"}, top="palace temple manor")
    size = len(table.state.deck)
    table.plays("A", "gather:cards")
    assert table.options == ["keep:palace", "keep:temple"]
    table.plays("A", "keep:palace")
    assert table.hand("A") == ["palace"]
    assert table.bottom(1) == ["temple"]
    assert table.top(1) == ["manor"]
    assert len(table.state.deck) == size - 1


@pytest.mark.scenario("T-035")
def test_the_others_see_only_that_a_card_went_from_the_deck_to_the_hand() -> None:
    table = position(characters={"A": "king"}, top="palace temple")
    before = table.view("B")
    table.plays("A", "gather:cards", "keep:palace")
    after = table.view("B")
    assert after["deck_size"] == before["deck_size"] - 1
    assert after["seats"][0] == {**before["seats"][0], "hand_size": 1}
    told = [event for event in table.events_for("B") if event["kind"].startswith("cards_")]
    assert told == [
        {"kind": "cards_drawn", "seat": 0, "count": 2},
        {"kind": "cards_kept", "seat": 0, "count": 1},
    ]
    assert table.events_for("B") == table.events_for(None)


def test_who_gathers_sees_the_cards_while_choosing() -> None:
    table = position(characters={"A": "king"}, top="palace temple")
    table.plays("A", "gather:cards")
    assert table.view("A")["you"]["looking_at"] == ["palace", "temple"]
    assert table.view("B")["you"]["looking_at"] == []
    assert table.events_for("A", "cards_drawn")[0]["cards"] == ["palace", "temple"]
    table.plays("A", "keep:temple")
    assert table.view("A")["you"]["looking_at"] == []
    assert table.bottom(1) == ["palace"]


def test_two_identical_cards_are_asked_about_like_any_other() -> None:
    """To pass the question over would tell everybody that they are identical."""
    table = position(characters={"A": "king"}, top="temple temple")
    table.plays("A", "gather:cards")
    assert table.question == ("A", "keep_card")
    assert table.options == ["keep:temple"]
    table.plays("A", "keep:temple")
    assert table.hand("A") == ["temple"]
    assert table.bottom(1) == ["temple"]


@pytest.mark.scenario("T-043")
def test_the_last_card_of_the_deck_is_kept_without_a_choice() -> None:
    table = position(characters={"A": "king"}, deck="palace")
    table.plays("A", "gather:cards")
    assert table.question == ("A", "action")
    assert table.hand("A") == ["palace"]
    assert len(table.state.deck) == 0


@pytest.mark.scenario("T-044")
def test_with_an_empty_deck_only_gold_can_be_gathered() -> None:
    table = position(characters={"A": "king"}, deck="")
    assert table.options == ["gather:gold"]
    table.refuses("A", "gather:cards")


def test_the_only_thing_left_to_gather_is_still_asked() -> None:
    table = position(characters={"A": "king"}, deck="")
    assert table.question == ("A", "gather")


@pytest.mark.scenario("T-045")
def test_the_bank_never_runs_out() -> None:
    table = position(characters={"A": "king"}, gold=dict.fromkeys("ABCD", 15))
    table.plays("A", "gather:gold")
    assert table.gold("A") == 17


def test_the_library_keeps_both_cards_in_the_order_drawn_and_nothing_is_asked() -> None:
    table = position(characters={"A": "king"}, cities={"A": "library"}, top="palace temple")
    table.plays("A", "gather:cards")
    assert table.question == ("A", "action")
    assert table.view("A")["you"]["hand"] == ["palace", "temple"]


def test_a_library_built_after_gathering_waits_for_the_next_turn() -> None:
    table = position(
        players=2,
        characters={"A": "king warlord", "B": "thief magician"},
        hands={"A": "library"},
        gold={"A": 9},
        top="palace temple manor castle",
        turn="king",
    )
    table.plays("A", "gather:cards", "keep:palace", "build:library")
    assert table.hand("A") == ["palace"]
    table.plays("A", "end_turn", "gather:cards")
    assert table.hand("A") == ["castle", "manor", "palace"]


def test_cards_put_under_the_deck_come_up_again_in_that_order() -> None:
    table = position(
        players=2,
        characters={"A": "king bishop", "B": "thief magician"},
        deck="palace temple manor",
        turn="king",
    )
    table.plays("A", "gather:cards", "keep:palace", "end_turn")
    assert table.top(2) == ["manor", "temple"]
    table.plays("A", "gather:cards", "keep:manor")
    assert table.top(1) == ["temple"]


@pytest.mark.scenario("T-047")
def test_a_gold_mine_built_after_gathering_waits_for_the_next_turn() -> None:
    table = position(
        players=2,
        uniques="gold_mine",
        characters={"A": "king merchant", "B": "thief warlord"},
        hands={"A": "gold_mine"},
        gold={"A": 4},
        turn="king",
    )
    table.plays("A", "gather:gold", "build:gold_mine")
    assert table.gold("A") == 0
    table.plays("A", "end_turn", "gather:gold")
    assert table.gold("A") == 3
