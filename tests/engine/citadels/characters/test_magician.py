"""The Magician swaps hands with another player, or redraws."""

from __future__ import annotations

import pytest

from engine.citadels.older import RULES_1
from engine.citadels.testing import position

FIVE = "church market palace prison tavern"


@pytest.mark.scenario("T-118")
def test_a_swap_takes_the_whole_hand_and_gives_the_own_one() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple", "C": FIVE})
    table.plays("A", "swap:2")
    assert table.hand("A") == FIVE.split()
    assert table.hand("C") == ["temple"]


@pytest.mark.scenario("T-118")
def test_only_the_two_players_of_a_swap_see_the_cards() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple", "C": FIVE})
    table.plays("A", "swap:2")
    public = {"kind": "hands_swapped", "seat": 0, "other": 2}
    assert table.events_for("B", "hands_swapped") == [public]
    assert table.events_for(None, "hands_swapped") == [public]
    (mine,) = table.events_for("A", "hands_swapped")
    (theirs,) = table.events_for("C", "hands_swapped")
    assert sorted(mine["cards"]) == FIVE.split()
    assert theirs["cards"] == ["temple"]


def test_the_swapped_hands_do_not_keep_the_order_in_which_their_cards_came() -> None:
    one = position(characters={"A": "magician"}, hands={"C": "temple palace manor"})
    other = position(characters={"A": "magician"}, hands={"C": "manor temple palace"})
    one.plays("A", "swap:2")
    other.plays("A", "swap:2")
    assert one.view("A")["you"]["hand"] == other.view("A")["you"]["hand"]


@pytest.mark.scenario("T-119")
def test_an_empty_hand_may_be_swapped() -> None:
    table = position(characters={"A": "magician"}, hands={"C": "temple manor tavern"})
    table.plays("A", "swap:2")
    assert table.hand("A") == ["manor", "tavern", "temple"]
    assert table.hand("C") == []


def test_a_hand_may_be_given_for_an_empty_one() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple manor"})
    table.plays("A", "swap:3")
    assert table.hand("A") == []
    assert table.hand("D") == ["manor", "temple"]


def test_two_empty_hands_are_not_swapped() -> None:
    one = position(characters={"A": "magician"}, hands={"C": "temple"})
    assert [key for key in one.options if key.startswith("swap:")] == ["swap:2"]
    none = position(characters={"A": "magician"})
    assert none.options == ["gather:gold", "gather:cards"]
    none.refuses("A", "swap:1")


def test_in_the_first_version_two_empty_hands_may_be_swapped() -> None:
    table = position(characters={"A": "magician"}, rules=RULES_1)
    assert table.offers("swap:1", "swap:2", "swap:3")


def test_nobody_swaps_with_themselves() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple"})
    assert [key for key in table.options if key.startswith("swap:")] == [
        "swap:1",
        "swap:2",
        "swap:3",
    ]
    table.refuses("A", "swap:0")


@pytest.mark.scenario("T-120")
def test_redrawing_puts_cards_under_the_deck_and_takes_as_many_from_the_top() -> None:
    table = position(
        characters={"A": "magician"},
        hands={"A": "temple manor tavern prison"},
        top="palace castle docks",
    )
    table.plays("A", "redraw", "discard:tavern", "discard:temple", "discard:prison", "stop")
    assert table.hand("A") == ["castle", "docks", "manor", "palace"]
    assert table.bottom(3) == ["tavern", "temple", "prison"]
    table.refuses("A", "swap:2", "redraw")
    table.plays("A", "gather:gold")
    table.refuses("A", "swap:2", "redraw")


def test_who_has_swapped_can_neither_swap_again_nor_redraw() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple", "C": FIVE})
    table.plays("A", "swap:2")
    table.refuses("A", "redraw", "swap:2", "swap:1")


@pytest.mark.scenario("T-121")
def test_when_the_deck_runs_out_the_own_discards_come_back() -> None:
    table = position(
        characters={"A": "magician"}, hands={"A": "temple manor tavern"}, deck="palace"
    )
    table.plays("A", "redraw", "discard:manor", "discard:tavern", "discard:temple")
    assert table.hand("A") == ["manor", "palace", "tavern"]
    assert len(table.state.deck) == 1
    assert table.bottom(1) == ["temple"]


def test_at_least_one_card_is_redrawn() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple manor"})
    table.plays("A", "redraw")
    table.refuses("A", "stop")
    table.plays("A", "discard:temple")
    assert table.offers("discard:manor", "stop")


def test_the_new_cards_are_drawn_when_all_discards_are_chosen() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple manor"}, top="palace castle")
    table.plays("A", "redraw", "discard:temple")
    table.refuses("A", "discard:palace")
    table.plays("A", "discard:manor")
    assert table.hand("A") == ["castle", "palace"]
    assert table.question == ("A", "gather")


def test_a_hand_of_identical_cards_is_asked_about_like_any_other() -> None:
    """To pass the question over would tell everybody that they are identical."""
    table = position(characters={"A": "magician"}, hands={"A": "temple temple"})
    table.plays("A", "redraw")
    assert table.question == ("A", "discard_card")
    assert table.options == ["discard:temple"]


def test_there_is_nothing_to_redraw_with_an_empty_hand() -> None:
    position(characters={"A": "magician"}).refuses("A", "redraw")


def test_the_others_learn_only_how_many_cards_are_redrawn() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple manor"}, top="palace castle")
    table.plays("A", "redraw", "discard:temple", "stop")
    assert table.events_for("B", "cards_discarded") == [
        {"kind": "cards_discarded", "seat": 0, "count": 1}
    ]
    assert table.events_for("B", "cards_gained") == [
        {"kind": "cards_gained", "seat": 0, "count": 1, "reason": "magician"}
    ]
    assert table.events_for("A", "cards_gained")[0]["cards"] == ["palace"]


def test_a_swapped_card_may_be_built_in_the_same_turn() -> None:
    table = position(characters={"A": "magician"}, hands={"C": "tavern"})
    table.plays("A", "swap:2", "gather:gold", "build:tavern")
    assert table.city("A") == ["tavern"]


def test_a_swap_may_follow_gathering_and_building() -> None:
    table = position(
        characters={"A": "magician"}, hands={"A": "temple manor", "C": FIVE}, gold={"A": 1}
    )
    table.plays("A", "gather:gold", "build:temple", "swap:2")
    assert table.hand("C") == ["manor"]
    table.refuses("A", "build:tavern")


def test_the_ability_is_optional() -> None:
    table = position(characters={"A": "magician", "B": "king"}, hands={"A": "temple", "B": FIVE})
    table.plays("A", "gather:gold", "end_turn")
    assert table.hand("A") == ["temple"]
    assert table.question == ("B", "gather")
