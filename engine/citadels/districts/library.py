"""The Library."""

from __future__ import annotations

from engine.citadels.cards import District
from engine.citadels.state import Match


class Library(District):
    """Its owner keeps all cards drawn when gathering cards."""

    name = "library"
    number = 30
    title = "Library"
    text = "When you gather cards, keep all that you draw."
    cost = 6
    worth_a_round = 0.6
    emblem = (
        "M1.2 1.5h3.6v11H1.2zM2.2 3.3v1.4h1.6V3.3zM5.6 3h2.8v9.5H5.6zM9.2 3.3l2.9-.9 2.9 9.5-2.9.9z"
        "M.8 13.5h14.4v1.7H.8z"
    )

    def adjust_kept(self, match: Match, kept: int, seat: int, drawn: int) -> int:
        return drawn
