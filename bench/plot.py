"""The ladder as a picture: a dot and its interval for each matchup, drawn as SVG by hand."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import Any

Figures = dict[str, Any]

LEFT, WIDTH, RIGHT, LINE, TOP = 400, 480, 90, 20, 46
GROUPS = {
    "goal": "Goals: the base game, one against three",
    "rung": "Each level against the one under it",
    "castle": "The Castle",
    "pool": "Against several levels",
    "profile": "Temperaments against the usual one",
    "equal": "Equals: the measurement itself",
    "bound": "A bot that sees everything",
}
STYLE = (
    "text{font:12px sans-serif;fill:#222}.head{font-weight:bold}.small{font-size:10px;fill:#666}"
    ".grid{stroke:#e4e4e4}.parity{stroke:#999;stroke-dasharray:3 2}.goal{stroke:#c2410c;"
    "stroke-width:2}.bar{stroke:#1d4ed8;stroke-width:2}.dot{fill:#1d4ed8}"
)


def across(rate: float) -> float:
    """Where a rate lies on the line."""
    return round(LEFT + WIDTH * rate, 1)


def upright(rate: float, y: float, kind: str) -> str:
    x = across(rate)
    return f'<line class="{kind}" x1="{x}" x2="{x}" y1="{y - 8}" y2="{y + 8}"/>'


def line_of(one: Figures, y: float) -> str:
    """One matchup: what it is, its interval, parity and goal."""
    low, high = one["wilson"]
    others = " ".join(dict.fromkeys(one["others"]))
    what = f"{one['candidate']} against {others}: {one['where']}, {one['seats']} players"
    parts = [
        f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(what)}</text>',
        upright(one["parity"], y, "parity"),
        "" if one["goal"] is None else upright(one["goal"], y, "goal"),
        f'<line class="bar" x1="{across(low)}" x2="{across(high)}" y1="{y}" y2="{y}"/>',
        f'<circle class="dot" cx="{across(one["rate"])}" cy="{y}" r="4"/>',
        f'<text class="small" x="{LEFT + WIDTH + 8}" y="{y + 4}">'
        f"{100 * one['rate']:.1f} % of {one['matches']}</text>",
    ]
    return "".join(parts)


def plot(found: Sequence[Figures]) -> str:
    """The picture of all figures, as the text of an SVG file."""
    body: list[str] = []
    y = TOP
    for group, members in groupby(found, key=lambda one: str(one["group"])):
        y += LINE
        body.append(f'<text class="head" x="10" y="{y + 4}">{escape(GROUPS[group])}</text>')
        for one in members:
            y += LINE
            body.append(line_of(one, y))
    bottom = y + LINE
    grid = [
        f'<line class="grid" x1="{across(tenth / 10)}" x2="{across(tenth / 10)}" y1="{TOP}" '
        f'y2="{bottom}"/><text class="small" x="{across(tenth / 10)}" y="{TOP - 6}" '
        f'text-anchor="middle">{tenth * 10}</text>'
        for tenth in range(0, 11, 2)
    ]
    size = f'width="{LEFT + WIDTH + RIGHT}" height="{bottom + 10}"'
    legend = (
        '<text x="10" y="20">Matches won, in percent, with 95 % intervals. Dashed: parity. '
        "Orange: the goal.</text>"
    )
    inside = "\n".join([legend, *grid, *body])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{STYLE}</style>\n{inside}\n</svg>\n'
    )
