"""The elements that each option of a decision concerns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.castle.names import ROLES
from engine.castle.picture.choosing import place_name
from engine.castle.picture.emphasis import feature_name
from engine.castle.picture.events import cell_name

Document = Mapping[str, Any]


def marks(view: Document, decision: Document) -> list[list[str]]:
    """Return the names of the elements of each option, in the order of the options."""
    return [marks_of(option, view, decision["seat"]) for option in decision["options"]]


def marks_of(option: Document, view: Document, seat: int) -> list[str]:
    """Return the names of the elements of an option; a pass has none, and gets a button."""
    verb = option["verb"]
    if verb == "place":
        return [cell_name(option), f"turn-{option['rotation']}"]
    if verb in ROLES:
        return [place_name(view["turn"]["laid"], option)]
    if verb == "score":
        return [feature_name(option)]
    if verb == "use":
        return [f"wall-tile-{seat}-{option['wall_tile']}"]
    return []
