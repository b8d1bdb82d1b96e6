"""What the characters of rank 8 have in common: whose districts they may touch (rules 7.5, 8)."""

from __future__ import annotations

from engine.citadels.state import Match
from engine.citadels.verbs import adjust


def may_raid(match: Match, victim: int) -> bool:
    """Whether rank 8 may use its ability on this city at all: never on a completed one."""
    if victim in match.completed:
        return False
    for _, handler in match.cast.adjust_raid.characters.handlers:
        if not handler(match, True, victim):
            return False
    return True


def may_target(match: Match, victim: int, district: int) -> bool:
    """Whether rank 8 may touch this district of a city that may be raided."""
    hook = match.cast.adjust_target
    if not match.owned[victim] & hook.districts.mask:
        return True
    allowed: bool = adjust(match, hook, True, victim, district)
    return allowed
