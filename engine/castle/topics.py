"""Every question of the game, the verbs that answer it, and what their options say."""

from __future__ import annotations

from engine.castle.names import ROLES
from engine.kernel.topics import ARRAY, INTEGER, STRING, Members, Topic

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
        "Where to lay the drawn tile, and how it is turned.",
        {"place": {**CELL, "rotation": INTEGER}},
    ),
    "follower": Topic(
        "Whether to put a follower on the tile just laid, and on which of its features.",
        {**PASS, **dict.fromkeys(ROLES, FEATURE)},
    ),
    "order": Topic(
        "Which of several completed features of one player is scored next, where the order may "
        "change which wall tiles are taken.",
        {"score": {**CELL, **FEATURE, "seat": INTEGER, "points": INTEGER}},
    ),
    "double": Topic(
        "Whether to use wall tile 2 for a completed tower, or 3 for a house.", {**USE, **PASS}
    ),
    "extra_turn": Topic(
        "Whether to use wall tile 1 and take another turn at once.", {**USE, **PASS}
    ),
}
