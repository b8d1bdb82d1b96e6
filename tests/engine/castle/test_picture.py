"""The table as a picture: everything that a view tells, and it can be read."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.castle.board import BOARD, CELLS
from engine.castle.names import PARTS, PATH, SIDES, TOWER
from engine.castle.picture.board import COLUMNS, ROWS
from engine.castle.picture.pieces import FIGURES, MARKER
from engine.castle.picture.shapes import (
    MIDST,
    SIDE,
    anchor,
    edges,
    find_edges,
    turn_point,
)
from engine.castle.picture.tiles import face
from engine.castle.picture.wall import BLOCKS, SPACES, markers
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.testing import TAKEN, CastleTable, position
from engine.castle.text import TEXTS
from engine.castle.tiles import TILE_SETS, Shape
from tablekernel.drawing.elements import DETAIL
from tablekernel.drawing.panels import WIDTH
from tablekernel.drawing.svg import SVG, number
from tablekernel.loop import settle
from tablekernel.scene import Scene
from tests.tablekernel.drawing.pictures import texts, titles_of

NAMES = {0: "alice", 1: "<b>&"}
SHAPES = [shape for tiles in TILE_SETS.values() for shape in tiles.shapes]


def drawn(table: CastleTable, language: str = "en") -> Any:
    decision = settle(table.state)
    to_act = None if decision is None else decision.seat
    view, result = RULES.view(table.state, None), RULES.result(table.state)
    svg = PRESENTATION.picture(Scene(view, to_act, result, NAMES), language)
    return ElementTree.fromstring(svg)  # our own


def moved(group: Any) -> tuple[float, float]:
    """Where a group stands."""
    x, *y = group.get("transform").removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y[0]) if y else 0


def texts_of(group: Any) -> list[str]:
    """The words of a part that is no picture by itself."""
    return [text.text for text in group.iter("text")]


def at(root: Any, words: str) -> tuple[float, float]:
    """Where the group stands that tells these words, on a board whose first cell is at 0, 0."""
    groups = root.iter(f"{{{SVG}}}g")
    return moved(next(one for one in groups if one.findtext(f"{{{SVG}}}title") == words))


# --- the board -----------------------------------------------------------------------------------


def test_an_empty_cell_shows_its_column_and_row_on_demand() -> None:
    root = drawn(position(tiles="s08@6,0/0 c01@6,1/3", draws="x01"))
    assert at(root, "column 6, row 0: a path, two houses and two courts") == (252, 0)
    assert at(root, "column 6, row 1: a path and two courts") == (252, 42)
    details = [one for one in root.iter(f"{{{SVG}}}text") if one.get("class") == DETAIL]
    shown = [one.text for one in details]
    assert f".{DETAIL}{{visibility:hidden}}" in (root.findtext(f"{{{SVG}}}style") or "")
    assert sorted(shown) == sorted(f"{x},{y}" for x, y in CELLS if (x, y) not in {(6, 0), (6, 1)})


def test_towers_and_each_fifth_space_of_the_track_have_their_number_or_a_marker() -> None:
    root = drawn(position(score={"A": 10, "B": 127}, draws="x01"))
    numbers = [int(text) for text in texts(root) if text.isdigit()]
    towers = {space for row in BOARD.blocks if row.kind == "corner" for space in row.spaces}
    between = {space for space in range(0, 100, 5) if not {space - 1, space + 1} & towers}
    free = {*between, *towers} - {10, 27, 26}  # a marker takes both spaces of a tower
    assert sorted(numbers) == sorted([*free, 10, 127, 13])  # 13 is in the legend


def test_the_spaces_of_the_track_follow_each_other_along_the_wall() -> None:
    for block, row in zip(BLOCKS, BOARD.blocks, strict=True):
        assert (row.kind == "corner") == (block.into != block.out)
        left, top = row.x * SIDE, row.y * SIDE
        for space in (block.first, block.second):
            assert left < space.x < left + SIDE
            assert top < space.y < top + SIDE
    assert all(12 < dist(one[:2], other[:2]) <= 46 for one, other in pairwise((*SPACES, SPACES[0])))
    assert COLUMNS * SIDE <= WIDTH
    assert ROWS == 14


def test_the_terrain_of_a_start_space_lies_at_its_cell() -> None:
    starts = {row.spaces: row for row in BOARD.starts}
    for block, row in zip(BLOCKS, BOARD.blocks, strict=True):
        if row.spaces in starts:
            start = starts[row.spaces]
            x, y = CELLS[start.cell]
            assert (row.x + block.inside[0], row.y + block.inside[1]) == (x, y)


@pytest.mark.parametrize("space", [2, 13, 44, 66])
def test_two_markers_on_one_space_stand_side_by_side_and_tell_their_points(space: int) -> None:
    table = position(score={"A": 100 + space, "B": 200 + space}, draws="x01")
    scene = Scene(RULES.view(table.state, None), 0, None, NAMES)
    one, other = (ElementTree.fromstring(text) for text in markers(scene, TEXTS.find("en")))
    assert dist(moved(one), moved(other)) >= MARKER
    assert (texts_of(one), texts_of(other)) == ([str(100 + space)], [str(200 + space)])
    assert {"lap 2", "lap 3"} <= set(texts(drawn(table)))


def test_face_down_lie_as_many_wall_tiles_as_there_are() -> None:
    def backs(table: CastleTable) -> int:
        return ElementTree.tostring(drawn(table)).count(b"M0-4.5L4.5 0")

    table = position(draws="x01")
    assert backs(table) == 13 + 1  # and one is explained
    assert backs(position(towers={12: TAKEN, 33: TAKEN}, draws="x01")) == 11 + 1
    assert "Wall tiles on the wall: 13" in texts(drawn(table))


# --- pieces --------------------------------------------------------------------------------------


def test_a_follower_stands_in_its_slot_with_the_sign_of_its_role() -> None:
    tiles = "s08@6,0/0 b05@6,1/0 c05@6,2/0"
    table = position(tiles=tiles, followers={"A": "6,0:E", "B": "6,1:N 6,2:S"}, draws="x01")
    root = drawn(table)
    assert at(root, "alice: squire (column 6, row 0, in the east)") == (252 + 32, 21)
    assert at(root, "<b>&: merchant (column 6, row 1, in the north)") == (252 + 21, 42 + 10)
    assert at(root, "<b>&: knight (column 6, row 2, in the south)") == (252 + 21, 84 + 32)
    signs = {
        one.get("id"): one.findall(f"{{{SVG}}}use")[1].get("href")
        for one in root.iter(f"{{{SVG}}}g")
        if (one.get("id") or "").startswith("board-follower-")
    }
    assert signs == {
        "board-follower-0-6-0-E": "#board-role-squire",
        "board-follower-1-6-1-N": "#board-role-merchant",
        "board-follower-1-6-2-S": "#board-role-knight",
    }


def test_seats_differ_in_shape() -> None:
    tiles = "s08@6,0/0 s08@6,1/0"
    followers = {"A": "6,0:E", "B": "6,1:E"}
    root = drawn(position(tiles=tiles, followers=followers, draws="x01"))
    shapes = {}
    for group in root.iter(f"{{{SVG}}}g"):
        words = group.findtext(f"{{{SVG}}}title") or ""
        if "squire (" in words:
            figure = next(group.iter(f"{{{SVG}}}use"))
            shapes[words.partition(":")[0]] = figure.get("href")
    assert shapes == {"alice": "#board-figure-0", "<b>&": "#board-figure-1"}
    assert len(set(FIGURES)) == len(FIGURES)


def test_a_keep_stands_in_its_house() -> None:
    table = position(tiles="b03@8,2/0", keep={"A": 2}, draws="x01")
    assert "Keep: 2 tiles" not in texts(drawn(table, "fr"))
    table.state.keep_at[0] = 4 * BOARD.number_of[8, 2] + SIDES.index("E")
    root = drawn(table)
    assert "Keep: 2 tiles" in texts(root)
    assert "alice: Keep, 2 tiles" in titles_of(root)


# --- what lies beside it -------------------------------------------------------------------------


def test_the_drawn_tile_is_shown_in_its_four_rotations() -> None:
    root = drawn(position(draws="j02"))
    shown = texts(root)
    assert {"0°", "90°", "180°", "270°"} <= set(shown)
    about = root.findtext(f"{{{SVG}}}desc")
    assert "Drawn: three paths, a house and three courts, with a square." in about
    assert {"Turn 1, laying a tile", "has to decide", "Tiles left to draw: 3"} <= set(shown)


def test_wall_tiles_say_whether_they_can_be_used() -> None:
    table = position(wall={"A": "2 9"}, draws="x01")
    table.state.fresh[1] = bytes((7,))
    table.state.used = bytes((3,))
    shown = texts(drawn(table))
    assert {"2 Double tower", "9 Five points", "7 Rich court (from the next turn on)"} <= set(shown)
    assert "Used: 3 Double house" in shown


def test_a_match_that_is_over_shows_places_points_and_what_they_are_for() -> None:
    table = position(score={"A": 12, "B": 3}, wall={"B": "9"}, ends=True)
    assert table.over
    root = drawn(table)
    shown = texts(root)
    assert {"1. 12 points", "2. 8 points", "Paths: 12", "Five points: 5"} <= set(shown)
    assert "The game is over" in shown
    assert "has to decide" not in shown
    described = root.findtext(f"{{{SVG}}}desc")
    assert "2. 8 points; Followers in supply" in described
    assert "3 points" not in described


def test_french_says_that_the_match_is_over() -> None:
    assert "La partie est finie" in texts(drawn(position(ends=True), "fr"))


# --- tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape.tile}/{shape.rotation}")
def test_a_tile_shows_the_terrain_of_each_side(shape: Shape) -> None:
    shown = str(face(shape))
    for side, terrain in enumerate(shape.sides):
        segment = shape.segments[shape.at[PARTS * side]]
        if terrain in (TOWER, TOWER + 1):
            assert side in {edge.side for edge in edges(shape, segment)}
        x, y = map(number, turn_point((MIDST, 0), side))
        if terrain == PATH and len([slot for slot in segment.slots if slot % PARTS == 0]) != 2:
            assert f"M{x} {y}l" in shown
    markets = sum(1 for terrain, _, extra in shape.segments if terrain > TOWER + 1 and extra)
    wells = sum(1 for terrain, _, extra in shape.segments if terrain == PATH and extra)
    assert shown.count("#board-market") == markets
    assert shown.count("#board-well") == wells
    assert shown.count("#board-square") == shape.square
    buildings = [one for one in shape.segments if one.terrain in (TOWER, TOWER + 1)]
    assert shown.count("url(#board-") == len(buildings)


@pytest.mark.parametrize("sides", [[0], [3, 0], [1, 2], [0, 1, 2], [0, 2], [1, 3]])
@pytest.mark.parametrize("open_ground", [True, False])
def test_the_edges_of_a_building_close(sides: list[int], open_ground: bool) -> None:
    found = list(find_edges(sides, open_ground=open_ground))
    assert sorted(edge.side for edge in found if edge.side >= 0) == sorted(sides)
    assert sorted(edge.start for edge in found) == sorted(edge.end for edge in found)
    curves = [edge for edge in found if edge.side < 0]
    assert len(curves) == (2 if sides in ([0, 2], [1, 3]) else 1)


def test_every_slot_has_a_place_of_its_own() -> None:
    places = [anchor(slot) for slot in range(4 * PARTS)]
    assert len(set(places)) == 4 * PARTS
    assert all(0 < x < SIDE and 0 < y < SIDE for x, y in places)
