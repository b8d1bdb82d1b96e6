"""What the last move changed on the board, from the events of a scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tablekernel.scene import Scene

Document = Mapping[str, Any]

SCORED: Final = frozenset({"scored", "tied", "final_scored"})
"""The kinds of events that score a feature, or return its followers."""
SHOWN: Final = frozenset({"turn_started", "tile_drawn", "final_scored"})
SHAPED: Final = ("path", "tower", "house")
"""The terrains of features that are drawn as one shape."""


def cell_name(one: Document) -> str:
    """Return the name of the element of a cell."""
    return f"cell-{one['x']}-{one['y']}"


def named_wall_tiles(seat: Document) -> Iterator[tuple[str, Document]]:
    """Yield the wall tiles of a seat with the names of their elements. Only the second one of a
    kind has a number of its own.
    """
    found: Counter[int] = Counter()
    for one in seat["wall_tiles"]:
        kind = one["wall_tile"]
        found[kind] += 1
        name = f"wall-tile-{seat['seat']}-{kind}"
        yield name if found[kind] == 1 else f"{name}-{found[kind]}", one


def find_changes(scene: Scene) -> Iterator[str]:
    """Yield the names of the elements that the last move changed: its cell, the wall tile that it
    took.
    """
    kinds = {"tile_placed", "follower_placed", "keep_moved"}
    yield from (cell_name(event) for event in scene.events if event["kind"] in kinds)
    for event in scene.events:
        if event["kind"] == "wall_tile_taken":
            tiles = named_wall_tiles(scene.view["seats"][event["seat"]])
            same = [name for name, one in tiles if one["wall_tile"] == event["wall_tile"]]
            yield from same[-1:]


def scored_features(scene: Scene) -> Iterator[Document]:
    """Yield the features that the last move scored, as the view has them: one for each event.

    Several features of a terrain can lie on the same cells. One without open sides and without
    followers is the one that was scored.
    """
    left = list(scene.view["features"])
    for event in scene.events:
        if event["kind"] not in SCORED or event.get("terrain") not in SHAPED:
            continue
        same = [
            feature
            for feature in left
            if feature["terrain"] == event["terrain"] and list_cells(feature) == list_cells(event)
        ]
        same.sort(key=lambda feature: (bool(feature["open_sides"]), bool(feature["followers"])))
        if same:
            left.remove(same[0])
            yield same[0]


def list_cells(feature: Document) -> set[tuple[int, int]]:
    """Return the cells of a feature by column and row."""
    return {(one["x"], one["y"]) for one in feature["cells"]}


def select_news(scene: Scene) -> Iterator[Document]:
    """Yield the events to tell in words, the end of the match first: not those that the picture
    shows anyway, such as the next turn and the single scores of the end.
    """
    told = [event for event in scene.events if event["kind"] not in SHOWN]
    yield from sorted(told, key=lambda event: event["kind"] != "match_over")
