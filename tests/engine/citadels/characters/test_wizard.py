"""The Wizard looks at a hand and takes a card of it, or builds it at once."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def wizard(
    victim: str,
    *,
    city: str = "",
    hand: str = "",
    gold: int = 2,
    uniques: str = "",
) -> CitadelsTable:
    """A is the Wizard and has gathered up to this much gold; C holds these cards."""
    table = position(
        card_set="wizard",
        uniques=uniques,
        characters={"A": "wizard", "D": "warlord"},
        cities={"A": city},
        hands={"A": hand, "C": victim},
        gold={"A": gold - 2},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-122")
def test_a_card_of_another_hand_may_be_taken_and_one_district_built_as_usual() -> None:
    table = wizard("palace temple", hand="tavern market", gold=9)
    table.plays("A", "look:2", "take:palace")
    assert table.hand("A") == ["market", "palace", "tavern"]
    assert table.hand("C") == ["temple"]
    table.plays("A", "build:palace")
    table.refuses("A", "build:tavern", "look:2")


@pytest.mark.scenario("T-123")
def test_a_card_built_at_once_is_paid_and_does_not_count_towards_the_limit() -> None:
    table = wizard("palace", hand="church tavern", gold=7)
    table.plays("A", "look:2", "build_at_once:palace", "build:church")
    assert table.city("A") == ["palace", "church"]
    assert table.gold("A") == 0
    assert table.hand("C") == []
    table.refuses("A", "build:tavern")


def test_the_limit_is_not_used_up_by_a_build_before_either() -> None:
    table = wizard("palace", hand="church", gold=7)
    table.plays("A", "build:church", "look:2", "build_at_once:palace")
    assert table.city("A") == ["church", "palace"]


@pytest.mark.scenario("T-124")
def test_identical_districts_may_be_built_at_once_and_from_the_hand() -> None:
    table = wizard("manor", city="manor", hand="manor", gold=6)
    table.plays("A", "look:2", "build_at_once:manor", "build:manor")
    assert table.city("A") == ["manor", "manor", "manor"]
    assert table.gold("A") == 0
    assert table.score("A") == {"districts": 9}


def test_identical_districts_may_be_built_from_the_hand_without_using_the_ability() -> None:
    table = wizard("", city="manor", hand="manor", gold=3)
    table.plays("A", "build:manor")
    assert table.city("A") == ["manor", "manor"]


def test_another_turn_of_the_same_player_may_not_build_identical_districts() -> None:
    table = position(
        players=2,
        card_set="wizard",
        characters={"A": "wizard king", "B": "bishop warlord"},
        cities={"A": "manor"},
        hands={"A": "manor"},
        gold={"A": 9},
        turn="king",
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:manor")


@pytest.mark.scenario("T-125")
def test_the_secret_vault_may_be_taken_and_never_built() -> None:
    table = wizard("secret_vault", gold=9, city="framework", uniques="secret_vault framework")
    table.plays("A", "look:2")
    table.refuses("A", "build_at_once:secret_vault")
    table.plays("A", "take:secret_vault")
    assert table.hand("A") == ["secret_vault"]


@pytest.mark.scenario("T-126")
def test_before_gathering_the_card_may_only_be_taken() -> None:
    table = position(
        card_set="wizard", characters={"A": "wizard"}, hands={"C": "temple"}, gold={"A": 9}
    )
    table.plays("A", "look:2")
    assert table.options == ["take:temple"]
    table.refuses("A", "build_at_once:temple")
    table.plays("A", "take:temple")
    assert table.question == ("A", "gather")
    assert table.hand("A") == ["temple"]
    table.refuses("A", "look:2")


# -- every way to pay


@pytest.mark.scenario("T-127")
def test_the_framework_may_pay_and_leaves_the_limit_unused() -> None:
    table = wizard("town_hall", city="framework", hand="temple", uniques="framework")
    table.plays("A", "look:2", "build_at_once:town_hall")
    assert table.city("A") == ["town_hall"]
    assert table.bottom(1) == ["framework"]
    assert table.gold("A") == 2
    table.plays("A", "build:temple")
    assert table.city("A") == ["town_hall", "temple"]


def test_with_gold_and_framework_the_wizard_chooses_how_to_pay() -> None:
    table = wizard("town_hall", city="framework", gold=5, uniques="framework")
    table.plays("A", "look:2", "build_at_once:town_hall")
    assert table.question == ("A", "payment")
    assert table.options == ["pay:gold", "pay:framework"]
    table.plays("A", "pay:gold")
    assert table.city("A") == ["framework", "town_hall"]
    assert table.gold("A") == 0


def test_what_cannot_be_paid_can_only_be_taken() -> None:
    table = wizard("palace castle", gold=4)
    table.plays("A", "look:2")
    assert table.options == ["take:castle", "take:palace", "build_at_once:castle"]


def test_the_factory_makes_it_cheaper() -> None:
    table = wizard("library", city="factory", gold=5, uniques="factory library")
    table.plays("A", "look:2", "build_at_once:library")
    assert table.gold("A") == 0
    assert table.city("A") == ["factory", "library"]


def test_the_thieves_den_is_paid_with_cards_of_the_wizards_hand() -> None:
    table = wizard("thieves_den palace", hand="temple tavern manor castle", gold=2)
    table.plays("A", "look:2", "build_at_once:thieves_den")
    assert "pay_card:palace" not in table.options
    table.plays("A", *(f"pay_card:{name}" for name in ("temple", "tavern", "manor", "castle")))
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0
    assert table.hand("A") == []
    assert table.hand("C") == ["palace"]


def test_the_thieves_den_is_out_of_reach_with_too_few_cards_and_gold() -> None:
    table = wizard("thieves_den palace", hand="temple tavern manor", gold=2)
    table.plays("A", "look:2")
    table.refuses("A", "build_at_once:thieves_den")
    assert table.offers("take:thieves_den")


def test_the_necropolis_may_be_paid_with_an_own_district() -> None:
    table = wizard("necropolis", city="temple manor", uniques="necropolis")
    table.plays("A", "look:2", "build_at_once:necropolis", "sacrifice:temple")
    assert table.city("A") == ["manor", "necropolis"]
    assert table.gold("A") == 2


def test_the_monument_can_be_built_at_once_beside_4_districts_and_not_beside_5() -> None:
    table = wizard("monument", city="*4", gold=9, uniques="monument")
    table.plays("A", "look:2")
    assert table.offers("build_at_once:monument")
    table = wizard("monument", city="*5", gold=9, uniques="monument")
    table.plays("A", "look:2")
    assert table.options == ["take:monument"]


def test_a_district_built_at_once_is_taxed() -> None:
    table = position(
        card_set="wizard tax_collector",
        characters={"A": "wizard"},
        hands={"C": "temple"},
        gold={"A": 0},
    )
    table.plays("A", "gather:gold", "look:2", "build_at_once:temple")
    assert table.gold("A") == 0
    assert table.view()["taxes"] == 1


def test_a_district_built_at_once_may_complete_the_city() -> None:
    table = wizard("palace", city="*6", gold=5)
    table.plays("A", "look:2", "build_at_once:palace")
    assert table.completed == ["A"]


# -- whose hand, and who sees it


def test_only_another_player_with_cards_may_be_looked_at() -> None:
    table = wizard("temple", hand="palace")
    assert [key for key in table.options if key.startswith("look:")] == ["look:2"]
    table.refuses("A", "look:0", "look:1", "look:3")


def test_the_ability_is_used_once_and_may_be_left_unused() -> None:
    table = wizard("temple tavern")
    table.plays("A", "look:2", "take:temple")
    table.refuses("A", "look:2")
    table = wizard("temple tavern")
    table.plays("A", "end_turn")
    assert table.hand("C") == ["tavern", "temple"]


def test_a_hand_looked_at_must_be_chosen_from() -> None:
    table = wizard("temple tavern")
    table.plays("A", "look:2")
    table.refuses("A", "end_turn", "stop", "take:palace")
    assert table.question == ("A", "wizard_card")


def test_only_the_wizard_sees_the_hand_and_in_no_telling_order() -> None:
    table, other = wizard("temple palace"), wizard("palace temple")
    for each in (table, other):
        each.plays("A", "look:2")
    public = {"kind": "hand_seen", "seat": 0, "victim": 2}
    for letter in ("B", "C", "D", None):
        assert table.events_for(letter, "hand_seen") == [public]
    assert table.events_for("A", "hand_seen") == [{**public, "cards": ["temple", "palace"]}]
    assert table.events_for("A") == other.events_for("A")
    assert table.view("A")["you"]["looking_at"] == ["temple", "palace"]
    assert table.view("A") == other.view("A")
    assert table.options == other.options
    for letter in "BCD":
        assert table.view(letter)["you"]["looking_at"] == []


def test_only_the_two_players_learn_which_card_was_taken() -> None:
    table = wizard("temple palace")
    table.plays("A", "look:2", "take:palace")
    public = {"kind": "card_taken", "seat": 0, "victim": 2, "count": 1}
    assert table.events_for("B", "card_taken") == [public]
    assert table.events_for(None, "card_taken") == [public]
    for letter in "AC":
        assert table.events_for(letter, "card_taken") == [{**public, "cards": ["palace"]}]


def test_the_choice_is_asked_even_of_a_hand_with_one_card() -> None:
    """To pass the question over would show that the cards of the hand are alike."""
    table = wizard("palace palace")
    table.plays("A", "look:2")
    assert table.options == ["take:palace"]
    assert table.question == ("A", "wizard_card")


def test_everybody_sees_what_was_built_and_only_the_two_what_else_was_there() -> None:
    table, other = wizard("palace temple", gold=7), wizard("palace manor", gold=7)
    for each in (table, other):
        each.plays("A", "look:2", "build_at_once:palace")
    assert table.events_of("built") == [{"seat": 0, "district": "palace", "gold": 5}]
    for letter in ("B", "D", None):
        assert table.events_for(letter) == other.events_for(letter)
        assert table.view(letter) == other.view(letter)
