"""The Cardinal gains cards for religious districts, and pays with another player's gold."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

FOUR = "temple tavern manor prison"


def cardinal(
    hand: str,
    *,
    gold: int = 2,
    others: tuple[int, int, int] = (0, 3, 0),
    city: str = "",
    uniques: str = "",
) -> CitadelsTable:
    """A is the Cardinal and has gathered up to this much gold; then the gold of B, C and D."""
    table = position(
        card_set="cardinal",
        uniques=uniques,
        characters={"A": "cardinal", "D": "warlord"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": gold - 2, **dict(zip("BCD", others, strict=True))},
    )
    table.plays("A", "gather:gold")
    return table


@pytest.mark.scenario("T-146")
def test_the_missing_gold_is_taken_of_one_player_for_as_many_cards() -> None:
    table = cardinal(f"palace {FOUR}")
    table.plays("A", "build:palace", "give:temple", "give:tavern", "give:manor")
    assert table.city("A") == ["palace"]
    assert table.gold("A") == 0
    assert table.hand("A") == ["prison"]
    assert table.gold("C") == 0
    assert table.hand("C") == ["manor", "tavern", "temple"]


@pytest.mark.scenario("T-147")
def test_all_of_it_must_come_from_one_player() -> None:
    table = cardinal(f"palace {FOUR}", others=(0, 2, 1))
    table.refuses("A", "build:palace", "borrow:2", "borrow:3")
    assert table.offers("build:manor")
    table = cardinal(f"palace {FOUR}", others=(0, 3, 1))
    assert table.offers("build:palace")


@pytest.mark.scenario("T-148")
def test_who_has_enough_cannot_borrow() -> None:
    table = cardinal(f"palace {FOUR}", gold=5, city="framework", uniques="framework")
    table.plays("A", "build:palace")
    assert table.options == ["pay:gold", "pay:framework"]
    table.refuses("A", "borrow:2")
    table.plays("A", "pay:gold")
    assert (table.gold("A"), table.gold("C")) == (0, 3)


@pytest.mark.scenario("T-149")
def test_there_must_be_a_card_for_every_gold_besides_the_one_that_is_built() -> None:
    table = cardinal("palace temple tavern")
    table.refuses("A", "build:palace", "borrow:2")
    assert table.offers("build:temple")
    table = cardinal("palace temple tavern manor")
    assert table.offers("build:palace")


@pytest.mark.scenario("T-150")
def test_cards_may_pay_part_of_the_thieves_den_and_buy_the_rest() -> None:
    table = position(
        card_set="cardinal",
        characters={"A": "cardinal"},
        hands={"A": f"thieves_den {FOUR}"},
        gold={"A": 1, "B": 0, "C": 2, "D": 0},
        top="market palace",
    )
    table.plays("A", "gather:cards", "keep:market", "build:thieves_den")
    assert not any(key.startswith("borrow") for key in table.options)
    table.plays("A", "pay_card:temple", "pay_card:tavern")
    table.refuses("A", "borrow:2")
    table.plays("A", "pay_card:manor", "borrow:2", "give:prison", "give:market")
    assert table.city("A") == ["thieves_den"]
    assert table.gold("A") == 0
    assert table.hand("A") == []
    assert table.gold("C") == 0
    assert table.hand("C") == ["market", "prison"]
    assert table.bottom(3) == ["temple", "tavern", "manor"]


@pytest.mark.scenario("T-151")
def test_the_school_of_magic_brings_a_card_like_a_religious_district() -> None:
    table = position(
        card_set="cardinal",
        characters={"A": "cardinal"},
        cities={"A": "church school_of_magic"},
        gold={"A": 0},
        top="palace castle docks",
    )
    table.plays("A", "income")
    assert table.hand("A") == ["castle", "palace"]
    assert table.gold("A") == 0
    table.refuses("A", "income")


@pytest.mark.scenario("T-152")
def test_the_factory_leaves_less_to_borrow() -> None:
    table = cardinal("library temple tavern manor", others=(0, 5, 0), city="factory")
    table.plays("A", "build:library", "give:temple", "give:tavern", "give:manor")
    assert table.city("A") == ["factory", "library"]
    assert (table.gold("A"), table.gold("C")) == (0, 2)
    assert table.hand("A") == []
    assert table.events_of("gold_taken") == [
        {"seat": 0, "victim": 2, "gold": 3, "reason": "cardinal"}
    ]


def test_the_factory_makes_the_thieves_den_cheaper_for_cards_and_gold_together() -> None:
    table = cardinal("thieves_den temple tavern manor", others=(0, 2, 0), city="factory")
    table.plays("A", "build:thieves_den", "pay_card:temple")
    table.plays("A", "borrow:2", "give:tavern", "give:manor")
    assert table.city("A") == ["factory", "thieves_den"]
    assert (table.gold("A"), table.gold("C")) == (0, 0)


def test_the_cardinal_says_which_of_several_lenders_pays() -> None:
    table = cardinal(f"palace {FOUR}", others=(3, 3, 9))
    table.plays("A", "build:palace")
    assert table.question == ("A", "payment")
    assert table.options == ["borrow:1", "borrow:2", "borrow:3"]
    table.plays("A", "borrow:3")
    assert (table.gold("B"), table.gold("C"), table.gold("D")) == (3, 3, 6)


def test_the_framework_may_pay_instead_of_a_lender() -> None:
    table = cardinal(f"palace {FOUR}", city="framework", uniques="framework")
    table.plays("A", "build:palace")
    assert table.options == ["borrow:2", "pay:framework"]
    table.plays("A", "pay:framework")
    assert (table.gold("A"), table.gold("C"), len(table.hand("A"))) == (2, 3, 4)


def test_a_second_card_of_the_same_name_may_be_given() -> None:
    table = cardinal("manor manor", others=(0, 1, 0))
    table.plays("A", "build:manor", "give:manor")
    assert table.city("A") == table.hand("C") == ["manor"]


def test_gold_is_borrowed_once_a_turn() -> None:
    hand = f"palace stables {FOUR}"
    table = cardinal(hand, others=(9, 9, 9), gold=6, uniques="stables")
    table.plays("A", "build:palace", "build:stables", "borrow:1", "give:temple")
    assert table.city("A") == ["palace", "stables"]
    table = cardinal(hand, others=(9, 9, 9), gold=4, uniques="stables")
    table.plays("A", "build:palace", "borrow:1", "give:temple")
    table.refuses("A", "build:stables")


def test_the_cards_must_be_given_before_anything_else() -> None:
    table = cardinal(f"palace {FOUR}")
    table.plays("A", "build:palace", "give:temple")
    assert table.question == ("A", "give_card")
    table.refuses("A", "end_turn", "stop", "give:palace")
    assert table.city("A") == []


def test_a_cardinal_without_gold_left_pays_no_tax() -> None:
    table = position(
        card_set="cardinal tax_collector",
        characters={"A": "cardinal"},
        hands={"A": "castle temple tavern"},
        gold={"A": 0, "B": 0, "C": 5, "D": 0},
    )
    table.plays("A", "gather:gold", "build:castle", "give:temple", "give:tavern")
    assert table.city("A") == ["castle"]
    assert (table.gold("A"), table.gold("C"), table.view()["taxes"]) == (0, 3, 0)


def test_the_cards_given_are_known_to_the_two_players_only() -> None:
    table = cardinal("castle temple tavern")
    table.plays("A", "build:castle", "give:temple", "give:tavern")
    public = {"kind": "card_given", "seat": 0, "other": 2, "count": 1}
    for letter in ("B", None):
        assert table.events_for(letter, "card_given") == [public, public]
    for letter in "AC":
        assert [e["cards"] for e in table.events_for(letter, "card_given")] == [
            ["temple"],
            ["tavern"],
        ]


def test_a_hand_of_identical_cards_is_asked_about_like_any_other() -> None:
    table = cardinal("castle temple temple")
    table.plays("A", "build:castle")
    assert table.question == ("A", "give_card")
    assert table.options == ["give:temple"]
    table.plays("A", "give:temple")
    assert table.question == ("A", "give_card")


def test_another_turn_of_the_same_player_cannot_borrow() -> None:
    table = position(
        players=2,
        card_set="cardinal",
        characters={"A": "cardinal warlord", "B": "thief king"},
        hands={"A": f"palace {FOUR}"},
        gold={"A": 0, "B": 9},
        turn="warlord",
    )
    table.plays("A", "gather:gold")
    table.refuses("A", "build:palace")
