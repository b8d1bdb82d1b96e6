"""The Monument: two districts towards a completed city, one for everything else (R-53)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

UNIQUES = "monument wishing_well framework armory"


def after_gathering(city: str, hand: str = "monument", *, players: int = 4) -> CitadelsTable:
    """A, the Architect, has gathered and is rich."""
    table = position(
        players=players,
        uniques=UNIQUES,
        characters={"A": "architect"},
        cities={"A": city},
        hands={"A": hand},
        gold={"A": 20},
    )
    table.plays("A", "gather:gold")
    return table


def size(table: CitadelsTable) -> int:
    """As how many districts A's city counts."""
    return table.state.size(0)


@pytest.mark.scenario("T-233")
def test_it_cannot_be_built_beside_five_districts() -> None:
    after_gathering("*5").refuses("A", "build:monument")
    after_gathering("*6").refuses("A", "build:monument")


@pytest.mark.scenario("T-233")
def test_beside_four_it_makes_six() -> None:
    table = after_gathering("wishing_well *3")
    table.plays("A", "build:monument")
    assert size(table) == 6
    assert table.completed == []
    assert table.score("A")["wishing_well"] == 2


@pytest.mark.scenario("T-234")
def test_a_city_is_completed_with_it_and_five_others() -> None:
    table = after_gathering("monument *4", "palace")
    table.plays("A", "build:palace")
    assert len(table.city("A")) == 6
    assert size(table) == 7
    assert table.completed == ["A"]
    assert table.events_of("city_completed") == [{"seat": 0, "first": True}]


@pytest.mark.scenario("T-235")
def test_with_2_players_five_districts_bar_it_all_the_same() -> None:
    after_gathering("*5", players=2).refuses("A", "build:monument")
    table = after_gathering("*4", players=2)
    table.plays("A", "build:monument")
    assert size(table) == 6
    assert table.view()["goal"] == 8
    assert table.completed == []


def test_with_2_players_it_takes_six_others() -> None:
    table = after_gathering("monument *5", "palace castle", players=2)
    table.plays("A", "build:palace")
    assert table.completed == ["A"]


def test_a_beautified_one_still_makes_two() -> None:
    assert size(after_gathering("monument+ *3", "palace")) == 5


def test_the_third_build_of_a_turn_may_be_barred_by_the_first_two() -> None:
    table = after_gathering("*3", "monument palace castle")
    table.plays("A", "build:palace")
    assert table.offers("build:monument")
    table.plays("A", "build:castle")
    table.refuses("A", "build:monument")


def test_a_sacrifice_comes_too_late_to_make_room_for_it() -> None:
    after_gathering("framework *4").refuses("A", "build:monument")


def test_a_district_less_makes_room_for_it() -> None:
    table = after_gathering("armory *5")
    table.refuses("A", "build:monument")
    lost = table.city("A")[1]
    table.plays("A", f"armory:0:{lost}", "build:monument")
    assert size(table) == 6


def test_without_it_the_city_counts_two_fewer() -> None:
    table = position(
        uniques=UNIQUES,
        characters={"A": "warlord"},
        cities={"B": "monument *4"},
        gold={"A": 3},
        turn="warlord",
    )
    assert table.state.size(1) == 6
    table.plays("A", "destroy:1:monument")
    assert table.state.size(1) == 4


def test_it_pays_and_scores_as_one_unique_district() -> None:
    table = position(uniques=UNIQUES, cities={"A": "monument manor temple tavern prison"})
    assert table.score("A") == {"districts": 4 + 3 + 1 + 1 + 2, "all_types": 3}
