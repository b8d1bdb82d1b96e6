"""How a match of any game has ended."""

from __future__ import annotations

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from .documents import Game
from .words import seat_name


def drawn_scores(game: Game) -> RenderableType:
    """Places, scores, and where the points come from."""
    result = game["result"]
    if result is None:
        return Text(f"The match was {game['status']}.")
    rows = Table(box=SIMPLE_HEAD, title="Scores", title_justify="left")
    for name in ("place", "seat", "points", "made of"):
        rows.add_column(name, justify="right" if name in ("place", "points") else "left")
    order = sorted(range(len(result["scores"])), key=lambda seat: result["placements"][seat])
    for seat in order:
        items = [f"{name.replace('_', ' ')} {n}" for name, n in result["breakdown"][seat].items()]
        rows.add_row(
            str(result["placements"][seat]),
            seat_name(game, seat) + (" (resigned)" if seat in result["lost"] else ""),
            str(result["scores"][seat]),
            ", ".join(items),
        )
    return rows
