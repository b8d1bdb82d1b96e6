"""The Warlord earns from military districts and destroys a district of any city."""

from __future__ import annotations

import pytest

from engine.citadels.testing import position


@pytest.mark.scenario("T-169")
def test_destroying_costs_1_less_than_the_district() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"B": "manor temple palace"}, gold={"A": 2}
    )
    assert table.offers("destroy:1:manor", "destroy:1:temple")
    table.refuses("A", "destroy:1:palace")
    table.plays("A", "destroy:1:manor")
    assert table.gold("A") == 0
    assert table.city("B") == ["temple", "palace"]


@pytest.mark.scenario("T-169")
def test_a_district_of_cost_1_is_destroyed_for_nothing() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"B": "manor temple palace"}, gold={"A": 2}
    )
    table.plays("A", "destroy:1:temple")
    assert table.gold("A") == 2


@pytest.mark.scenario("T-170")
def test_a_completed_city_is_safe() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"B": "*7", "C": "*6"},
        gold={"A": 9},
        completed="B",
        turn="warlord",
    )
    table.refuses("A", *(f"destroy:1:{name}" for name in table.city("B")))
    assert table.offers(*(f"destroy:2:{name}" for name in table.city("C")))


@pytest.mark.scenario("T-171")
def test_the_warlord_may_destroy_an_own_district() -> None:
    table = position(characters={"A": "warlord"}, cities={"A": "tavern manor"}, gold={"A": 0})
    table.plays("A", "destroy:0:tavern")
    assert table.city("A") == ["manor"]
    assert table.gold("A") == 0
    assert table.bottom(1) == ["tavern"]


def test_an_own_completed_city_is_safe_too() -> None:
    table = position(characters={"A": "warlord"}, cities={"A": "*7"}, gold={"A": 9}, completed="A")
    assert not any(key.startswith("destroy:0") for key in table.options)


@pytest.mark.scenario("T-172")
def test_nobodys_keep_can_be_destroyed() -> None:
    others = position(characters={"A": "warlord"}, cities={"B": "keep temple"}, gold={"A": 9})
    others.refuses("A", "destroy:1:keep")
    assert others.offers("destroy:1:temple")
    own = position(characters={"A": "warlord"}, cities={"A": "keep temple"}, gold={"A": 9})
    own.refuses("A", "destroy:0:keep")
    assert own.offers("destroy:0:temple")


@pytest.mark.scenario("T-174")
def test_a_beautified_district_costs_1_more_to_destroy_and_its_coin_is_lost() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"B": "manor+"},
        gold={"A": 3, "B": 0},
        options={"rank_9": "artist"},
    )
    table.plays("A", "destroy:1:manor+")
    assert table.gold("A") == 0
    assert table.gold("B") == 0
    assert table.bottom(1) == ["manor"]


def test_2_gold_are_too_few_for_a_beautified_manor() -> None:
    table = position(players=3, characters={"A": "warlord"}, cities={"B": "manor+"}, gold={"A": 2})
    table.refuses("A", "destroy:1:manor+")


@pytest.mark.scenario("T-038")
def test_a_district_may_be_destroyed_before_gathering() -> None:
    table = position(characters={"A": "warlord"}, cities={"B": "temple"}, gold={"A": 1})
    table.plays("A", "destroy:1:temple", "gather:gold")
    assert table.city("B") == []
    assert table.gold("A") == 3


def test_one_district_is_destroyed_a_turn() -> None:
    table = position(characters={"A": "warlord"}, cities={"B": "temple tavern"}, gold={"A": 9})
    table.plays("A", "destroy:1:temple", "gather:gold")
    table.refuses("A", "destroy:1:tavern")


def test_the_district_goes_under_the_deck() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"B": "temple manor"}, deck="palace castle"
    )
    table.plays("A", "destroy:1:manor")
    assert table.bottom(3) == ["palace", "castle", "manor"]


def test_everybody_learns_what_was_destroyed_and_for_how_much() -> None:
    table = position(characters={"A": "warlord"}, cities={"B": "manor"})
    table.plays("A", "destroy:1:manor")
    assert table.events_of("destroyed") == [
        {"seat": 0, "victim": 1, "district": "manor", "gold": 2}
    ]


def test_the_income_counts_the_districts_still_standing() -> None:
    table = position(characters={"A": "warlord"}, cities={"A": "prison watchtower"}, gold={"A": 0})
    table.plays("A", "destroy:0:watchtower", "income")
    assert table.gold("A") == 1


