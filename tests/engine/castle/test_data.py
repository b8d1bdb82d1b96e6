"""The data files fit together, and one that does not is refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from engine.castle.board import BOARD, CELLS, CORNERS, NEIGHBORS, SEAMS, STARTS, Board
from engine.castle.data import BadData, board_document, tile_set_documents
from engine.castle.names import MIDDLE, PARTS, SLOTS, TERRAINS, turn_slot
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.tiles import TILE_SETS, TileSet, crossing, tile_sets

SET = TILE_SETS["reconstruction"]
Change = Callable[[dict[str, Any]], object]


# -- the board


def test_the_board_is_the_printed_one() -> None:
    assert board_document()["status"] == "exact"
    rows = [sum(1 for _, y in CELLS if y == row) for row in range(12)]
    assert rows == [6, 6, 9, 8, 5, 5, 5, 7, 7, 7, 7, 4]
    assert sum(rows) == 76
    assert len(CORNERS) == 13
    assert len(STARTS) == 7
    assert (0, 1) not in CORNERS
    outline = sum(neighbor < 0 for row in NEIGHBORS for neighbor in row)
    assert outline == 46


def test_every_seam_has_two_sides_or_a_start_space() -> None:
    seams = [seam for row in SEAMS for seam in row if seam >= 0]
    alone = {SEAMS[start.cell][PARTS * start.side + part] for start in STARTS for part in range(3)}
    for seam in set(seams):
        assert seams.count(seam) == (1 if seam in alone else 2)
    inner = sum(neighbor >= 0 for row in NEIGHBORS for neighbor in row)
    assert len(set(seams)) == PARTS * (inner // 2 + len(STARTS))


def test_middles_touch_middles_and_left_touches_right() -> None:
    parts: dict[int, set[int]] = {}
    for row in SEAMS:
        for slot, seam in enumerate(row):
            if seam >= 0:
                parts.setdefault(seam, set()).add(slot % PARTS)
    pairs = [found for found in parts.values() if len(found) == 2]
    assert all(MIDDLE not in found for found in pairs)
    assert len(pairs) > 200


BROKEN_BOARDS: dict[str, Change] = {
    "track": lambda d: d["wall"][3]["spaces"].reverse(),
    "gap": lambda d: d["wall"][7].update(at=[20, 20]),
    "two in one place": lambda d: d["wall"][0].update(at=[1, 11]),
    "not beside": lambda d: d["wall"][1].update(side="E"),
    "no cell": lambda d: d["wall"][1].update(cell=[0, 0]),
    "hole": lambda d: d["rows"].__setitem__(5, "...##.##."),
}


@pytest.mark.parametrize("change", BROKEN_BOARDS.values(), ids=BROKEN_BOARDS)
def test_a_board_that_does_not_fit_together_is_refused(change: Change) -> None:
    document = board_document()
    Board(deepcopy(document))
    change(document)
    with pytest.raises(BadData):
        Board(document)


# -- the tiles


def test_the_set_is_marked_as_a_reconstruction() -> None:
    assert SET.status == "reconstruction"
    (shown,) = PRESENTATION.cards()["tile_sets"]
    assert shown["status"] == "reconstruction"
    assert shown["text"].startswith("Not the printed tiles")
    schema = RULES.options_schema()["properties"]["tile_set"]
    assert "not the printed tiles" in schema["description"]


def test_the_set_has_what_is_known_of_the_printed_one() -> None:
    assert len(SET.bag) == 60
    sides = [SET.tiles[tile].edges for tile in SET.bag]
    counts = [sum(edges.count(terrain) for edges in sides) for terrain in range(len(TERRAINS))]
    assert counts == [79, 57, 56, 48]
    squares = sum(SET.tiles[tile].square for tile in SET.bag)
    wells = sum(s.extra for t in SET.bag for s in SET.tiles[t].segments if s.terrain == 0)
    markets = sum(s.extra for t in SET.bag for s in SET.tiles[t].segments if s.terrain == 3)
    assert (squares, wells, markets) == (7, 5, 12)


@pytest.mark.parametrize("tile", SET.tiles, ids=SET.names)
def test_four_quarter_turns_are_none(tile: Any) -> None:
    for slot in range(len(SLOTS)):
        assert turn_slot(turn_slot(slot, 3), 1) == slot
    plain, once = tile.shapes[0], tile.shapes[1]
    assert once.sides == (plain.sides[3], *plain.sides[:3])
    for number, segment in enumerate(plain.segments):
        after = {turn_slot(slot, 1) for slot in segment.slots}
        assert set(once.segments[number].slots) == after


@pytest.mark.parametrize("tile", SET.tiles, ids=SET.names)
def test_every_tile_fits_somewhere_on_the_empty_board(tile: Any) -> None:
    match = RULES.begin(RULES.check_options({}, 2), 2, bytes(32))
    masks = match.asked.translate(SET.fits[tile.number])
    assert 8 <= sum(mask.bit_count() for mask in masks) <= 28


def tile(document: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(tile for tile in document["tiles"] if tile["tile"] == name)
    return found


def feature(document: dict[str, Any], name: str, number: int) -> dict[str, Any]:
    found: dict[str, Any] = tile(document, name)["features"][number]
    return found


def parted(tile: dict[str, Any]) -> None:
    """Every slot becomes a feature of its own."""
    rows = [(row["terrain"], slot) for row in tile["features"] for slot in row["slots"]]
    tile["features"] = [{"terrain": terrain, "slots": [slot]} for terrain, slot in rows]


def swapped(one: dict[str, Any], other: dict[str, Any]) -> None:
    """Each tile gets the name of the other one."""
    one["tile"], other["tile"] = other["tile"], one["tile"]


BROKEN_SETS: dict[str, Change] = {
    "61 tiles": lambda d: d["tiles"][0].update(count=3),
    "none of a tile": lambda d: d["tiles"][0].update(count=0),
    "one name twice": lambda d: d["tiles"][1].update(tile=d["tiles"][0]["tile"]),
    "a slot in no feature": lambda d: feature(d, "b01", 0)["slots"].pop(),
    "a slot in two features": lambda d: feature(d, "b01", 0)["slots"].append("W"),
    "another terrain": lambda d: feature(d, "b01", 0).update(terrain="house"),
    "a well in a tower": lambda d: feature(d, "b01", 0).update(well=True),
    "a market on a path": lambda d: feature(d, "s01", 0).update(markets=1),
    "features that cross": lambda d: (
        feature(d, "s01", 1).update(slots=["Nl", "Sl", "W"]),
        feature(d, "s01", 2).update(slots=["Nr", "E", "Sr"]),
    ),
    "more features than a follower can tell": lambda d: parted(tile(d, "x01")),
    "a square that parts nothing": lambda d: tile(d, "s01").update(square=True),
    "paths that no square parts": lambda d: tile(d, "j01").update(square=False),
    "other start spaces": lambda d: d["starts"].pop(),
    "a market in a tower": lambda d: d["starts"][2].update(markets=1),
}


@pytest.mark.parametrize("change", BROKEN_SETS.values(), ids=BROKEN_SETS)
def test_a_set_that_does_not_fit_together_is_refused(change: Change) -> None:
    document = tile_set_documents()["reconstruction"]
    TileSet("whole", deepcopy(document))
    change(document)
    with pytest.raises(BadData):
        TileSet("broken", document)


RENAMED: dict[str, Change] = {
    "edges": lambda d: swapped(tile(d, "b01"), tile(d, "b05")),
    "features": lambda d: feature(d, "b05", 1).update(markets=3),
}


@pytest.mark.parametrize("change", RENAMED.values(), ids=RENAMED)
def test_a_name_means_one_tile_in_all_sets(change: Change) -> None:
    one, other = (tile_set_documents()["reconstruction"] for _ in range(2))
    tile(other, "b01")["count"], tile(other, "b02")["count"] = 1, 3
    assert list(tile_sets({"one": one, "other": deepcopy(other)})) == ["one", "other"]
    change(other)
    TileSet("other", deepcopy(other))
    with pytest.raises(BadData):
        tile_sets({"one": one, "other": other})


def test_features_that_cross_are_told_from_those_that_do_not() -> None:
    north, east, south, west = (PARTS * side for side in range(4))
    assert crossing((north, south), (east, west))
    assert not crossing((north, east), (south, west))
    assert not crossing((north,), (east, west, south))


def test_another_set_is_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    document = tile_set_documents()["reconstruction"]
    by_name = {tile["tile"]: tile for tile in document["tiles"]}
    by_name["b01"]["count"], by_name["b02"]["count"] = 1, 3
    monkeypatch.setitem(TILE_SETS, "mine", TileSet("mine", document))
    options = RULES.check_options({"tile_set": "mine"}, 2)
    state, _ = RULES.start(options, 2, bytes(32))
    assert RULES.view(state, None)["tile_set"] == "mine"
    assert RULES.load(RULES.dump(state)).tiles.bag.count(1) == 3
    assert [shown["tile_set"] for shown in PRESENTATION.cards("fr")["tile_sets"]] == [
        "reconstruction",
        "mine",
    ]


def test_the_catalogue_has_the_whole_wall() -> None:
    board = PRESENTATION.cards()["board"]
    assert [block["spaces"] for block in board["wall"]] == [[n, n + 1] for n in range(0, 100, 2)]
    assert sum(block["wall_tile"] for block in board["wall"]) == 13
    assert len(BOARD.blocks) == 50
