"""JSON Schemas of what clients get (``tablekernel.schemas``)."""

from __future__ import annotations

from typing import Final

from engine.castle.final_scoring import ITEMS
from engine.castle.names import ROLES, SIDES, SLOTS, TERRAINS
from engine.castle.topics import TOPICS
from tablekernel.schemas import (
    CONTEXT,
    EVENT,
    OPTION,
    RESULT,
    TABLE,
    Schema,
    event_schema,
    list_of,
    number,
    option_schema,
    or_null,
    part,
    record,
    text,
    truth,
    words,
)

SEAT: Final = number("A seat, from 0.")
SLOT: Final = words(SLOTS, "A place on the edge of a cell; see `cards/`.")
TERRAIN: Final = words(TERRAINS)
TILE: Final = text("A castle tile; `cards/` lists them.")
WALL_TILE: Final = number("The kind of a wall tile, 1 to 9.")
ROTATION: Final = number("Quarter turns clockwise, 0 to 3.")
CELL: Final = {"x": number("The column."), "y": number("The row; it grows to the south.")}
CELLS: Final = list_of(part("Cell"))

FACE: Final[dict[str, Schema]] = {
    "sides": part("Sides"),
    "features": list_of(part("FaceFeature")),
    "square": truth("It has a square, where paths end."),
}
FEATURE: Final[dict[str, Schema]] = {
    "terrain": TERRAIN,
    "tiles": number("Its size in tiles, start spaces included."),
    "open_sides": or_null(number("Null for a court.")),
    "wells": number(),
    "markets": number(),
    "followers": list_of(number(), "How many of each seat."),
    "cells": CELLS,
    "start_spaces": list_of(list_of(number()), "The spaces of the wall that belong to it."),
}
LAID: Final = {**CELL, "tile": TILE, "rotation": ROTATION}

KINDS: Final = (
    "match_started",
    "turn_started",
    "tile_drawn",
    "tile_removed",
    "tile_placed",
    "follower_placed",
    "scored",
    "tied",
    "keep_moved",
    "wall_tile_taken",
    "wall_tile_used",
    "final_scored",
    "match_over",
)
EVENT_MEMBERS: Final[dict[str, Schema]] = {
    **CELL,
    "seat": SEAT,
    "first": SEAT,
    "tile_set": text(),
    "tile": TILE,
    "left": number("Tiles that are left in the bag."),
    "rotation": ROTATION,
    "role": words(ROLES),
    "slot": SLOT,
    "turn": number(),
    "terrain": or_null(TERRAIN),
    "tiles": number(),
    "wells": number(),
    "followers": list_of(number(), "How many of each seat."),
    "cells": CELLS,
    "points": number(),
    "score": number("The score of the seat now."),
    "size": number("The size of the house of the keep."),
    "wall_tile": or_null(WALL_TILE),
    "wall_tiles": number(),
    "spaces": list_of(number(), "The spaces of the score track beside the tower."),
    "item": words(ITEMS, "What is scored at the end."),
    "amount": number("Cells, markets or tiles that count."),
    "result": part(RESULT),
}

SCHEMAS: Final[dict[str, Schema]] = {
    TABLE: record(
        "The table. Players and spectators see the same.",
        {
            "tile_set": text(),
            "phase": words(("place", "follower", "scoring", "over")),
            "turn": or_null(part("Turn")),
            "tile": or_null(part("DrawnTile")),
            "bag_size": number(),
            "tiles_left": {
                "type": "object",
                "description": "How many of each tile are in the bag.",
                "additionalProperties": number(),
            },
            "removed": list_of(TILE, "Tiles that fitted nowhere."),
            "board": list_of(part("LaidTile"), "In the order in which they were laid."),
            "features": list_of(part("Feature")),
            "followers": list_of(part("Follower")),
            "towers": list_of(part("Tower")),
            "used": list_of(number(), "Wall tiles that are out of the game."),
            "seats": list_of(part("Seat")),
            "you": or_null(part("You")),
        },
    ),
    "Cell": record("A cell of the board.", CELL, {"slots": list_of(SLOT, "Where a feature lies.")}),
    "Sides": record("The terrain of each side.", dict.fromkeys(SIDES, TERRAIN)),
    "FaceFeature": record(
        "A feature on one tile.",
        {"terrain": TERRAIN, "slots": list_of(SLOT), "wells": number(), "markets": number()},
    ),
    "Face": record("A tile in one rotation.", FACE),
    "DrawnTile": record("The tile to lay, unrotated.", {"tile": TILE, **FACE}),
    "LaidTile": record("A tile on the board.", LAID),
    "Turn": record(
        "Whose turn it is.",
        {"seat": SEAT, "number": number(), "laid": or_null(part("Cell"))},
    ),
    "Feature": record("A feature of the board, with all its cells.", FEATURE),
    "Follower": record(
        "A follower on the board.", {"seat": SEAT, "role": words(ROLES), **CELL, "slot": SLOT}
    ),
    "Tower": record(
        "A corner tower of the wall.",
        {"spaces": list_of(number()), "wall_tile": truth("A wall tile lies there.")},
    ),
    "Seat": record(
        "What everybody knows of a seat.",
        {
            "seat": SEAT,
            "score": number(),
            "space": number("Its place on the score track."),
            "laps": number("Whole rounds of the track."),
            "supply": number("Followers that are not on the board."),
            "keep": or_null(part("Keep")),
            "wall_tiles": list_of(part("WallTile")),
        },
    ),
    "Keep": record(
        "A keep, and the house that it stands in.",
        {"size": number(), **CELL, "slot": SLOT, "cells": CELLS},
    ),
    "WallTile": record(
        "A wall tile of a seat.",
        {"wall_tile": WALL_TILE, "usable": truth("It may be used in the current turn.")},
    ),
    "You": record("What you alone know: nothing but your seat.", {"seat": SEAT}),
    CONTEXT: record(
        "What a decision is about. Its topic decides which members it has.",
        {},
        {
            **LAID,
            **FACE,
            **FEATURE,
            "faces": list_of(part("Face"), "The tile to lay, in its four rotations."),
            "seat": SEAT,
            "slot": SLOT,
            "points": number(),
            "doubled": number("The points with the wall tile."),
        },
    ),
    OPTION: option_schema(
        TOPICS, {name: FEATURE[name] for name in ("followers", "cells", "start_spaces")}
    ),
    EVENT: event_schema(KINDS, EVENT_MEMBERS),
    RESULT: record(
        "The result, by seat.",
        {
            "placements": list_of(number(), "1 is best."),
            "scores": list_of(number()),
            "breakdown": list_of(part("Score")),
        },
    ),
    "Score": record("The score of a seat, item by item.", dict.fromkeys(ITEMS, number())),
}
