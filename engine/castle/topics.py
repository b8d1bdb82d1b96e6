"""The topics of the game's decisions, their verbs, and the members of their options."""

from __future__ import annotations

from engine.castle.names import ROLES
from tablekernel.topics import ARRAY, INTEGER, STRING, Members, Topic

FEATURE: Members = {
    "slot": STRING,
    "terrain": STRING,
    "tiles": INTEGER,
    "open_sides": INTEGER,
    "wells": INTEGER,
    "markets": INTEGER,
    "followers": ARRAY,
    "cells": ARRAY,
    "start_spaces": ARRAY,
}
CELL: Members = {"x": INTEGER, "y": INTEGER}
PASS: dict[str, Members] = {"pass": {}}
USE: dict[str, Members] = {"use": {"wall_tile": INTEGER}}

TOPICS: dict[str, Topic] = {
    "place": Topic(
        "Where to lay the drawn tile, and its rotation.",
        {"place": {**CELL, "rotation": INTEGER}},
    ),
    "follower": Topic(
        "Put a follower on a feature of the tile just laid, or pass.",
        {**PASS, **dict.fromkeys(ROLES, FEATURE)},
    ),
    "order": Topic(
        "Which completed feature of one player is scored next, when the order can "
        "change which wall tiles are taken.",
        {"score": {**CELL, **FEATURE, "seat": INTEGER, "points": INTEGER}},
    ),
    "double": Topic(
        "Use wall tile 2 for a completed tower or wall tile 3 for a house, or pass.",
        {**USE, **PASS},
    ),
    "extra_turn": Topic("Use wall tile 1 to take another turn at once, or pass.", {**USE, **PASS}),
}
