"""The score and the winner (rules 10.2, 10.3)."""

from __future__ import annotations

import pytest

from engine.citadels.names import RANK_OF
from engine.citadels.scoring import FinalCity, points, readings, result
from engine.citadels.testing import CitadelsTable, position

EQUAL = "temple manor"
"""A city of two cards that can be laid twice."""


def ended(
    *,
    revealed: dict[str, str],
    killed: dict[str, str] | None = None,
    players: int = 4,
    ahead: str = "",
) -> CitadelsTable:
    """A table at which A and B have equal cities; of their characters some have been ``revealed``
    and some ``killed``. Where C is ``ahead``, that is its city.
    """
    hidden = killed or {}
    both = {letter: f"{revealed.get(letter, '')} {hidden.get(letter, '')}" for letter in "AB"}
    table = position(
        players=players,
        characters=both,
        killed=" ".join(hidden.values()),
        cities={"A": EQUAL, "B": EQUAL} | ({"C": ahead} if ahead else {}),
    )
    for names in revealed.values():
        for name in names.split():
            table.state.shown |= 1 << RANK_OF[name]
    return table


def places(table: CitadelsTable) -> list[int]:
    found: list[int] = result(table.state)["placements"]
    return found


# -- the items


@pytest.mark.scenario("T-257")
def test_a_score_is_costs_and_the_bonuses_for_types_and_completion() -> None:
    table = position(cities={"A": "manor temple market prison keep castle palace"}, completed="A")
    assert table.score("A") == {"districts": 20, "all_types": 3, "completion": 4}
    assert sum(table.score("A").values()) == 27


def test_the_first_completed_city_is_worth_4_points_and_any_other_2() -> None:
    table = position(cities=dict.fromkeys("ABC", "*7"), completed="B A C")
    assert [table.score(letter)["completion"] for letter in "ABC"] == [2, 4, 2]
    assert "completion" not in table.score("D")


def test_completion_is_remembered_and_not_counted_again() -> None:
    table = position(cities={"A": "*6", "B": "*7"}, completed="A")
    assert table.score("A")["completion"] == 4
    assert "completion" not in table.score("B")


def test_a_beautified_district_scores_1_more() -> None:
    table = position(players=3, cities={"A": "manor+ temple"})
    assert table.score("A") == {"districts": 3 + 1 + 1}


def test_gold_and_hands_are_worth_nothing_by_themselves() -> None:
    table = position(cities={"A": "temple"}, hands={"A": "palace palace"}, gold={"A": 12})
    assert table.score("A") == {"districts": 1}


def test_an_empty_city_scores_nothing() -> None:
    assert position().score("A") == {"districts": 0}


def test_two_districts_of_a_type_are_no_two_types() -> None:
    table = position(cities={"A": "manor castle temple prison keep"})
    assert "all_types" not in table.score("A")


def test_a_city_without_a_free_type_can_be_read_in_one_way_only() -> None:
    table = position(cities={"A": "manor keep", "B": "temple haunted_quarter"})
    assert len(readings(table.state, 0)) == 1
    assert {reading.types[1] for reading in readings(table.state, 1)} == {0, 1, 2, 3, 4}


def test_the_best_reading_is_never_worse_than_any_other() -> None:
    table = position(cities={"A": "manor temple tavern wishing_well haunted_quarter"})
    worths = [sum(points(table.state, 0, city).values()) for city in readings(table.state, 0)]
    assert len(worths) == 5
    assert sum(table.score("A").values()) == max(worths)


def test_the_items_are_the_ones_of_the_city_as_it_is_read() -> None:
    table = position(cities={"A": "wishing_well haunted_quarter"})
    city = table.state.city[0]
    as_unique = points(table.state, 0, FinalCity(city, (4, 4)))
    as_noble = points(table.state, 0, FinalCity(city, (4, 0)))
    assert as_unique == {"districts": 7, "wishing_well": 2}
    assert as_noble == {"districts": 7, "wishing_well": 1}


# -- the winner


def test_the_highest_total_wins_and_the_others_follow() -> None:
    table = position(cities={"A": "temple", "B": "palace castle", "C": "manor", "D": "church"})
    assert result(table.state)["scores"] == [1, 9, 3, 2]
    assert places(table) == [4, 1, 2, 3]


@pytest.mark.scenario("T-258")
def test_among_equals_the_one_who_revealed_the_highest_rank_wins() -> None:
    assert places(ended(revealed={"A": "merchant", "B": "magician"}))[:2] == [1, 2]


@pytest.mark.scenario("T-259")
def test_a_killed_character_breaks_no_tie() -> None:
    table = ended(revealed={"B": "thief"}, killed={"A": "merchant"})
    assert places(table)[:2] == [2, 1]


@pytest.mark.scenario("T-260")
def test_the_killed_king_is_revealed_at_the_end_and_breaks_ties() -> None:
    table = position(
        characters={"A": "king", "B": "thief", "C": "assassin"},
        killed="king",
        cities={"A": EQUAL, "B": EQUAL, "C": "*7"},
        gold={"A": 0, "B": 0},
        completed="C",
        turn="magician",
    )
    assert table.over
    assert table.result["scores"][0] == table.result["scores"][1]
    assert table.result["placements"][:2] == [2, 3]
    assert table.result["tie_breaks"][:2] == [4, 2]


@pytest.mark.scenario("T-261")
def test_with_two_characters_the_higher_revealed_rank_counts() -> None:
    table = ended(revealed={"A": "assassin architect", "B": "bishop merchant"}, players=2)
    assert places(table) == [1, 2]


def test_with_two_characters_a_killed_one_leaves_the_other_to_count() -> None:
    table = ended(
        revealed={"A": "assassin", "B": "bishop merchant"}, killed={"A": "warlord"}, players=2
    )
    assert places(table) == [2, 1]


def test_a_tie_behind_the_winner_is_broken_as_well() -> None:
    table = ended(revealed={"A": "thief", "B": "merchant"}, ahead="town_hall")
    assert places(table) == [3, 2, 1, 4]


def test_equals_who_revealed_nobody_share_a_place() -> None:
    assert places(ended(revealed={}))[:2] == [1, 1]


def test_a_running_match_has_no_result() -> None:
    table = position(characters={"A": "king"})
    assert table.rules.result(table.state) is None


def test_a_finished_match_tells_its_result_to_all() -> None:
    table = position(
        characters={"A": "king"}, cities={"A": "*7"}, completed="A", gold={"A": 0}, turn="king"
    )
    table.ends_turn("A")
    assert table.events_of("match_over") == [{"result": table.result}]
    assert table.view()["phase"] == "over"
