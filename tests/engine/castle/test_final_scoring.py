"""The keep, and what is scored at the end (1.7 to 1.9)."""

from __future__ import annotations

import pytest

from engine.castle.board import CELLS
from engine.castle.final_scoring import EARNED
from engine.castle.presentation import PRESENTATION
from engine.castle.testing import CastleTable, position

# -- the keep in play


@pytest.mark.scenario("C-051")
@pytest.mark.parametrize(
    ("tiles", "cell", "size"),
    [
        ("b06@4,3/3 b06@5,4/0", "b10", 3),
        ("b06@4,3/3 b06@5,4/0 b06@4,5/1", "b04", 4),
    ],
)
def test_the_keep_moves_to_a_larger_house_only(tiles: str, cell: str, size: int) -> None:
    table = position(tiles=tiles, followers={"A": "4,3:S"}, keep={"A": 3}, draws=cell)
    table.plays("A", "place:4,4:0", "pass")
    assert table.score("A") == size
    assert table.keep("A") == size
    moved = [one["size"] for one in table.events_of("keep_moved")]
    assert moved == ([4] if size == 4 else [])


@pytest.mark.scenario("C-052")
def test_the_keep_moves_no_matter_who_completes_the_house() -> None:
    table = position(
        tiles="b04@4,4/0 b10@4,3/1 b06@5,3/0 b10@5,4/2 b06@5,5/1",
        followers={"A": "4,4:N"},
        active="B",
        draws="b06",
    )
    table.plays("B", "place:4,5:1", "pass")
    assert (table.score("A"), table.keep("A"), table.keep("B")) == (6, 6, 0)
    keep = table.view()["seats"][0]["keep"]
    assert len(keep["cells"]) == keep["size"] == 6


# -- the larger keep


@pytest.mark.scenario("C-053")
def test_wall_tile_8_makes_a_keep_larger() -> None:
    table = position(keep={"A": 5, "B": 6}, wall={"A": "8"})
    assert table.final("A") == {"keep": 76}
    assert table.final("B") == {}
    assert position(keep={"A": 5, "B": 6}).final("B") == {"keep": 76}


@pytest.mark.scenario("C-054")
def test_keeps_of_one_size_score_nothing() -> None:
    table = position(keep={"A": 5, "B": 7}, wall={"A": "8"})
    assert table.final("A") == table.final("B") == {}


def test_wall_tile_8_is_no_keep() -> None:
    table = position(keep={"B": 1}, wall={"A": "8 8"})
    assert table.final("B") == {"keep": 76}


@pytest.mark.scenario("C-055")
def test_a_keep_is_larger_than_none() -> None:
    assert position(keep={"B": 1}).final("B") == {"keep": 76}


@pytest.mark.scenario("C-056")
def test_regions_do_not_hang_together_by_corners() -> None:
    eleven = {(x, y) for y in (9, 10, 11) for x in (1, 2, 3, 4)} - {(4, 9)}
    three, two = {(4, 8), (4, 7), (4, 6)}, {(8, 0), (8, 1)}
    laid = [cell for cell in CELLS if cell not in eleven | three | two]
    assert len(laid) == 60
    tiles = " ".join(f"b02@{x},{y}/0" for x, y in laid)
    assert position(tiles=tiles, keep={"A": 1}).final("A") == {"keep": 11}


# -- courts

COURT_OF_5 = "b05@3,5/1 b05@4,5/1 b05@5,5/1 b06@6,5/1"
"""Four markets, and that of the start space."""


@pytest.mark.scenario("C-057")
@pytest.mark.parametrize(("wall", "points"), [("", 15), ("7", 20)])
def test_the_majority_of_merchants_scores_the_markets(wall: str, points: int) -> None:
    table = position(
        tiles=COURT_OF_5, followers={"A": "3,5:E 4,5:E", "B": "5,5:E"}, wall={"A": wall, "B": "7"}
    )
    assert table.final("A") == {"courts": points}
    assert table.final("B") == {}


@pytest.mark.scenario("C-058")
def test_nobody_scores_a_court_without_a_majority() -> None:
    table = position(
        tiles="b05@2,7/1 b05@3,7/1 b05@4,7/1 b05@5,7/1 b05@5,2/1",
        followers={"A": "2,7:E", "B": "3,7:E 5,2:E"},
    )
    assert table.final("A") == {}
    assert table.final("B") == {"courts": 3}


TWO_COURTS = COURT_OF_5 + " b05@4,2/1 b05@5,2/1"


@pytest.mark.scenario("C-059")
@pytest.mark.parametrize(("wall", "points"), [("", 21), ("7", 26), ("7 7", 28)])
def test_wall_tile_7_is_for_the_court_with_most_markets(wall: str, points: int) -> None:
    table = position(tiles=TWO_COURTS, followers={"A": "4,2:E 3,5:E"}, wall={"A": wall})
    assert table.final("A") == {"courts": points}


# -- unfinished features

PATHS = " ".join(f"s01@4,{y}/0" for y in range(3, 8)) + " s04@6,3/0 s01@6,4/0 s01@6,5/0"
"""One of 5 tiles, and one of 3 with a well."""


