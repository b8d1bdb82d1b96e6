"""The King, rank 4."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.names import NOBLE
from engine.citadels.state import KILLED, NOBODY, Match


class King(Character):
    """Takes the crown; 1 gold for each noble district."""

    name = "king"
    gem = NOBLE

    def on_revealed(self, match: Match, seat: int) -> None:
        """The crown comes by itself with the reveal (R-63)."""
        match.crown_give(seat)

    def on_round_end(self, match: Match) -> None:
        """A killed King is revealed now, and his holder takes the crown as heir (rules 10.1.1)."""
        seat = match.holders[self.rank]
        if match.marks[self.rank] & KILLED and seat != NOBODY:
            match.shown |= 1 << self.rank
            if match.events is not None:
                match.tell("heir_revealed", {"seat": seat, "character": self.name})
            match.crown_give(seat)
