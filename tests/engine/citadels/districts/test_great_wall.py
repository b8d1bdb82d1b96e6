"""The Great Wall: rank 8 pays the bank 1 more to touch a district of its city."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def raid(gold: int, *, mine: str = "", theirs: str = "great_wall temple") -> CitadelsTable:
    """A, the Warlord with ``gold``, has one city, and B the other."""
    return position(
        uniques="great_wall armory",
        characters={"A": "warlord"},
        cities={"A": mine, "B": theirs},
        gold={"A": gold, "B": 0},
        turn="warlord",
    )


@pytest.mark.scenario("T-173")
def test_the_warlord_pays_1_more_for_any_district_beside_it() -> None:
    raid(0).refuses("A", "destroy:1:temple")
    table = raid(1)
    table.plays("A", "destroy:1:temple")
    assert (table.gold("A"), table.gold("B")) == (0, 0)
    assert table.events_of("destroyed")[0]["gold"] == 1


@pytest.mark.scenario("T-173")
def test_it_protects_itself_as_well() -> None:
    raid(5).refuses("A", "destroy:1:great_wall")
    table = raid(6)
    table.plays("A", "destroy:1:great_wall")
    assert (table.gold("A"), table.gold("B")) == (0, 0)
    assert table.city("B") == ["temple"]


@pytest.mark.scenario("T-220")
def test_its_own_player_pays_more_too() -> None:
    raid(0, mine="great_wall temple", theirs="").refuses("A", "destroy:0:temple")
    table = raid(1, mine="great_wall temple", theirs="")
    table.plays("A", "destroy:0:temple")
    assert table.gold("A") == 0
    assert table.city("A") == ["great_wall"]


def test_other_cities_cost_what_they_did() -> None:
    table = raid(0, mine="great_wall", theirs="temple")
    assert table.offers("destroy:1:temple")


def test_once_it_is_gone_nothing_more_is_asked() -> None:
    table = position(
        uniques="great_wall armory",
        characters={"A": "warlord"},
        cities={"A": "armory", "B": "great_wall temple"},
        gold={"A": 0},
        turn="warlord",
    )
    table.refuses("A", "destroy:1:temple")
    table.plays("A", "armory:1:great_wall", "destroy:1:temple")
    assert table.city("B") == []


def test_a_beautified_one_asks_for_no_more() -> None:
    table = raid(7, theirs="great_wall+ temple")
    table.plays("A", "destroy:1:great_wall+")
    assert table.gold("A") == 7 - 7


def test_in_hand_it_protects_nothing() -> None:
    table = position(
        uniques="great_wall",
        characters={"A": "warlord"},
        cities={"B": "temple"},
        hands={"B": "great_wall"},
        gold={"A": 0},
        turn="warlord",
    )
    assert table.offers("destroy:1:temple")
