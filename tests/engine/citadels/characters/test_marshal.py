"""The Marshal seizes a district of cost 3 or less and pays its owner."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def marshal(
    mine: str, theirs: str, *, gold: int = 9, card_set: str = "marshal artist", players: int = 4
) -> CitadelsTable:
    """A is the Marshal; A and B have these districts and B has no gold."""
    return position(
        players=players,
        card_set=card_set,
        uniques="great_wall monument museum",
        characters={"A": "marshal"},
        cities={"A": mine, "B": theirs},
        gold={"A": gold, "B": 0},
        turn="marshal",
    )


def seizures(table: CitadelsTable) -> list[str]:
    return [key for key in table.options if key.startswith("seize:")]


@pytest.mark.scenario("T-185")
def test_the_owner_is_paid_the_cost_and_no_tax_is_due() -> None:
    table = marshal("", "manor", gold=3, card_set="marshal tax_collector")
    table.plays("A", "seize:1:manor")
    assert (table.gold("A"), table.gold("B")) == (0, 3)
    assert table.city("A") == ["manor"]
    assert table.city("B") == []
    assert table.view()["taxes"] == 0
    table = marshal("", "manor", gold=4, card_set="marshal tax_collector")
    table.plays("A", "seize:1:manor")
    assert (table.gold("A"), table.view()["taxes"]) == (1, 0)


def test_without_the_cost_there_is_no_seizure() -> None:
    assert seizures(marshal("", "manor church", gold=2)) == ["seize:1:church"]


@pytest.mark.scenario("T-186")
def test_what_cannot_be_seized() -> None:
    table = position(
        card_set="marshal",
        characters={"A": "marshal", "C": "bishop"},
        cities={
            "A": "manor",
            "B": "castle manor keep prison",
            "C": "temple",
            "D": "tavern *6",
        },
        gold={"A": 9},
        completed="D",
        turn="marshal",
    )
    table.refuses(
        "A", "seize:1:castle", "seize:1:manor", "seize:1:keep", "seize:2:temple", "seize:3:tavern"
    )
    assert seizures(table) == ["seize:1:prison"]


@pytest.mark.scenario("T-187")
def test_a_coin_counts_for_the_cost_and_stays_on_the_district() -> None:
    table = marshal("", "manor+ prison+", gold=9)
    table.refuses("A", "seize:1:manor+")
    table.plays("A", "seize:1:prison+")
    assert table.city("A") == ["prison+"]
    assert (table.gold("A"), table.gold("B")) == (6, 3)


@pytest.mark.scenario("T-188")
def test_the_great_wall_costs_1_more_to_the_bank() -> None:
    table = marshal("", "great_wall manor", gold=4)
    table.plays("A", "seize:1:manor")
    assert (table.gold("A"), table.gold("B")) == (0, 3)
    assert table.events_of("seized") == [
        {"seat": 0, "victim": 1, "district": "manor", "gold": 3, "surcharge": 1}
    ]
    assert seizures(marshal("", "great_wall manor", gold=3)) == []


@pytest.mark.scenario("T-189")
def test_a_seizure_may_complete_the_own_city() -> None:
    table = marshal("manor castle palace tavern market docks", "temple", gold=1)
    table.plays("A", "seize:1:temple")
    assert table.completed == ["A"]
    assert table.events_of("city_completed") == [{"seat": 0, "first": True}]


def test_a_beautified_twin_of_the_own_city_bars_a_seizure() -> None:
    assert seizures(marshal("prison+", "prison")) == []
    assert seizures(marshal("prison", "prison+")) == []


def test_the_quarry_does_not_help() -> None:
    assert seizures(marshal("quarry prison", "prison")) == []


def test_own_districts_cannot_be_seized() -> None:
    assert seizures(marshal("temple manor", "")) == []


def test_the_ability_is_used_once_and_uses_no_building_limit() -> None:
    table = position(
        card_set="marshal",
        characters={"A": "marshal"},
        cities={"B": "manor church"},
        hands={"A": "tavern"},
        gold={"A": 9},
    )
    table.plays("A", "seize:1:manor")
    assert seizures(table) == []
    table.plays("A", "gather:gold")
    assert seizures(table) == []
    table.plays("A", "build:tavern")
    assert table.city("A") == ["manor", "tavern"]


def test_a_seized_district_pays_income_to_the_marshal() -> None:
    table = marshal("", "barracks", gold=3)
    table.plays("A", "seize:1:barracks", "income")
    assert table.gold("A") == 1