def test_income_and_the_ability_are_one_use_each() -> None:
    table = position(
        characters={"A": "warlord"}, cities={"A": "prison fortress", "B": "manor"}, gold={"A": 0}
    )
    table.refuses("A", "destroy:1:manor")
    table.plays("A", "income", "destroy:1:manor", "gather:gold")
    table.refuses("A", "income")


def test_destroying_is_optional() -> None:
    table = position(characters={"A": "warlord"}, cities={"B": "temple"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.city("B") == ["temple"]


def test_a_destroyed_unique_district_no_longer_works() -> None:
    table = position(
        players=2,
        characters={"A": "king warlord", "B": "bishop thief"},
        cities={"A": "smithy"},
        gold={"A": 9},
        turn="warlord",
    )
    assert table.offers("smithy")
    table.plays("A", "destroy:0:smithy")
    table.refuses("A", "smithy")


@pytest.mark.scenario("T-256")
def test_a_city_completed_this_round_is_safe_and_one_short_of_it_is_not() -> None:
    table = position(
        characters={"A": "magician", "D": "warlord"},
        cities={"A": "*6", "B": "*6"},
        hands={"A": "palace"},
        gold={"A": 5, "D": 9},
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    assert table.question == ("D", "gather")
    table.refuses("D", *(f"destroy:0:{name}" for name in table.city("A")))
    target = table.city("B")[0]
    table.plays("D", f"destroy:1:{target}")
    assert len(table.city("B")) == 5


@pytest.mark.scenario("T-173")
def test_the_great_wall_costs_1_more_for_every_district_of_its_city_itself_included() -> None:
    for district, price in (("temple", 1), ("great_wall", 6)):
        table = position(
            card_set="warlord",
            uniques="great_wall",
            characters={"A": "warlord"},
            cities={"B": "great_wall temple", "C": "tavern"},
            gold={"A": price, "B": 0},
        )
        assert table.offers("destroy:2:tavern")
        table.plays("A", f"destroy:1:{district}")
        assert (table.gold("A"), table.gold("B")) == (0, 0)
        assert table.events_of("destroyed")[0]["gold"] == price


@pytest.mark.scenario("T-173")
def test_without_the_gold_for_the_great_wall_its_city_is_safe() -> None:
    for gold, safe in ((0, "temple"), (5, "great_wall")):
        table = position(
            uniques="great_wall",
            characters={"A": "warlord"},
            cities={"B": "great_wall temple"},
            gold={"A": gold},
        )
        table.refuses("A", f"destroy:1:{safe}")


@pytest.mark.scenario("T-175")
def test_a_destroyed_museum_takes_its_cards_under_the_deck() -> None:
    table = position(
        uniques="museum",
        characters={"A": "warlord"},
        cities={"B": "museum"},
        gold={"A": 3},
        museum={"B": "palace tavern"},
    )
    assert table.score("B") == {"districts": 4, "museum": 2}
    table.plays("A", "destroy:1:museum")
    assert table.gold("A") == 0
    assert table.city("B") == []
    assert table.bottom(3) == ["museum", "palace", "tavern"]
    assert table.score("B") == {"districts": 0}
    assert table.view()["museum_cards"] == 0
    assert table.view("B")["you"]["tucked"] == []


def test_only_who_laid_them_knows_which_cards_came_with_the_museum() -> None:
    for cards in ("palace tavern", "temple manor"):
        table = position(
            uniques="museum",
            characters={"A": "warlord"},
            cities={"B": "museum"},
            gold={"A": 3},
            museum={"B": cards},
        )
        table.plays("A", "destroy:1:museum")
        for letter in ("A", "C", None):
            told = [event for event in table.events_for(letter) if event["kind"] == "destroyed"]
            assert told == [
                {
                    "kind": "destroyed",
                    "seat": 0,
                    "victim": 1,
                    "district": "museum",
                    "gold": 3,
                }
            ]
        assert not any(card in str(table.events_for("A")) for card in cards.split())


def test_a_beautified_keep_is_safe_and_a_beautified_great_wall_works() -> None:
    table = position(
        card_set="artist",
        uniques="keep great_wall",
        characters={"A": "warlord"},
        cities={"B": "keep+", "C": "great_wall+ temple"},
        gold={"A": 9},
    )
    table.refuses("A", "destroy:1:keep+")
    table.plays("A", "destroy:2:temple")
    assert table.gold("A") == 8
