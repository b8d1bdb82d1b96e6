"""The area of each seat: points, followers at hand, the keep, wall tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.castle.picture.pieces import keep, piece
from engine.castle.picture.wording import wall_tile_of
from engine.castle.text import CastleLanguage
from engine.drawing.lettering import fit_text, label, size_for, width_of
from engine.drawing.paints import ACCENT, INK, LINE, PANEL, QUIET
from engine.drawing.panels import add_title, deciding, draw_frame, draw_placement
from engine.drawing.pills import Pill, flowing
from engine.drawing.svg import Block, Markup, group, join_markup, stack_blocks
from engine.kernel.scene import Scene

Document = Mapping[str, Any]

INSIDE: Final = 14
"""The distance from the edge of a panel to its content."""
GAP: Final = 9


def place(seat: Document, scene: Scene, tongue: CastleLanguage, width: float) -> Block:
    """Draw the area of a seat, in a frame that glows while the match waits for it."""
    inner = width - 2 * INSIDE
    content = stack_blocks(
        (
            header(seat, scene, tongue, inner),
            stock(seat, tongue, inner),
            flowing(marks(seat, scene, tongue), inner),
        ),
        gap=GAP,
        x=INSIDE,
        y=INSIDE,
    )
    return draw_frame(content, width, inside=INSIDE, glowing=seat["seat"] == scene.to_act)


def header(seat: Document, scene: Scene, tongue: CastleLanguage, width: float) -> Block:
    """Draw the shape of the seat, its name, and its points."""
    name = tongue.seat(seat["seat"], scene.names)
    points = tongue.points(seat["score"])
    room = width - 30 - width_of(points, 16, bold=True) - 12
    size = size_for(name, room, largest=20, least=14)
    return Block(
        join_markup(
            (
                group(piece(seat["seat"], 20), x=12, y=13),
                label(fit_text(name, room, size, bold=True), 30, 19, size=size, ink=INK, bold=True),
                label(points, width, 19, size=16, ink=INK, bold=True, anchor="end"),
            )
        ),
        26,
    )


def stock(seat: Document, tongue: CastleLanguage, width: float) -> Block:
    """Draw the followers at hand, and the size of the house with the keep."""
    words, number = tongue.table, seat["seat"]
    supply = tongue.fact(words["supply"], seat["supply"])
    parts: list[Markup] = [label(supply, 0, 15, size=13, ink=QUIET)]
    x = width_of(supply, 13) + 12
    row = (group(piece(number, 12), x=x + 16 * one, y=10.5) for one in range(seat["supply"]))
    parts.append(add_title(supply, join_markup(row)))
    size = seat["keep"]["size"] if seat["keep"] else 0
    house = tongue.fact(words["keep_of"], tongue.tiles(size) if size else "\N{EN DASH}")
    parts.append(label(house, width, 15, size=13, ink=QUIET, anchor="end"))
    if size:
        parts.append(keep(number, width - width_of(house, 13) - 12, 10.5))
    return Block(join_markup(parts), 21)


def marks(seat: Document, scene: Scene, tongue: CastleLanguage) -> Iterator[Pill]:
    """Yield facts about a seat: its place and scores at the end, whether it has to decide, its lap,
    its wall tiles.
    """
    number, result = seat["seat"], scene.result
    if result and result["scores"]:
        yield draw_placement(result["placements"][number], tongue.points(result["scores"][number]))
        for item, points in result["breakdown"][number].items():
            if points:
                yield Pill(tongue.fact(tongue.scores[item][0], points), INK, PANEL, LINE)
    if number == scene.to_act:
        yield deciding(tongue.table["decides"])
    if seat["laps"]:
        yield Pill(tongue.table["lap"].format(lap=seat["laps"] + 1), INK, PANEL, INK)
    for one in seat["wall_tiles"]:
        ready = one["usable"]
        yield Pill(
            wall_tile_of(one, tongue), INK if ready else QUIET, PANEL, ACCENT if ready else LINE
        )
