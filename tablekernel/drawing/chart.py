"""Charts: lines over time, solid and dashed, with marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tablekernel.drawing.lettering import SMALL, fit_text, label, width_of
from tablekernel.drawing.paints import ACCENT, INK, LINE, NIGHTLY, PANEL, QUIET
from tablekernel.drawing.panels import WIDTHS, heading, legend, page
from tablekernel.drawing.svg import Block, Markup, Paint, group, join_markup, tag
from tablekernel.scene import PORTRAIT

MARGIN: Final = 14
LEFT: Final = 60
"""The room for the labels of levels before the chart."""
TOP: Final = 8
BOTTOM: Final = 28
HEIGHTS: Final = {PORTRAIT: 260}
HIGH: Final = 380
EDGE: Final = 2
"""The width by which the casing of a line is wider: it shows dark lines on a dark ground."""
DASHES: Final = "3 4"
TICK_GAP: Final = 12

Points = Sequence[tuple[float, float]]
"""Places from left to right, and values."""


class Line(NamedTuple):
    """The values of one seat or user. The lines are thicker if it is ``bold``."""

    name: str
    color: str
    bold: bool
    solid: Points
    dashed: Points = ()


class Mark(NamedTuple):
    """A numbered mark at a point, with a title for pointers and screen readers."""

    x: float
    y: float
    title: str


class Chart(NamedTuple):
    """What a chart shows, with its texts."""

    title: str
    description: str
    caption: str
    end: str
    lines: Sequence[Line]
    levels: Sequence[tuple[float, str]]
    """Values with a line of the grid and a label before it, from the lower edge to the upper."""
    ticks: Sequence[tuple[float, str]]
    """Places with a line of the grid and a label below it."""
    last: float
    """The place of the right edge."""
    language: str
    marks: Sequence[Mark] = ()
    solid: str = ""
    """What solid lines mean, for the legend."""
    dashed: str = ""
    mark: str = ""

    def height_of(self, value: float) -> float:
        """Return a value as a share of the height, from 0 at the lower edge to 1."""
        low, high = self.levels[0][0], self.levels[-1][0]
        return (value - low) / (high - low)


def draw_chart(chart: Chart, layout: str = PORTRAIT) -> str:
    """Return a whole picture of a chart."""
    width = WIDTHS[layout] - 2 * MARGIN
    paints = [paint_of(line) for line in chart.lines]
    top = fit_text(chart.title, width, 20, bold=True)
    head = label(top, 0, 20, size=20, ink=INK, bold=True)
    blocks = [
        Block(head, 26),
        heading(fit_text(chart.caption, width, SMALL)),
        draw_panel(chart, paints, width, HEIGHTS.get(layout, HIGH)),
        legend(list_signs(chart, paints), width),
    ]
    return page(
        blocks,
        margin=MARGIN,
        title=chart.title,
        description=chart.description,
        language=chart.language,
        paints=(*NIGHTLY, *paints),
        layout=layout,
    )


def paint_of(line: Line) -> Paint:
    return Paint("line", line.color, line.color)


def draw_panel(chart: Chart, paints: Sequence[Paint], width: float, high: float) -> Block:
    """Draw the grid, the lines and the marks."""
    wide, tall = width - LEFT - TOP, high - TOP - BOTTOM

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + wide * x / (chart.last or 1), TOP + tall * (1 - chart.height_of(y))

    parts = [tag("rect", x=LEFT, y=TOP, width=wide, height=tall, fill=PANEL, stroke=LINE)]
    parts += draw_grid(chart, wide, tall)
    order = sorted(zip(chart.lines, paints, strict=True), key=lambda pair: pair[0].bold)
    for line, paint in order:
        thick = 3.0 if line.bold else 1.8
        for points, dashes in ((line.dashed, DASHES), (line.solid, None)):
            parts += draw_line([place(*point) for point in points], paint, thick, dashes)
    for number, mark in reversed(list(enumerate(chart.marks, start=1))):  # the first on top
        x, y = place(mark.x, mark.y)
        parts.append(group(tag("title", mark.title), draw_mark(str(number)), x=x, y=y))
    return Block(join_markup(parts), high)


def draw_grid(chart: Chart, wide: float, tall: float) -> Iterable[Markup]:
    """Yield the lines of the grid with their labels. Labels that would touch are left out."""
    for value, words in chart.levels:
        y = TOP + tall * (1 - chart.height_of(value))
        yield draw_rule(LEFT, y, LEFT + wide, y)
        yield label(words, LEFT - 6, y + 5, size=SMALL, ink=QUIET, anchor="end")
    room = 0.0
    base = TOP + tall + 20
    for x, words in (*chart.ticks, (chart.last, chart.end)):
        at = LEFT + wide * x / (chart.last or 1)
        half = width_of(words, SMALL) / 2
        is_end = words is chart.end
        limit = LEFT + wide - width_of(chart.end, SMALL) - TICK_GAP
        if not is_end and (at - half < room or at + half > limit):
            continue
        if not is_end:
            yield draw_rule(at, TOP, at, TOP + tall)
        anchor = "end" if is_end else "middle"
        yield label(words, at, base, size=SMALL, ink=QUIET, anchor=anchor)
        room = at + half + TICK_GAP


def draw_rule(x1: float, y1: float, x2: float, y2: float) -> Markup:
    return tag("path", d=f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}", stroke=LINE, fill="none")


def draw_line(
    points: Points, paint: Paint, thick: float, dashes: str | None = None
) -> Iterable[Markup]:
    """Yield a line, and before it its casing."""
    if not points:
        return
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    for ink, width in ((PANEL, thick + 2 * EDGE), (INK, thick + 1), (paint, thick)):
        if dashes is not None and ink is PANEL:
            continue
        yield tag(
            "path",
            d=way,
            fill="none",
            stroke=ink,
            stroke_width=width,
            stroke_dasharray=dashes,
            stroke_linejoin="round",
        )


def draw_mark(number: str) -> Markup:
    """Draw a mark with its middle at 0, 0."""
    disc = tag("circle", r=10.5, fill=ACCENT, stroke=PANEL, stroke_width=1.5)
    return join_markup(
        (disc, label(number, 0, 5.3, size=SMALL, ink=PANEL, bold=True, anchor="middle"))
    )


def list_signs(chart: Chart, paints: Sequence[Paint]) -> Iterable[tuple[Markup, str]]:
    """Yield the signs of the legend with their meanings."""
    middle = [(1.0, 10.0), (19.0, 10.0)]
    for line, paint in zip(chart.lines, paints, strict=True):
        thick = 5.0 if line.bold else 3.0
        yield join_markup(draw_line(middle, paint, thick)), line.name
    if chart.solid:
        yield join_markup(draw_line(middle, QUIET, 2)), chart.solid
    if chart.dashed:
        yield join_markup(draw_line(middle, QUIET, 2, DASHES)), chart.dashed
    if chart.marks:
        yield group(draw_mark("1"), x=10, y=10), chart.mark
