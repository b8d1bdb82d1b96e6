"""The Thieves' Den: any part of its price may be paid with cards, 1 card for 1 gold."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

SIX = ["temple", "church", "manor", "tavern", "market", "prison"]


def after_gathering(*, hand: str, gold: int) -> CitadelsTable:
    """A, the King, has gathered; on hand are the Den and ``hand``, in the stash is ``gold``."""
    table = position(
        characters={"A": "king", "B": "warlord"},
        hands={"A": f"thieves_den {hand}"},
        gold={"A": 9},
        deck="docks docks harbor",
    )
    table.plays("A", "gather:gold")
    table.state.gold[0] = gold
    return table


def pays(table: CitadelsTable, *cards: str) -> None:
    table.plays("A", *(f"pay_card:{card}" for card in cards))


@pytest.mark.scenario("T-250")
def test_6_cards_pay_all_of_it_and_go_under_the_deck_in_the_order_chosen() -> None:
    table = after_gathering(hand="temple church manor tavern market prison palace", gold=0)
    table.plays("A", "build:thieves_den")
    pays(table, *SIX)
    assert table.city("A") == ["thieves_den"]
    assert table.hand("A") == ["palace"]
    assert table.bottom(6) == SIX


@pytest.mark.scenario("T-250")
def test_no_more_cards_than_the_price_are_taken() -> None:
    table = after_gathering(hand="temple church manor tavern market prison palace", gold=0)
    table.plays("A", "build:thieves_den")
    pays(table, *SIX)
    assert table.question == ("A", "action")
    table.refuses("A", "pay_card:palace")


@pytest.mark.scenario("T-250")
def test_the_den_itself_is_no_payment_card() -> None:
    table = after_gathering(hand="temple church manor tavern market prison", gold=0)
    table.plays("A", "build:thieves_den")
    table.refuses("A", "pay_card:thieves_den")
    short = after_gathering(hand="temple church manor tavern market", gold=0)
    short.refuses("A", "build:thieves_den")


def test_gold_alone_pays_it_and_the_cards_stay() -> None:
    table = after_gathering(hand="temple", gold=7)
    table.plays("A", "build:thieves_den", "pay:gold")
    assert table.gold("A") == 1
    assert table.hand("A") == ["temple"]


def test_without_another_card_there_is_no_question_how_to_pay() -> None:
    table = after_gathering(hand="", gold=6)
    table.plays("A", "build:thieves_den")
    assert table.gold("A") == 0
    assert table.question == ("A", "action")


def test_cards_and_gold_may_be_mixed_as_the_builder_likes() -> None:
    table = after_gathering(hand="temple church manor", gold=5)
    table.plays("A", "build:thieves_den", "pay_card:church", "pay:gold")
    assert table.gold("A") == 0
    assert table.hand("A") == ["manor", "temple"]
    assert table.events_of("built") == [{"seat": 0, "district": "thieves_den", "gold": 5}]


def test_gold_may_pay_only_when_it_covers_the_rest() -> None:
    table = after_gathering(hand="temple church manor", gold=4)
    table.plays("A", "build:thieves_den", "pay_card:temple")
    table.refuses("A", "pay:gold")
    table.plays("A", "pay_card:church", "pay:gold")
    assert table.gold("A") == 0
    assert table.hand("A") == ["manor"]


def test_gold_pays_the_rest_when_the_hand_is_empty() -> None:
    table = after_gathering(hand="temple church", gold=4)
    table.plays("A", "build:thieves_den", "pay_card:temple", "pay_card:church")
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0


def test_with_too_few_cards_and_too_little_gold_it_cannot_be_built() -> None:
    table = after_gathering(hand="temple church", gold=3)
    table.refuses("A", "build:thieves_den")


def test_cards_pay_for_no_other_district() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"A": "thieves_den"},
        hands={"A": "palace temple church"},
        gold={"A": 2},
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:palace")


def test_it_counts_towards_the_building_limit() -> None:
    table = after_gathering(hand="temple", gold=9)
    table.plays("A", "build:thieves_den", "pay:gold")
    table.refuses("A", "build:temple")


def test_the_others_learn_how_many_cards_paid_but_not_which() -> None:
    table = after_gathering(hand="temple church", gold=4)
    table.plays("A", "build:thieves_den", "pay_card:temple", "pay_card:church")
    events = [event for event in table.events if event.kind == "cards_discarded"]
    assert [event.public for event in events] == [{"seat": 0, "count": 1}] * 2
    assert [event.private for event in events] == [
        {0: {"cards": ["temple"]}},
        {0: {"cards": ["church"]}},
    ]


def test_that_all_cards_of_the_hand_are_alike_stays_untold() -> None:
    table = after_gathering(hand="temple temple temple", gold=3)
    table.plays("A", "build:thieves_den")
    assert table.question == ("A", "payment")
    assert table.options == ["pay_card:temple"]
    table.plays("A", "pay_card:temple", "pay_card:temple", "pay_card:temple")
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0


@pytest.mark.scenario("T-251")
def test_the_secret_vault_is_a_card_to_pay_with_like_any_other() -> None:
    table = position(
        uniques="thieves_den secret_vault",
        characters={"A": "king"},
        hands={"A": "thieves_den secret_vault"},
        gold={"A": 3},
    )
    table.plays("A", "gather:gold", "build:thieves_den", "pay_card:secret_vault")
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0
    assert table.bottom(1) == ["secret_vault"]
    assert table.score("A") == {"districts": 6}


def test_it_costs_6_whatever_was_paid() -> None:
    table = after_gathering(hand="temple church manor tavern market prison", gold=0)
    table.plays("A", "build:thieves_den")
    pays(table, *SIX)
    assert table.score("A") == {"districts": 6}
    table.plays("A", "end_turn")
    table.state.gold[1] = 4
    table.refuses("B", "destroy:0:thieves_den")
    table.state.gold[1] = 5
    assert table.offers("destroy:0:thieves_den")
