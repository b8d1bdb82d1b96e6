"""The end of a round, and of the match (rules 10)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position

EQUAL = "palace cathedral fortress town_hall castle harbor"
"""A city of 28 points that can be laid twice."""


@pytest.mark.scenario("T-048")
def test_the_crown_stays_where_it_is_when_nobody_holds_rank_4() -> None:
    table = position(characters={"A": "thief", "B": "bishop", "D": "warlord"}, crown="C")
    table.plays_round_out()
    assert table.crown == "C"
    assert table.events_of("crown_moved") == []
    assert table.question == ("C", "keep_character")


def test_characters_and_marks_return_for_the_next_round() -> None:
    table = position(characters={"A": "assassin", "B": "thief", "C": "warlord"})
    table.plays("A", "kill:king")
    table.ends_turn("A")
    table.plays("B", "rob:warlord")
    table.plays_round_out()
    view = table.view("A")
    assert view["round"] == 2
    assert view["phase"] == "selection"
    assert view["marks"] == []
    assert view["called"] is None
    assert [seat["characters"] for seat in view["seats"]] == [[], [], [], []]


def test_a_character_revealed_in_the_last_round_is_hidden_in_this_one() -> None:
    table = position(characters={"A": "thief", "B": "king", "C": "bishop", "D": "warlord"})
    table.plays_round_out()
    while table.question[1] == "keep_character":
        table.plays(table.question[0], table.options[-1])
    called = table.view()["called"]
    shown = [name for seat in table.view()["seats"] for name in seat["characters"]]
    assert shown == [called]


def test_gold_hands_and_cities_stay_for_the_next_round() -> None:
    table = position(
        characters={"A": "thief"}, cities={"B": "manor"}, hands={"C": "temple"}, gold={"D": 7}
    )
    table.plays_round_out()
    assert table.city("B") == ["manor"]
    assert table.hand("C") == ["temple"]
    assert table.gold("D") == 7


@pytest.mark.scenario("T-253")
def test_the_round_in_which_a_city_is_completed_is_played_to_its_end_and_is_the_last() -> None:
    table = position(
        characters={"A": "thief", "B": "king", "C": "merchant", "D": "warlord"},
        cities={"A": "*6"},
        hands={"A": "palace"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    for letter in "BCD":
        assert table.question == (letter, "gather")
        table.ends_turn(letter)
    assert table.over
    assert [event["rank"] for event in table.events_of("called")] == list(range(1, 9))
    assert table.events_of("round_started") == []
    assert table.events_of("match_over") == [{"result": table.result}]
    assert table.result["placements"][0] == 1


def test_a_killed_king_inherits_before_the_match_is_scored() -> None:
    table = position(
        characters={"A": "assassin", "B": "king", "D": "warlord"},
        cities={"B": "statue", "D": "*7"},
        crown="D",
        completed="D",
    )
    table.plays("A", "kill:king")
    table.plays_round_out()
    assert table.over
    assert table.crown == "B"
    assert table.result["breakdown"][1]["statue"] == 5


@pytest.mark.scenario("T-255")
def test_the_first_to_complete_a_city_gets_4_points_and_a_later_one_2() -> None:
    table = position(
        characters={"A": "magician", "B": "merchant", "C": "king", "D": "warlord"},
        cities={"A": "*6", "B": "*6"},
        hands={"A": "palace", "B": "town_hall"},
        gold={"A": 9, "B": 9},
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    table.ends_turn("C")
    table.plays("B", "gather:gold", "build:town_hall", "end_turn")
    table.ends_turn("D")
    assert [items.get("completion", 0) for items in table.result["breakdown"]] == [4, 2, 0, 0]


@pytest.mark.scenario("T-264")
def test_exactly_one_player_gets_the_4_points() -> None:
    table = position(
        characters={"A": "thief", "B": "bishop", "C": "architect"},
        cities=dict.fromkeys("ABC", "*6"),
        hands={"A": "palace", "B": "palace", "C": "palace"},
        gold=dict.fromkeys("ABC", 9),
    )
    for letter in "ABC":
        table.plays(letter, "gather:gold", "build:palace", "end_turn")
    assert table.completed == ["A", "B", "C"]
    assert [items.get("completion", 0) for items in table.result["breakdown"]] == [4, 2, 2, 0]
    assert [event["first"] for event in table.events_of("city_completed")] == [True, False, False]


def test_a_completed_city_may_grow_in_the_last_round() -> None:
    table = position(
        characters={"A": "king", "B": "warlord"},
        cities={"A": "*7"},
        hands={"A": "palace"},
        gold={"A": 9},
        completed="A",
    )
    table.plays("A", "gather:gold", "build:palace", "end_turn")
    assert len(table.city("A")) == 8
    assert table.completed == ["A"]


def last_round(characters: dict[str, str]) -> CitadelsTable:
    """The last round of 4: A and B have equal cities, worth more than the one D has completed."""
    return position(
        characters=characters,
        cities={"A": EQUAL, "B": EQUAL, "D": "*7"},
        completed="D",
    )


def places_of_a_and_b(table: CitadelsTable) -> list[int]:
    """Play the round out and see who of the two is placed where."""
    table.plays_round_out()
    assert table.over
    assert table.result["scores"][0] == table.result["scores"][1] == max(table.result["scores"])
    placements: list[int] = table.result["placements"][:2]
    return placements


@pytest.mark.scenario("T-258")
def test_of_two_equals_the_one_who_revealed_the_higher_rank_wins() -> None:
    table = last_round({"A": "merchant", "B": "magician", "C": "king"})
    assert places_of_a_and_b(table) == [1, 2]
    assert table.result["tie_breaks"] == [6, 3, 4, 0]


@pytest.mark.scenario("T-259")
def test_a_killed_character_counts_as_not_revealed() -> None:
    table = last_round({"A": "merchant", "B": "thief", "D": "assassin"})
    table.plays("D", "kill:merchant")
    assert places_of_a_and_b(table) == [2, 1]


@pytest.mark.scenario("T-260")
def test_a_killed_king_counts_as_revealed_because_the_round_end_reveals_it() -> None:
    table = last_round({"A": "king", "B": "thief", "D": "assassin"})
    table.plays("D", "kill:king")
    assert places_of_a_and_b(table) == [1, 2]


@pytest.mark.scenario("T-261")
def test_of_two_characters_the_higher_revealed_one_counts() -> None:
    table = position(
        players=2,
        characters={"A": "assassin architect", "B": "bishop merchant"},
        cities={
            "A": "palace manor temple tavern prison market docks church",
            "B": "palace manor temple tavern prison market docks castle",
        },
        completed="A B",
    )
    assert places_of_a_and_b(table) == [1, 2]
    assert table.result["tie_breaks"] == [7, 6]
