"""The options of a match: schema, defaults and validation."""

from __future__ import annotations

from typing import Any, Final

from engine.castle.names import SEATS
from engine.castle.tiles import TILE_SETS, USUAL
from tablekernel.errors import OptionsRefused

DEFAULTS: Final[dict[str, Any]] = {"tile_set": USUAL, "first_seat": None}

Options = dict[str, Any]


def schema() -> dict[str, Any]:
    """Return the options as a JSON Schema."""
    properties: dict[str, dict[str, Any]] = {
        "tile_set": {
            "type": "string",
            "enum": list(TILE_SETS),
            "description": (
                "The castle tiles and the terrains of the start spaces. `reconstruction`: not the "
                "printed tiles, of which no list is public, but 60 tiles that keep to all that is "
                "known of them."
            ),
        },
        "first_seat": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": SEATS - 1,
            "description": "The seat that begins; null leaves it to chance.",
        },
    }
    for name, default in DEFAULTS.items():
        properties[name]["default"] = default
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def complete(options: Options, seats: int) -> Options:
    """Return the options with their defaults. Raises ``OptionsRefused`` with the violated rule.
    Idempotent.
    """
    for name in options:
        if name not in DEFAULTS:
            raise OptionsRefused("unknown", f"There is no option {name!r}.", f"/{name}")
    full = {**DEFAULTS, **options}
    if seats != SEATS:
        raise OptionsRefused("seats_out_of_range", f"The game is for {SEATS} players.", "/seats")
    if not isinstance(full["tile_set"], str) or full["tile_set"] not in TILE_SETS:
        known = ", ".join(TILE_SETS)
        raise OptionsRefused("unknown_tile_set", f"The tile sets are {known}.", "/tile_set")
    first = full["first_seat"]
    if first is not None and (type(first) is not int or not 0 <= first < SEATS):
        raise OptionsRefused("unknown_seat", f"The seats are 0 to {SEATS - 1}.", "/first_seat")
    return full
