"""The Alchemist, rank 6."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.frames import Turn
from engine.citadels.state import Match


class Alchemist(Character):
    """At the end of the turn, get back the gold paid for districts built in it."""

    name = "alchemist"
    rank = 6
    title = "Alchemist"
    text = "At the end of your turn you get back the gold you paid for districts."
    brief = "Gets building costs back"
    portrait = "curls goggles moustache"

    def on_turn_end(self, match: Match, turn: Turn) -> None:
        """Runs after the districts of the city (R-82). Gold paid for a confiscated district is
        refunded at once instead (R-29).
        """
        if turn.spent:
            match.gold_gain(turn.seat, turn.spent, "alchemist")
