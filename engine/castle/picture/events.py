"""What the last move changed on the board, from the events of a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.kernel.scene import Scene

Document = Mapping[str, Any]

SCORED: Final = frozenset({"scored", "tied", "final_scored"})
"""The kinds of events that score a feature, or return its followers."""
SHOWN: Final = frozenset({"turn_started", "tile_drawn", "final_scored"})
SHAPED: Final = ("path", "tower", "house")
"""The terrains of features that are drawn as one shape."""


def cell_name(one: Document) -> str:
    """Return the name of the element of a cell."""
    return f"cell-{one['x']}-{one['y']}"


def changed(scene: Scene) -> Iterator[str]:
    """Yield the names of the elements that the last move changed: its cell, the wall tile that it
    took. Without events that is the last cell of a running match.
    """
    kinds = {"tile_placed", "follower_placed", "keep_moved"}
    cells = [event for event in scene.events if event["kind"] in kinds]
    board = scene.view["board"]
    if not scene.events and board and scene.view["phase"] != "over":
        cells = [board[-1]]
    yield from map(cell_name, cells)
    for event in scene.events:
        if event["kind"] == "wall_tile_taken":
            yield f"wall-tile-{event['seat']}-{event['wall_tile']}"


def scored_features(scene: Scene) -> Iterator[Document]:
    """Yield the features that the last move scored, as the view has them."""
    areas = [
        (event["terrain"], {(one["x"], one["y"]) for one in event["cells"]})
        for event in scene.events
        if event["kind"] in SCORED and event.get("terrain") in SHAPED
    ]
    for feature in scene.view["features"] if areas else ():
        cells = {(one["x"], one["y"]) for one in feature["cells"]}
        if (feature["terrain"], cells) in areas:
            yield feature


def news(scene: Scene) -> Iterator[Document]:
    """Yield the events to tell in words, the end of the match first: not those that the picture
    shows anyway, such as the next turn and the single scores of the end.
    """
    told = [event for event in scene.events if event["kind"] not in SHOWN]
    yield from sorted(told, key=lambda event: event["kind"] != "match_over")
