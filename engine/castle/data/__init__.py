"""Board and tile sets as files, read once when the rules are imported.

``board.json`` is the printed castle. Every file of ``tile_sets/`` is a set of tiles with the
terrains of the start spaces. Matches refer to its name, so the contents of a set that matches were
played with never change: a corrected set gets another name.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import orjson

FOLDER = files("engine.castle.data")


class BadData(ValueError):
    """A data file is inconsistent."""


def board_document() -> dict[str, Any]:
    """Return the contents of ``board.json``."""
    document: dict[str, Any] = orjson.loads(FOLDER.joinpath("board.json").read_bytes())
    return document


def tile_set_documents() -> dict[str, dict[str, Any]]:
    """Return the contents of every tile set by its name, in alphabetical order."""
    found = sorted(
        (path.name.removesuffix(".json"), path)
        for path in FOLDER.joinpath("tile_sets").iterdir()
        if path.name.endswith(".json")
    )
    return {name: orjson.loads(path.read_bytes()) for name, path in found}
