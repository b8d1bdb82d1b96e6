"""The emblems of wall tiles: what each kind does, drawn around 0, 0, within 16 by 16."""

from __future__ import annotations

from typing import Final

from tablekernel.drawing.svg import Markup, Paint, tag

TOWER: Final = "v-9h2v2h1v-2h2v2h1v-2h2v9z"
HOUSE: Final = "v-5l4-4 4 4v5z"

FILLED: Final = {
    1: "M-6-1a6 6 0 0 1 10.4-4l1.8-1.6.6 6-6-.6 1.9-1.8A4 4 0 0 0-4-1zM6 1a6 6 0 0 1-10.4 4l-1.8 "
    "1.6-.6-6 6 .6-1.9 1.8A4 4 0 0 0 4 1z",
    2: f"M-8.5 5{TOWER}M.5 5{TOWER}",
    3: f"M-8.5 5{HOUSE}M.5 5{HOUSE}",
    7: "M-7 6l3.6-9 3.6 9zM0 6l3.6-9 3.6 9zM-3.6-1.5L0-8l3.6 6.5L0 3z",
    8: "M-7 7V-3h2.6v2h1.8v-2h2.4v2h1.8v-2H4V7zM4.6-8v2.2H6.8v1.8H4.6v2.2H2.8V-4H.6v-1.8h2.2V-8z",
    9: "M-4-7h8v2.6h-5v2h1.2C3-2.4 5-.6 5 2.2 5 5.2 2.8 7 0 7c-2.4 0-4.2-1-5-3l2.5-1.3C-2 4-1.2 "
    "4.5 0 4.5c1.4 0 2.2-.8 2.2-2.2S1.3 0 0 0h-4z",
}
"""Emblems that are filled."""
OPEN: Final = {
    4: "M-7 6Q-1 5-1 0T6-6",
    5: "M-4 6V-6h2.4v2.4h1.4V-6h2v2.4h1.4V-6H5.6V6z",
    6: "M-6 6v-6l6-6 6 6v6z",
}
"""Emblems of unfinished features: only their outline, dashed."""


def emblem(kind: int, ink: Paint) -> Markup:
    """Draw the emblem of a kind of wall tile."""
    if kind in FILLED:
        return tag("path", d=FILLED[kind], fill=ink, fill_rule="evenodd")
    return tag(
        "path",
        d=OPEN[kind],
        fill="none",
        stroke=ink,
        stroke_width=2.6 if kind == 4 else 1.8,
        stroke_dasharray="3 1.8",
    )
