"""The course of a load test as SVG: latency, requests per second, and CPU by role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, log10

from bench.load.report import PERCENTILES, Moment
from bench.load.watch import Sample
from engine.drawing.svg import SVG, Markup, group, join_markup, tag

WIDTH, HEIGHT = 760, 180
"""The size of one panel."""
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 30, 20
TICKS = 4
COLORS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#a463f2", "#97bbf5", "#9c6b4e")
MOST_LINES = 6

Line = Sequence[tuple[float, float]]
"""Seconds since the beginning, and values."""


def draw(title: str, moments: Sequence[Moment], samples: Sequence[Sample]) -> str:
    """Return the picture of a run."""
    instants = [moment.at for moment in moments] + [sample.at for sample in samples]
    begin, seconds = min(instants), max(instants) - min(instants)
    latency: dict[str, Line] = {
        f"p{percent}": [(moment.at - begin, moment.latency[place]) for moment in moments]
        for place, percent in enumerate(PERCENTILES)
    }
    rate: dict[str, Line] = {
        "requests": [(moment.at - begin, moment.requests_per_second) for moment in moments]
    }
    panels = (
        ("latency of the last ten seconds, ms", latency),
        ("requests a second", rate),
        ("CPU, % of a core", busiest(cpu_lines(samples, begin))),
    )
    drawn = [
        group(draw_panel(name, lines, seconds), y=TOP + place * HEIGHT)
        for place, (name, lines) in enumerate(panels)
    ]
    high = TOP + len(panels) * HEIGHT
    return tag(
        "svg",
        tag("title", title),
        tag("rect", width=WIDTH, height=high, fill="white"),
        tag("text", title, x=LEFT, y=20, font_weight="bold"),
        *drawn,
        xmlns=SVG,
        viewBox=f"0 0 {WIDTH} {high}",
        font_family="sans-serif",
        font_size=12,
    )


def cpu_lines(samples: Sequence[Sample], begin: float) -> dict[str, Line]:
    """Return the CPU of each role between samples, in percent of a core."""
    roles = samples[-1].cpu
    return {
        role: [
            (
                now.at - begin,
                100 * (now.cpu.get(role, 0.0) - before.cpu.get(role, 0.0)) / (now.at - before.at),
            )
            for before, now in pairwise(samples)
        ]
        for role in roles
    }


def busiest(lines: Mapping[str, Line]) -> dict[str, Line]:
    """Return the lines with the largest sums, largest first."""
    order = sorted(lines, key=lambda name: -sum(value for _, value in lines[name]))
    return {name: lines[name] for name in order[:MOST_LINES]}


def draw_panel(name: str, lines: Mapping[str, Line], seconds: float) -> Markup:
    """Draw a chart with its grid and the names of its lines."""
    wide, tall = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    top = round_up(max((value for line in lines.values() for _, value in line), default=1.0))
    parts = [tag("text", name, x=LEFT, y=TOP - 8, fill="#555")]
    for tick in range(TICKS + 1):
        y = TOP + tall * (1 - tick / TICKS)
        parts.append(tag("path", d=f"M{LEFT} {y:g}h{wide}", stroke="#ddd"))
        label = f"{top * tick / TICKS:g}"
        parts.append(tag("text", label, x=LEFT - 6, y=y + 4, text_anchor="end", fill="#555"))
        at, x = f"{seconds * tick / TICKS:.0f} s", LEFT + wide * tick / TICKS
        parts.append(tag("text", at, x=x, y=TOP + tall + 15, text_anchor="middle", fill="#555"))
    for place, (line_name, line) in enumerate(lines.items()):
        color = COLORS[place % len(COLORS)]
        points = " ".join(
            f"{LEFT + wide * x / seconds:.1f},{TOP + tall * (1 - value / top):.1f}"
            for x, value in line
        )
        parts.append(tag("polyline", points=points, fill="none", stroke=color, stroke_width=1.5))
        y = TOP + 12 + 16 * place
        parts.append(tag("text", line_name, x=WIDTH - RIGHT + 12, y=y, fill=color))
    return join_markup(parts)


def round_up(value: float) -> float:
    """Return the next larger of 1, 2, 4 or 8 times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** (ceil(log10(value)) - 1)
    return next(step * power for step in (1, 2, 4, 8, 10) if step * power >= value)
