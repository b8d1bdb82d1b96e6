"""`make pictures`: draw the tables that the documentation shows, by the server's own drawing code.

Bots play a game of each ruleset up to a position with something to see.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bench.pictures import draw, make_scene, play
from tablekernel import registry
from tablekernel.scene import PORTRAIT

IMAGES = Path(__file__).parents[1] / "images"
LANGUAGE = "en"


class Table(NamedTuple):
    """A game to draw after a number of moves, as the seat that decides sees it."""

    slug: str
    seats: int
    moves: int


TABLES = (Table("citadels", 4, 150), Table("castle", 2, 75))


def main() -> None:
    for table in TABLES:
        ruleset = registry.ruleset(table.slug)
        state, played, _ = play(ruleset, table.seats, table.moves)
        scene = make_scene(ruleset, state, played, PORTRAIT, LANGUAGE)
        svg = draw(ruleset, scene, LANGUAGE, repeat=0).svg
        (IMAGES / f"{table.slug}.svg").write_text(svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
