"""`make pictures`: draw the tables that the documentation shows, by the server's own drawing code.

Bots play a game of each ruleset up to a position with something to see.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine import registry
from engine.kernel.bots import Budget, make_observation
from engine.kernel.frames import Decision
from engine.kernel.loop import answer, settle
from engine.kernel.scene import Scene

IMAGES = Path(__file__).parents[1] / "images"
NAMES = ("Ada", "Basile", "Chandra", "Dmitri")


class Table(NamedTuple):
    """A game to draw: after ``moves`` moves, as seat 0 sees it."""

    slug: str
    seats: int
    moves: int
    level: str
    options: dict[str, Any]


TABLES = (
    Table("citadels", 4, 150, "heuristic", {"preset": "first_game"}),
    Table("castle", 2, 75, "greedy", {}),
)


def draw(table: Table) -> str:
    """Return the table as SVG."""
    ruleset, rng = registry.ruleset(table.slug), Random(7)
    rules = ruleset.rules
    options = rules.check_options(table.options, table.seats)
    match = rules.begin(options, table.seats, rng.randbytes(32))
    rules.open(match)
    bot = ruleset.bots.bot(table.level)
    decision: Decision | None = settle(match)
    for _ in range(table.moves):
        if decision is None:
            break
        choice = bot(make_observation(rules, match), Budget(iterations=0), rng)
        answer(match, choice)
        decision = settle(match)
    to_act = decision[0] if decision else None
    names = dict(enumerate(NAMES[: table.seats]))
    scene = Scene(rules.view(match, 0), to_act, None, names)
    picture = ruleset.presentation.picture(scene, "en")
    assert picture is not None
    return picture


def main() -> None:
    for table in TABLES:
        (IMAGES / f"{table.slug}.svg").write_text(draw(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
