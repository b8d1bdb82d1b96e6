"""Joined features are one shape, which is open where the rules say so."""

from __future__ import annotations

import gzip
from random import Random

import pytest

from engine.castle.checks import lively
from engine.castle.features import largest_empty_region as region_size
from engine.castle.picture.joined import (
    LaidTiles,
    choose_place,
    is_complete,
    is_court,
    join_feature,
    largest_empty_region,
    outline_cells,
    parts_of,
)
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.state import Match
from engine.castle.testing import position
from engine.castle.tiles import TILE_SETS
from tablekernel.loop import settle
from tablekernel.scene import LAYOUTS, Scene

TILES = TILE_SETS["reconstruction"]
LARGEST, LARGEST_GZIP = 62_000, 12_000


@pytest.mark.parametrize("number", range(3))
def test_features_are_open_where_the_rules_say_so(number: int) -> None:
    rng = Random(number)
    state, _ = RULES.start(RULES.check_options({}, 2), 2, rng.randbytes(32))
    assert isinstance(state, Match)
    while (decision := settle(state)) is not None:
        if rng.random() < 0.1:
            view = RULES.view(state, None)
            table = LaidTiles.of(view, TILES)
            for feature in view["features"]:
                if is_court(feature):
                    continue
                joined = join_feature(feature, table)
                assert joined.gaps.count("M") == feature["open_sides"]
                assert bool(joined.gaps) != is_complete(feature)
                if feature["terrain"] != "path":
                    assert joined.d.count("M") == joined.d.count("z")
        RULES.play(state, decision.seat, lively(decision, rng).key)
    view = RULES.view(state, None)
    region = largest_empty_region((one["x"], one["y"]) for one in view["board"])
    assert len(region) == region_size(state)
    assert len(set(region)) == len(region)
    assert not set(region) & {(one["x"], one["y"]) for one in view["board"]}
    for layout in LAYOUTS:
        scene = Scene(view, None, RULES.result(state), {0: "alice", 1: "bob"}, layout=layout)
        svg = PRESENTATION.picture(scene, "fr").encode()
        assert len(svg) < LARGEST
        assert len(gzip.compress(svg)) < LARGEST_GZIP


def test_two_sides_that_join_are_one_shape() -> None:
    view = RULES.view(position(tiles="b05@6,0/3 b05@6,1/1", draws="c01").state, None)
    table = LaidTiles.of(view, TILES)
    tower = next(one for one in view["features"] if one["terrain"] == "tower" and one["tiles"] == 2)
    joined = join_feature(tower, table)
    assert len(parts_of(tower, table)) == 2
    assert joined.d.count("M") == 1
    assert "h" not in joined.d  # the side where they meet is no edge
    assert joined.gaps == ""
    assert joined.sign == (6 * 42 + 21, 42)


def test_a_sign_avoids_pieces() -> None:
    table = LaidTiles({}, {(0, 0): [(21, 21)]})
    assert choose_place(([(21, 21)], [(40, 40), (60, 60)]), table) in ((40, 40), (60, 60))
    assert choose_place(([(21, 22)],), table) == (21, 22)


def test_the_outline_of_cells_is_one_line() -> None:
    assert outline_cells([(0, 0), (1, 0)]) == "M0 0h84v42h-84v-42z"
