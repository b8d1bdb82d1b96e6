"""The score track with its corner towers, and wall tiles in play (1.8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.castle.testing import TAKEN, CastleTable, position

LEFT = 9
"""The kind of wall tile that lies on every corner tower of a position where nothing is said."""


def scoring(points: int, before: int, **words: Any) -> CastleTable:
    """A table where A had ``before`` points and has just scored more."""
    ways: dict[int, tuple[str, dict[str, str], str, tuple[str, ...]]] = {
        1: ("", {}, "j01", ("place:3,0:0", "herald:N")),
        2: ("", {}, "b14", ("place:3,0:0", "knight:N")),
        3: ("s08@6,0/0", {"A": "6,0:N"}, "j01", ("place:6,1:0", "pass")),
        4: ("", {}, "b05", ("place:3,0:0", "knight:W")),
        6: ("b05@4,3/3 b17@4,4/0", {"A": "4,4:N"}, "b05", ("place:4,5:1", "pass")),
        14: (
            "b05@5,2/3 " + " ".join(f"b17@5,{y}/0" for y in range(3, 8)),
            {"A": "5,4:N"},
            "b05",
            ("place:5,8:1", "pass"),
        ),
    }
    tiles, followers, draws, keys = ways[points]
    table = position(
        tiles=tiles,
        followers=followers,
        draws=draws,
        score={"A": before},
        **words,
    )
    table.plays("A", *keys)
    assert table.score("A") == before + points
    return table


def taken(table: CastleTable) -> list[list[int]]:
    """The corner towers whose wall tiles were taken, in order."""
    return [one["spaces"] for one in table.events_of("wall_tile_taken")]


@pytest.mark.scenario("C-034")
@pytest.mark.parametrize(("points", "towers"), [(2, [[12, 13]]), (3, [[12, 13]]), (4, [])])
def test_who_stops_on_a_corner_tower_takes_its_wall_tile(
    points: int, towers: list[list[int]]
) -> None:
    table = scoring(points, 10)
    assert taken(table) == towers
    assert table.wall_tiles("A") == [LEFT] * len(towers)
    left = [tower["spaces"] for tower in table.view()["towers"] if not tower["wall_tile"]]
    assert left == towers


@pytest.mark.scenario("C-035")
def test_both_spaces_of_a_corner_tower_count() -> None:
    assert taken(scoring(2, 31)) == [[32, 33]]


@pytest.mark.scenario("C-036")
def test_passing_a_corner_tower_takes_nothing() -> None:
    assert taken(scoring(6, 10)) == [[16, 17]]


PATH_AND_TOWER = "d03@4,3/2 b05@4,5/1"
OF_A = {"A": "4,3:S 4,5:N"}


@pytest.mark.scenario("C-037")
@pytest.mark.parametrize(
    ("first", "towers"),
    [("score:4,4:N", [[12, 13], [16, 17]]), ("score:4,4:S", [[16, 17]])],
)
def test_the_active_player_says_what_is_scored_first(first: str, towers: list[list[int]]) -> None:
    table = position(tiles=PATH_AND_TOWER, followers=OF_A, score={"A": 10}, draws="d04")
    table.plays("A", "place:4,4:0", "pass")
    assert table.question == ("A", "order")
    assert table.options == ["score:4,4:N", "score:4,4:S"]
    table.plays("A", first)
    assert table.score("A") == 16
    assert taken(table) == towers


def test_the_order_is_not_asked_where_it_does_not_matter() -> None:
    table = position(tiles=PATH_AND_TOWER, followers=OF_A, score={"A": 44}, draws="d04")
    table.plays("A", "place:4,4:0", "pass")
    assert table.question == ("B", "place")
    assert table.score("A") == 50


def test_the_active_player_orders_the_features_of_the_other_as_well() -> None:
    table = position(tiles=PATH_AND_TOWER, followers={"B": OF_A["A"]}, score={"B": 10}, draws="d04")
    table.plays("A", "place:4,4:0", "pass")
    assert table.question == ("A", "order")
    assert {option["seat"] for option in described(table)} == {1}
    table.plays("A", "score:4,4:S")
    assert taken(table) == [[16, 17]]
    assert table.wall_tiles("B") == [LEFT]


def described(table: CastleTable) -> list[dict[str, object]]:
    options: list[dict[str, object]] = table.rules.describe(table.state, table.decision)["options"]
    return options


def test_a_wall_tile_that_is_taken_in_the_last_turn_counts_at_the_end() -> None:
    table = position(draws="b14", more="", score={"A": 10}, towers={12: 9})
    table.plays("A", "place:3,0:0", "knight:N")
    assert table.over
    assert taken(table) == [[12, 13]]
    assert table.score("A") == 12 + 5


@pytest.mark.scenario("C-038")
def test_the_active_player_moves_first() -> None:
    # A path of 1 tile cannot be completed by another tile; a house of 1 tile can.
    table = position(
        tiles="d03@4,3/2 b06@5,4/0",
        followers={"A": "4,3:S", "B": "5,4:W"},
        score={"A": 30, "B": 31},
        draws="d04",
    )
    table.plays("A", "place:4,4:0", "pass")
    assert (table.score("A"), table.score("B")) == (32, 32)
    assert table.wall_tiles("A") == [LEFT]
    assert table.wall_tiles("B") == []


@pytest.mark.scenario("C-039")
def test_two_corner_towers_that_are_neighbors_are_two() -> None:
    table = position(score={"A": 63}, draws="j01 b02 b14")
    table.plays("A", "place:3,0:0", "herald:N")
    assert taken(table) == [[64, 65]]
    table.plays("B", "place:7,7:0", "pass")
    table.plays("A", "place:8,2:0", "knight:S")
    assert table.score("A") == 66
    assert taken(table) == [[64, 65], [66, 67]]


@pytest.mark.scenario("C-040")
def test_the_first_corner_has_no_wall_tile() -> None:
    assert taken(scoring(1, 0)) == []


@pytest.mark.scenario("C-041")
def test_the_second_lap_begins_after_99() -> None:
    table = scoring(14, 98)
    assert taken(table) == [[12, 13]]
    seat = table.view()["seats"][0]
    assert (seat["score"], seat["laps"], seat["space"]) == (112, 1, 12)


@pytest.mark.scenario("C-042")
def test_space_0_has_no_wall_tile_on_the_second_lap() -> None:
    table = scoring(1, 99)
    assert taken(table) == []
    assert table.view()["seats"][0]["space"] == 0


@pytest.mark.scenario("C-043")
def test_a_wall_tile_that_is_gone_is_gone() -> None:
    table = scoring(2, 19, towers={20: TAKEN})
    assert taken(table) == []
    assert table.wall_tiles("A") == []


# -- used in play


@pytest.mark.scenario("C-044")
def test_a_wall_tile_is_not_used_in_the_turn_in_which_it_is_taken() -> None:
    table = position(
        tiles=PATH_AND_TOWER, followers=OF_A, score={"A": 10}, towers={12: 2}, draws="d04"
    )
    table.plays("A", "place:4,4:0", "pass", "score:4,4:N")
    assert table.question == ("B", "place")
    assert table.score("A") == 16
    assert table.wall_tiles("A") == [2, LEFT]
    assert table.view()["seats"][0]["wall_tiles"][0] == {"wall_tile": 2, "usable": False}


TOWER_OF_4: dict[str, Any] = {"tiles": "b05@4,3/3 b17@4,4/0 b17@4,5/0", "draws": "b05"}


@pytest.mark.scenario("C-045")
def test_wall_tile_2_doubles_a_tower_in_one_move() -> None:
    table = position(followers={"A": "4,4:N"}, wall={"A": "2"}, score={"A": 2}, **TOWER_OF_4)
    table.plays("A", "place:4,6:1", "pass")
    assert table.question == ("A", "double")
    assert described(table)[0] == {"choice": "use:2", "verb": "use", "wall_tile": 2}
    about = table.rules.describe(table.state, table.decision)["about"]
    assert (about["points"], about["doubled"], about["tiles"]) == (8, 16, 4)
    table.plays("A", "use:2")
    assert table.score("A") == 2 + 16
    assert [one["points"] for one in table.events_of("scored")] == [16]
    assert table.wall_tiles("A") == []
    assert table.view()["used"] == [2]


def test_wall_tile_2_may_be_kept() -> None:
    table = position(followers={"A": "4,4:N"}, wall={"A": "2"}, **TOWER_OF_4)
    table.plays("A", "place:4,6:1", "pass", "pass")
    assert table.score("A") == 8
    assert table.wall_tiles("A") == [2]


@pytest.mark.scenario("C-046")
def test_wall_tile_2_is_not_used_in_the_turn_of_the_other() -> None:
    table = position(followers={"A": "4,4:N"}, wall={"A": "2"}, active="B", **TOWER_OF_4)
    table.plays("B", "place:4,6:1", "pass")
    assert table.question == ("A", "place")
    assert table.score("A") == 8
    assert table.wall_tiles("A") == [2]


@pytest.mark.scenario("C-047")
def test_a_tower_is_doubled_once() -> None:
    table = position(followers={"A": "4,4:N"}, wall={"A": "2 2"}, score={"A": 2}, **TOWER_OF_4)
    table.plays("A", "place:4,6:1", "pass", "use:2")
    assert table.question == ("B", "place")
    assert table.score("A") == 2 + 16
    assert table.wall_tiles("A") == [2]
    two = position(
        tiles="b05@4,3/3 b05@4,5/1",
        followers={"A": "4,3:S 4,5:N"},
        wall={"A": "2 2"},
        score={"A": 2},
        draws="b14",
    )
    two.plays("A", "place:4,4:0", "pass", "use:2", "use:2")
    assert two.score("A") == 2 + 16
    assert two.wall_tiles("A") == []


@pytest.mark.scenario("C-048")
def test_wall_tile_3_doubles_a_house_and_not_the_keep() -> None:
    table = position(
        tiles="b04@4,4/0 b06@4,3/3 b10@5,4/2 b06@5,5/1",
        followers={"A": "4,4:N"},
        wall={"A": "3"},
        draws="b06",
    )
    table.plays("A", "place:4,5:1", "pass", "use:3")
    assert (table.score("A"), table.keep("A")) == (10, 5)


@pytest.mark.scenario("C-049")
def test_wall_tile_1_gives_another_turn() -> None:
    table = position(score={"A": 10}, wall={"A": "1"}, towers={12: 2}, draws="b14 b14")
    table.plays("A", "place:3,0:0", "knight:N")
    assert table.wall_tiles("A") == [1, 2]
    assert table.question == ("A", "extra_turn")
    table.plays("A", "use:1")
    assert table.question == ("A", "place")
    assert table.wall_tiles("A") == [2]
    table.plays("A", "place:8,2:0", "knight:S", "use:2")
    assert table.score("A") == 16
    assert table.question == ("B", "place")


def test_wall_tile_1_may_be_kept_and_two_of_them_used_in_a_row() -> None:
    table = position(wall={"A": "1 1"}, draws="b14 b14 b02")
    table.plays("A", "place:3,0:0", "pass", "use:1", "place:8,2:0", "pass", "use:1")
    table.plays("A", "place:7,7:0", "pass")
    assert table.question == ("B", "place")
    table = position(wall={"A": "1"}, draws="b14 b14")
    table.plays("A", "place:3,0:0", "pass", "pass")
    assert table.question == ("B", "place")
    assert table.wall_tiles("A") == [1]


@pytest.mark.scenario("C-050")
def test_wall_tile_1_does_nothing_without_a_tile_to_draw() -> None:
    table = position(wall={"A": "1"}, draws="b14", more="")
    table.plays("A", "place:3,0:0", "pass")
    assert table.over