@pytest.mark.scenario("C-060")
@pytest.mark.parametrize(("wall", "points"), [("", {}), ("4", {"unfinished": 5})])
def test_wall_tile_4_scores_one_unfinished_path(wall: str, points: dict[str, int]) -> None:
    table = position(tiles=PATHS, followers={"A": "4,3:N 6,3:N"}, wall={"A": wall})
    assert table.final("A") == points


def test_a_well_does_not_double_an_unfinished_path() -> None:
    table = position(tiles=PATHS, followers={"A": "4,3:N 6,3:N"}, wall={"A": "4 4"})
    assert table.final("A") == {"unfinished": 5 + 3}


@pytest.mark.scenario("C-061")
@pytest.mark.parametrize(
    ("followers", "points"),
    [({"A": "4,3:N"}, {"unfinished": 6}), ({"A": "4,3:N", "B": "4,4:N"}, {})],
)
def test_wall_tile_5_scores_an_unfinished_tower_with_a_majority(
    followers: dict[str, str], points: dict[str, int]
) -> None:
    tiles = "b17@4,3/0 b17@4,4/0 b17@4,5/0"
    table = position(tiles=tiles, followers=followers, wall={"A": "5"})
    assert table.final("A") == points


@pytest.mark.scenario("C-062")
def test_two_wall_tiles_6_score_two_unfinished_houses() -> None:
    table = position(
        tiles="b04@4,4/0 b06@4,3/3 b06@4,5/1 b10@5,4/2 b10@1,8/0 b06@2,8/0",
        followers={"A": "4,4:N 1,8:N"},
        wall={"A": "6 6"},
    )
    assert table.final("A") == {"unfinished": 4 + 2}


# -- a match that is ended before its end


@pytest.mark.parametrize(
    ("tiles", "knights", "draws", "places", "asked"),
    [
        ("b05@4,3/3 b17@4,4/0 b17@4,5/0", "4,4:N", "b05", ["place:4,6:1"], "follower"),
        ("b05@4,3/3 b17@4,4/0", "4,4:N", "b05", ["place:4,5:1", "pass"], "double"),
        ("d03@4,3/2 b05@4,5/1", "4,3:S 4,5:N", "d04", ["place:4,4:0", "pass"], "order"),
    ],
)
def test_what_is_complete_counts_before_it_is_scored(
    tiles: str, knights: str, draws: str, places: list[str], asked: str
) -> None:
    table = position(
        tiles=tiles, followers={"A": knights}, wall={"A": "2"}, score={"A": 10}, draws=draws
    )
    table.plays("A", *places)
    assert table.question == ("A", asked)
    before = table.final("A")
    while table.question[1] != "place":
        table.plays("A", table.options[-1] if table.question[1] == "order" else "pass")
    earned = {item: before.get(item, 0) for item in EARNED}
    assert earned == {item: table.final("A").get(item, 0) for item in EARNED}
    assert sum(earned.values()) == table.score("A")


def test_a_house_that_waits_to_be_scored_has_a_keep() -> None:
    table = position(
        tiles="b06@4,3/3 b06@5,4/0 b06@4,5/1",
        followers={"A": "4,3:S"},
        keep={"A": 1, "B": 3},
        draws="b04",
    )
    table.plays("A", "place:4,4:0")
    assert table.question == ("A", "follower")
    assert table.final("A") == {"houses": 4, "keep": 72}
    assert table.final("B") == {}


def test_nobody_gets_what_waits_without_a_majority() -> None:
    table = position(
        tiles="b05@4,3/3 b17@4,4/0 b17@4,5/0", followers={"A": "4,3:S", "B": "4,4:N"}, draws="b05"
    )
    table.plays("A", "place:4,6:1")
    assert table.final("A") == table.final("B") == {}


# -- the end


@pytest.mark.scenario("C-063")
def test_wall_tile_9_is_5_points_which_take_no_wall_tile() -> None:
    table = position(score={"A": 7}, wall={"A": "9"}, ends=True)
    assert table.score("A") == 12
    assert table.wall_tiles("A") == [9]
    assert table.events_of("wall_tile_taken") == []
    assert position(wall={"A": "9 9"}).final("A") == {"wall_points": 10}


@pytest.mark.scenario("C-064")
def test_the_turn_of_the_last_tile_is_played_to_its_end() -> None:
    table = position(score={"A": 10}, draws="b14", more="")
    table.plays("A", "place:3,0:0", "knight:N")
    assert table.over
    assert len(table.events_of("wall_tile_taken")) == 1
    assert table.result["scores"] == [12 + 5, 0]
    assert table.result["placements"] == [1, 2]
    assert [one["seat"] for one in table.events_of("turn_started")] == [0]


@pytest.mark.scenario("C-065")
def test_equal_totals_are_a_draw() -> None:
    table: CastleTable = position(score={"A": 70, "B": 70}, ends=True)
    assert table.result["placements"] == [1, 1]
    text = PRESENTATION.text({"kind": "match_over", "result": table.result}, "en", {})
    assert text == "The game ends in a draw: seat 0 and seat 1 have 70 points each."
