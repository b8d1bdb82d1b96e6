"""What the characters of rank 8 have in common: whose districts they may touch (rules 7.5, 8)."""

from __future__ import annotations

from engine.citadels.state import Match
from engine.citadels.verbs import adjust


def raidable(match: Match, victim: int) -> bytes:
    """The districts of a city that rank 8 may use its ability on: none of a completed city, none of
    a protected one.
    """
    city = match.city[victim]
    if not city or victim in match.completed:
        return b""
    for _, handler in match.cast.adjust_raid.characters.handlers:
        if not handler(match, True, victim):
            return b""
    hook = match.cast.adjust_target
    if match.owned[victim] & hook.mask:
        return bytes([card for card in city if adjust(match, hook, True, victim, card)])
    return city
