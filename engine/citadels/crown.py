"""The crown and the characters of rank 4."""

from __future__ import annotations

from engine.citadels.cards import Character
from engine.citadels.names import CROWN_RANK, NOBODY
from engine.citadels.state import KILLED, Match


def reveal_killed_rank_4(match: Match) -> int:
    """Return the seat whose killed rank 4 is revealed now, at the end of the round (rules 10.1.1),
    or ``NOBODY``. It counts as revealed from then on (R-65).
    """
    seat = match.holders[CROWN_RANK]
    if not match.marks[CROWN_RANK] & KILLED or seat == NOBODY:
        return NOBODY
    match.shown |= 1 << CROWN_RANK
    if match.events is not None:
        name = match.card_set.character(CROWN_RANK).name
        match.tell("heir_revealed", {"seat": seat, "character": name})
    return seat


class CrownTaker(Character):
    """A character whose player takes the crown: when revealed (R-63), or as heir if killed."""

    def on_revealed(self, match: Match, seat: int) -> None:
        match.crown_give(seat)

    def on_round_end(self, match: Match) -> None:
        heir = reveal_killed_rank_4(match)
        if heir != NOBODY:
            match.crown_give(heir)
