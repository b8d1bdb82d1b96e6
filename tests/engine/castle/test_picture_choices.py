"""The picture as an interface: each option has elements, and each element is there once."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.castle.board import CELLS
from engine.castle.checks import lively
from engine.castle.picture.events import find_changes, scored_features
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.testing import CastleTable, position
from tablekernel.drawing.svg import SVG
from tablekernel.frames import Decision
from tablekernel.loop import settle
from tablekernel.marks import complete_marks, narrow_options, open_marks
from tablekernel.scene import LAYOUTS, Scene
from tests.tablekernel.drawing.pictures import texts, titles_of

NAMES = {0: "alice", 1: "<b>&"}


def open_decision(state: Any, decision: Decision, language: str) -> dict[str, Any]:
    """The decision of a scene, as the server makes it."""
    described = RULES.describe(state, decision)
    view = RULES.view(state, decision.seat)
    marks = complete_marks(described["options"], PRESENTATION.marks(view, described))
    return {
        "question": PRESENTATION.question(described, language, NAMES),
        "about": described["about"],
        "options": [
            {**option, "label": PRESENTATION.label(option, language, NAMES), "marks": own}
            for option, own in zip(described["options"], marks, strict=True)
        ],
    }


def scene_of(
    state: Any,
    preview: str | None = None,
    language: str = "en",
    layout: str = "portrait",
    events: list[dict[str, Any]] | None = None,
) -> Scene:
    """The table as the deciding seat sees it, with what it can choose."""
    decision = settle(state)
    if decision is None:
        view, result = RULES.view(state, 0), RULES.result(state)
        return Scene(view, None, result, NAMES, events=events or (), layout=layout)
    document = open_decision(state, decision, language)
    chosen = next((one for one in document["options"] if one["choice"] == preview), None)
    view = RULES.view(state, decision.seat)
    return Scene(view, decision.seat, None, NAMES, document, chosen, events or (), layout)


def drawn(scene: Scene, language: str = "en") -> Any:
    return ElementTree.fromstring(PRESENTATION.picture(scene, language))  # our own


def ids(root: Any) -> list[str]:
    return [one.get("id") for one in root.iter() if one.get("id")]


def part(root: Any, name: str) -> Any:
    """The element with a name."""
    return next(one for one in root.iter() if one.get("id") == f"board-{name}")


@pytest.mark.parametrize("number", range(4))
@pytest.mark.slow
def test_every_mark_is_an_element_that_stands_once_in_the_picture(number: int) -> None:
    rng = Random(number)
    state, _ = RULES.start(RULES.check_options({}, 2), 2, rng.randbytes(32))
    topics = set()
    while (decision := settle(state)) is not None:
        topics.add(decision.topic)
        if decision.topic not in ("place", "follower") or rng.random() < 0.15:
            layout, language = rng.choice(LAYOUTS), rng.choice(PRESENTATION.languages)
            preview = rng.choice(decision.options).key if rng.random() < 0.5 else None
            scene = scene_of(state, preview, language, layout)
            root = drawn(scene, language)
            counts = Counter(ids(root))
            assert set(counts.values()) == {1}
            marks = open_marks(scene.decision)
            assert marks <= set(counts)
            buttons = {one.get("id") for one in root.iter() if one.get("role") == "button"}
            assert buttons == marks
            assert scene.decision is not None
            for option in scene.decision["options"]:
                assert narrow_options(scene.decision["options"], option["marks"]) == [option]
            used = set(re.findall(r"#(board-[\w-]+)", ElementTree.tostring(root).decode()))
            assert used <= set(counts)
        RULES.play(state, decision.seat, lively(decision, rng).key)
    assert {"place", "follower"} <= topics
    root = drawn(scene_of(state))
    assert {f"board-cell-{x}-{y}" for x, y in CELLS} <= set(ids(root))
    assert not [one for one in root.iter() if one.get("role") == "button"]


def order_table() -> CastleTable:
    """A tile completes two features of A, and their order matters."""
    return position(
        tiles="b03@6,0/0", followers={}, wall={"A": "1 2 2", "B": "7 7"}, draws="x01 c01"
    )


def test_the_second_wall_tile_of_a_kind_has_a_name_of_its_own() -> None:
    found = set(ids(drawn(scene_of(order_table().state))))
    assert {
        "board-wall-tile-0-1",
        "board-wall-tile-0-2",
        "board-wall-tile-0-2-2",
        "board-wall-tile-1-7",
        "board-wall-tile-1-7-2",
        "board-seat-0",
        "board-seat-1",
        "board-bag",
    } <= found


def test_a_wall_tile_says_what_it_does_as_the_help_does() -> None:
    scene = scene_of(order_table().state)
    tile = part(drawn(scene), "wall-tile-0-2")
    helped = PRESENTATION.help(scene.view, "en")
    assert tile.findtext(f"{{{SVG}}}desc") == helped["wall_tile_2"]["text"]
    assert set(helped) == {
        *("path", "tower", "house", "court"),
        *("wall_tile_1", "wall_tile_2", "wall_tile_7"),
    }
    assert PRESENTATION.help(scene.view, "fr")["tower"]["title"] == "tour"


def test_a_previewed_place_is_drawn_in_its_rotation() -> None:
    table = position(tiles="s08@6,0/0", draws="c01")
    choice = next(key for key in table.options if key.startswith("place:6,1:"))
    root = drawn(scene_of(table.state, choice))
    ghosts = [one for one in root.iter() if one.get("opacity") == "0.8" and len(one)]
    assert [one.get("transform") for one in ghosts] == ["translate(252 42)"]
    bare = drawn(scene_of(table.state))
    assert not [one for one in bare.iter() if one.get("opacity") == "0.8" and len(one)]


def test_a_follower_can_go_where_it_fits() -> None:
    table = position(tiles="s08@6,0/0", draws="c01")
    choice = next(key for key in table.options if key.startswith("place:6,1:"))
    table.plays("A", choice)
    root = drawn(scene_of(table.state))
    offered = {key.split(":")[1] for key in table.options if key != "pass"}
    spots = {name for name in ids(root) if name.startswith("board-place-")}
    assert spots == {f"board-place-6-1-{slot}" for slot in offered}
    assert "board-choice-pass" in ids(root)
    about = part(root, sorted(spots)[0].removeprefix("board-"))
    assert about.findtext(f"{{{SVG}}}desc")


def test_only_the_deciding_seat_can_choose() -> None:
    scene = scene_of(position(draws="c01").state)
    root = drawn(scene._replace(decision=None))
    assert not [one for one in root.iter() if one.get("tabindex")]


def test_what_the_last_move_changed_is_marked() -> None:
    table = position(tiles="s08@6,0/0", draws="c01")
    place = {"kind": "tile_placed", "seat": 0, "x": 6, "y": 0, "text": "alice lays a tile."}
    root = drawn(scene_of(table.state, events=[place]))
    dotted = [one for one in root.iter() if one.get("stroke-dasharray") == "1 5"]
    assert len(dotted) == 1 + 1  # and one is explained
    feature = next(
        one for one in scene_of(table.state).view["features"] if one["terrain"] == "house"
    )
    cells = [{"x": one["x"], "y": one["y"]} for one in feature["cells"]]
    event = {"kind": "scored", "terrain": "house", "cells": cells, "text": "alice scores."}
    root = drawn(scene_of(table.state, events=[event]))
    assert [one for one in root.iter() if one.get("stroke-dasharray") == "1 6"]
    assert "alice scores." in texts(root)


def test_of_several_features_on_a_cell_only_the_scored_one_is_dotted() -> None:
    table = position(tiles="s08@6,0/0", draws="c01")
    scene = scene_of(table.state)
    houses = [one for one in scene.view["features"] if one["terrain"] == "house"]
    assert len(houses) == 2
    cells = [{"x": one["x"], "y": one["y"]} for one in houses[0]["cells"]]
    event = {"kind": "scored", "terrain": "house", "cells": cells, "text": "alice scores."}
    assert list(scored_features(scene._replace(events=[event]))) in ([houses[0]], [houses[1]])
    assert len(list(scored_features(scene._replace(events=[event, event])))) == 2


def test_the_second_wall_tile_of_a_kind_is_marked_when_it_is_taken() -> None:
    table = position(wall={"A": "5 5"}, draws="c01")
    taken = {"kind": "wall_tile_taken", "seat": 0, "wall_tile": 5, "text": "alice takes it."}
    assert list(find_changes(scene_of(table.state, events=[taken]))) == ["wall-tile-0-5-2"]


def test_the_largest_empty_region_is_shown_when_the_match_is_over() -> None:
    table = position(ends=True)
    root = drawn(scene_of(table.state))
    assert "Largest empty region: 76 cells" in titles_of(root)
    assert "76" in texts(root)
    assert "Largest empty region: 76 cells." in root.findtext(f"{{{SVG}}}desc")
    assert "Largest empty region: 76 cells" not in titles_of(
        drawn(scene_of(position(draws="c01").state))
    )
