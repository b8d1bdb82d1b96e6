"""The area of each seat: points, followers at hand, the keep, wall tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine.castle.picture.emblems import emblem
from engine.castle.picture.events import named_wall_tiles
from engine.castle.picture.pieces import keep
from engine.castle.picture.wording import wall_tile_of
from engine.castle.text import CastleLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import DISPLAY, SMALL, fit_text, label, size_for, width_of
from tablekernel.drawing.paints import ACCENT, INK, LINE, PANEL, QUIET
from tablekernel.drawing.panels import add_title, deciding, draw_frame, draw_placement
from tablekernel.drawing.pills import Pill, flowing
from tablekernel.drawing.svg import Block, Markup, group, join_markup, reuse, stack_blocks, tag
from tablekernel.scene import Scene

Document = Mapping[str, Any]

INSIDE: Final = 14
"""The distance from the edge of a panel to its content."""
GAP: Final = 9
TILE_HIGH: Final = 32
"""The height of a wall tile."""


def place(
    seat: Document, scene: Scene, tongue: CastleLanguage, emphasis: Emphasis, width: float
) -> Block:
    """Draw the area of a seat, in a frame that glows while the match waits for it."""
    inner = width - 2 * INSIDE
    content = stack_blocks(
        (
            header(seat, scene, tongue, emphasis, inner),
            stock(seat, tongue, inner),
            flowing(facts(seat, scene, tongue), inner),
            wall_tiles(seat, tongue, emphasis, inner),
        ),
        gap=GAP,
        x=INSIDE,
        y=INSIDE,
    )
    return draw_frame(content, width, inside=INSIDE, glowing=seat["seat"] == scene.to_act)


def own_first(scene: Scene) -> list[Document]:
    """Return the seats, that of the viewer first."""
    return sorted(scene.view["seats"], key=lambda seat: seat["seat"] != scene.own_seat)


def header(
    seat: Document, scene: Scene, tongue: CastleLanguage, emphasis: Emphasis, width: float
) -> Block:
    """Draw the figure of the seat, its name, and its points."""
    name = tongue.seat(seat["seat"], scene.names)
    points = tongue.points(seat["score"])
    room = width - 30 - width_of(points, 16, bold=True) - 12
    size = size_for(name, room, largest=20, least=SMALL)
    return Block(
        element(
            f"seat-{seat['seat']}",
            reuse(f"figure-{seat['seat']}", x=11, y=13),
            label(
                fit_text(name, room, size, bold=True),
                30,
                19,
                size=size,
                ink=INK,
                bold=True,
                class_=DISPLAY,
            ),
            label(points, width, 19, size=16, ink=INK, bold=True, anchor="end"),
            emphasis=emphasis,
            box=Box(width, 26),
            title=tongue.fact(name, points),
        ),
        26,
    )


def stock(seat: Document, tongue: CastleLanguage, width: float) -> Block:
    """Draw the followers at hand, and the size of the house with the keep."""
    words, number = tongue.table, seat["seat"]
    supply = tongue.fact(words["supply"], seat["supply"])
    parts: list[Markup] = [label(supply, 0, 15, size=SMALL, ink=QUIET)]
    x = width_of(supply, SMALL) + 10
    row = (reuse(f"figure-{number}", x=20 * one) for one in range(seat["supply"]))
    small = tag("g", *row, transform=f"translate({x:g} 11) scale(.8)")
    parts.append(add_title(supply, small))
    size = seat["keep"]["size"] if seat["keep"] else 0
    house = tongue.fact(words["keep_of"], tongue.tiles(size) if size else "\N{EN DASH}")
    parts.append(label(house, width, 15, size=SMALL, ink=QUIET, anchor="end"))
    if size:
        parts.append(keep(number, width - width_of(house, SMALL) - 12, 10.5))
    return Block(join_markup(parts), 21)


def facts(seat: Document, scene: Scene, tongue: CastleLanguage) -> Iterator[Pill]:
    """Yield facts about a seat: its place and scores at the end, whether it has to decide, its
    lap.
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


def wall_tiles(seat: Document, tongue: CastleLanguage, emphasis: Emphasis, width: float) -> Block:
    """Draw the wall tiles of a seat, each with its emblem; one that cannot be used yet is pale."""
    parts: list[Markup] = []
    x, y = 0.0, 0.0
    for name, one in named_wall_tiles(seat):
        words = wall_tile_of(one, tongue)
        wide = min(width, 46 + width_of(words, SMALL))
        if x and x + wide > width:
            x, y = 0.0, y + TILE_HIGH + 7
        ready = one["usable"]
        ink = INK if ready else QUIET
        frame = tag(
            "rect",
            x=0.5,
            y=0.5,
            width=wide - 1,
            height=TILE_HIGH - 1,
            rx=6,
            fill=PANEL,
            stroke=ACCENT if ready else LINE,
            stroke_width=1.4,
        )
        sign = group(emblem(one["wall_tile"], ACCENT if ready else QUIET), x=18, y=TILE_HIGH / 2)
        parts.append(
            element(
                name,
                frame,
                sign,
                label(fit_text(words, wide - 40, SMALL), 34, 21, size=SMALL, ink=ink),
                emphasis=emphasis,
                box=Box(wide, TILE_HIGH, 6),
                title=words,
                text=tongue.wall_texts[one["wall_tile"]],
                x=x,
                y=y,
            )
        )
        x += wide + 7
    return Block(join_markup(parts), y + TILE_HIGH if parts else 0)
