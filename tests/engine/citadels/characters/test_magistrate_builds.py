"""What a confiscation does to each way to build and pay, to limits, taxes and the end."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position
from tests.engine.citadels.characters.test_magistrate import built

# -- what cannot be taken


@pytest.mark.scenario("T-082")
@pytest.mark.parametrize("own", ["harbor", "harbor+"])
def test_what_the_magistrate_has_already_is_not_taken(own: str) -> None:
    table = built("merchant", "harbor", cities={"A": own})
    assert table.question == ("A", "confiscate")
    assert table.options == ["pass"]
    table.refuses("A", "confiscate")
    table.plays("A", "pass")
    assert table.city("C") == ["harbor"]
    table = built("merchant", "harbor", cities={"A": "docks"})
    assert table.options == ["confiscate", "pass"]


@pytest.mark.scenario("T-088")
def test_the_quarry_does_not_help_the_magistrate() -> None:
    table = built("merchant", "manor", cities={"A": "quarry manor"})
    assert table.question == ("A", "confiscate")
    assert table.options == ["pass"]
    table.refuses("A", "confiscate")


@pytest.mark.scenario("T-089")
def test_the_monument_is_not_taken_into_a_city_of_5() -> None:
    table = built(
        "merchant", "monument", uniques="monument", cities={"A": "*5", "C": "palace manor castle"}
    )
    assert table.question == ("A", "confiscate")
    assert table.options == ["pass"]
    table = built(
        "merchant", "monument", uniques="monument", cities={"A": "*4", "C": "palace manor castle"}
    )
    table.plays("A", "confiscate")
    assert len(table.city("A")) == 5
    assert table.state.size(0) == 6


# -- unpaid builds


@pytest.mark.scenario("T-084")
def test_a_build_for_the_framework_is_not_paid_and_the_next_one_may_be_taken() -> None:
    table = built(
        "architect",
        "palace",
        uniques="framework",
        cities={"C": "framework"},
        hands={"C": "palace manor"},
    )
    assert table.question == ("C", "payment")
    table.plays("C", "pay:framework")
    assert table.question == ("C", "action")
    assert table.city("C") == ["palace"]
    assert table.gold("C") == 11
    table.plays("C", "build:manor")
    assert table.question == ("A", "confiscate")
    table.plays("A", "confiscate")
    assert table.city("A") == ["manor"]
    assert table.gold("C") == 11
    assert table.city("C") == ["palace"]


@pytest.mark.scenario("T-279")
def test_after_an_unpaid_build_and_a_paid_one_the_third_is_safe() -> None:
    table = built(
        "architect",
        "palace",
        uniques="framework",
        cities={"C": "framework"},
        hands={"C": "palace manor temple"},
    )
    table.plays("C", "pay:framework", "build:manor")
    assert table.options == ["confiscate", "pass"]
    table.plays("A", "pass")
    table.plays("C", "build:temple")
    assert table.question == ("C", "action")
    assert table.city("C") == ["palace", "manor", "temple"]


def test_the_framework_itself_may_be_taken() -> None:
    table = built("king", "framework", uniques="framework")
    table.plays("A", "confiscate")
    assert table.city("A") == ["framework"]


@pytest.mark.scenario("T-085")
def test_a_necropolis_for_a_district_is_not_paid_and_one_for_gold_is() -> None:
    table = built("king", "necropolis", uniques="necropolis", cities={"C": "temple"}, gold={"C": 3})
    assert table.gold("C") == 5
    table.plays("C", "sacrifice:temple")
    assert table.question == ("C", "action")
    assert table.city("C") == ["necropolis"]
    assert table.bottom(1) == ["temple"]

    table = built("king", "necropolis", uniques="necropolis", cities={"C": "temple"}, gold={"C": 3})
    table.plays("C", "pay:gold")
    assert table.question == ("A", "confiscate")
    table.plays("A", "confiscate")
    assert table.city("A") == ["necropolis"]
    assert table.city("C") == ["temple"]
    assert table.gold("C") == 5


# -- what comes back


@pytest.mark.scenario("T-086")
def test_the_gold_for_the_thieves_den_comes_back_and_the_cards_do_not() -> None:
    cards = ["temple", "church", "tavern", "market"]
    table = built(
        "king", "thieves_den", hands={"C": "thieves_den temple church tavern market"}, gold={"C": 0}
    )
    table.plays("C", *[f"pay_card:{card}" for card in cards])
    assert table.question == ("A", "confiscate")
    assert table.gold("C") == 0
    assert table.events_of("paid") == [{"seat": 2, "district": "thieves_den", "gold": 2}]
    table.plays("A", "confiscate")
    assert table.gold("C") == 2
    assert table.hand("C") == []
    assert table.bottom(4) == cards
    assert table.city("A") == ["thieves_den"]


def test_a_thieves_den_paid_with_cards_alone_is_a_paid_build() -> None:
    table = built(
        "king",
        "thieves_den",
        hands={"C": "thieves_den temple church tavern market manor palace"},
        gold={"C": 0},
    )
    cards = ("temple", "church", "tavern", "market", "manor", "palace")
    table.plays("C", *[f"pay_card:{card}" for card in cards])
    assert table.options == ["confiscate", "pass"]
    table.plays("A", "confiscate")
    assert table.gold("C") == 2
    assert table.city("A") == ["thieves_den"]


@pytest.mark.scenario("T-091")
def test_the_alchemist_gets_the_gold_back_at_once_and_not_again() -> None:
    table = built("alchemist", "palace", gold={"C": 3})
    table.plays("A", "confiscate")
    assert table.gold("C") == 5
    table.plays("C", "end_turn")
    assert table.gold("C") == 5
    assert table.city("A") == ["palace"]


def test_the_alchemist_gets_the_gold_back_at_the_end_when_the_magistrate_passes() -> None:
    table = built("alchemist", "palace", gold={"C": 3})
    table.plays("A", "pass")
    assert table.gold("C") == 0
    table.plays("C", "end_turn")
    assert table.gold("C") == 5


@pytest.mark.scenario("T-092")
def test_the_cardinal_keeps_the_borrowed_gold_and_not_the_cards() -> None:
    table = built(
        "cardinal",
        "palace",
        characters={"D": "warlord"},
        hands={"C": "palace temple church tavern"},
        gold={"A": 0, "B": 0, "C": 0, "D": 4},
    )
    table.plays("C", "give:temple", "give:church", "give:tavern")
    assert table.question == ("A", "confiscate")
    table.plays("A", "confiscate")
    assert table.gold("C") == 5
    assert table.gold("D") == 1
    assert table.hand("D") == ["church", "tavern", "temple"]
    assert table.hand("C") == []
    assert table.city("A") == ["palace"]


def test_the_magistrate_may_take_a_district_that_was_paid_with_the_magistrates_gold() -> None:
    table = built(
        "cardinal",
        "manor",
        hands={"C": "manor temple"},
        gold={"A": 4, "B": 0, "C": 0, "D": 0},
    )
    table.plays("C", "give:temple")
    table.plays("A", "confiscate")
    assert (table.gold("A"), table.gold("C")) == (3, 3)
    assert table.city("A") == ["manor"]
    assert table.hand("A") == ["temple"]


# -- the building limit


@pytest.mark.scenario("T-087")
def test_stables_that_are_taken_leave_the_limit_untouched() -> None:
    table = built(
        "king",
        "stables",
        uniques="stables",
        hands={"C": "stables temple church"},
        gold={"C": 3},
    )
    assert table.gold("C") == 5 - 2
    table.plays("A", "confiscate")
    assert table.gold("C") == 5
    assert table.city("A") == ["stables"]
    table.plays("C", "build:temple")
    assert table.question == ("C", "action")
    table.refuses("C", "build:church")


@pytest.mark.scenario("T-093")
def test_a_trade_district_of_the_trader_that_is_taken_leaves_the_limit_untouched() -> None:
    table = built("trader", "market", hands={"C": "market temple tavern church"})
    table.plays("A", "confiscate")
    table.plays("C", "build:temple", "build:tavern")
    table.refuses("C", "build:church")
    assert table.city("C") == ["temple", "tavern"]


@pytest.mark.scenario("T-094")
def test_what_the_wizard_builds_at_once_may_be_taken_and_leaves_the_limit_untouched() -> None:
    table = position(
        card_set="magistrate wizard",
        characters={"A": "magistrate", "C": "wizard"},
        hands={"C": "temple church", "D": "castle manor"},
        gold={"C": 2},
        warrants="wizard! king bishop",
        turn="wizard",
    )
    table.plays("C", "gather:gold", "look:3", "build_at_once:castle")
    assert table.gold("C") == 0
    assert table.options == ["confiscate", "pass"]
    table.plays("A", "confiscate")
    assert table.gold("C") == 4
    assert table.hand("D") == ["manor"]
    assert table.city("A") == ["castle"]
    assert table.hand("C") == ["church", "temple"]
    table.plays("C", "build:temple")
    table.refuses("C", "build:church")


def test_a_district_taken_from_the_architect_counts_as_one_of_the_three() -> None:
    table = built("architect", "temple", hands={"C": "temple church prison tavern"})
    table.plays("A", "confiscate")
    table.plays("C", "build:church", "build:prison")
    table.refuses("C", "build:tavern")


def test_the_same_district_may_be_built_again_once_it_was_taken() -> None:
    table = built("architect", "temple", hands={"C": "temple temple"})
    table.plays("A", "confiscate")
    table.plays("C", "build:temple")
    assert (table.city("A"), table.city("C")) == (["temple"], ["temple"])


# -- the tax


@pytest.mark.scenario("T-095")
@pytest.mark.parametrize(("gold", "tax"), [(2, 1), (0, 0)])
def test_the_magistrate_pays_the_tax_on_a_confiscated_district_if_possible(
    gold: int, tax: int
) -> None:
    table = position(
        card_set="magistrate tax_collector",
        characters={"A": "magistrate", "C": "merchant"},
        hands={"C": "temple"},
        gold={"A": gold, "C": 1},
        top="manor palace",
        warrants="merchant! king bishop",
        turn="merchant",
    )
    table.plays("C", "gather:cards", "keep:manor", "build:temple")
    table.plays("A", "confiscate")
    assert table.gold("C") == 1
    assert table.gold("A") == gold - tax
    assert table.view()["taxes"] == tax
    assert table.events_of("taxed") == [{"seat": 0, "gold": 1}] * tax


def test_the_magistrate_is_taxed_even_in_the_turn_of_the_tax_collector() -> None:
    table = built("tax_collector", "temple", gold={"A": 2, "C": 3})
    table.plays("A", "confiscate")
    assert (table.gold("A"), table.gold("C")) == (1, 5)
    assert table.view()["taxes"] == 1


def test_when_the_magistrate_passes_the_builder_is_taxed() -> None:
    table = built("merchant", "temple", card_set="magistrate tax_collector", gold={"A": 2, "C": 3})
    table.plays("A", "pass")
    assert (table.gold("A"), table.gold("C")) == (2, 3)
    assert table.events_of("taxed") == [{"seat": 2, "gold": 1}]


# -- the end of the match


@pytest.mark.scenario("T-090")
def test_a_city_completed_by_a_confiscation_is_the_first_and_ends_the_match() -> None:
    table = built(
        "merchant",
        "temple",
        characters={"D": "warlord"},
        cities={"A": "palace castle manor docks market harbor"},
    )
    assert table.completed == []
    table.plays("A", "confiscate")
    assert table.completed == ["A"]
    table.plays("C", "end_turn")
    assert table.question == ("D", "gather")
    table.ends_turn("D")
    assert table.over
    assert table.result["breakdown"][0]["completion"] == 4


def test_the_builder_does_not_complete_a_city_with_what_is_taken() -> None:
    table = built("merchant", "palace", cities={"C": "*6"})
    table.plays("A", "confiscate")
    assert table.completed == []
    assert len(table.city("C")) == 6


def test_a_magistrate_with_a_completed_city_may_confiscate() -> None:
    table = built("merchant", "palace", cities={"A": "*7"}, completed="A")
    table.plays("A", "confiscate")
    assert len(table.city("A")) == 8
    assert table.completed == ["A"]


# -- what happens besides


def test_a_district_that_was_taken_does_not_work_for_the_builder() -> None:
    table = built("architect", "factory", hands={"C": "factory library"})
    table.plays("A", "confiscate")
    table.plays("C", "build:library")
    assert [event["gold"] for event in table.events_of("paid")] == [5, 6]
    assert table.gold("C") == 11 - 6


def test_a_district_that_was_taken_works_for_the_magistrate() -> None:
    table = position(
        players=3,
        card_set="magistrate",
        characters={"A": "magistrate architect", "B": "thief bishop", "C": "king warlord"},
        hands={"A": "library", "C": "factory"},
        gold={"A": 9, "C": 9},
        warrants="king! thief bishop",
        turn="king",
    )
    table.plays("C", "gather:gold", "build:factory")
    table.plays("A", "confiscate")
    table.ends_turn("C")
    table.ends_turn("B")
    table.plays("A", "gather:gold", "build:library")
    assert table.gold("A") == 9 + 2 - 5


def test_the_poor_house_looks_at_the_gold_that_came_back() -> None:
    table = built("king", "palace", uniques="poor_house", cities={"C": "poor_house"}, gold={"C": 3})
    assert table.gold("C") == 0
    table.plays("A", "confiscate")
    table.plays("C", "end_turn")
    assert table.gold("C") == 5
