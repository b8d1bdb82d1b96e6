"""What the characters of rank 8 share: the districts that they may touch (rules 7.5, 8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.citadels.names import PLAIN
from engine.citadels.state import Match
from engine.citadels.verbs import adjust


def find_targets(match: Match) -> list[tuple[int, bytes, int]]:
    """Return the cities that rank 8 may use its ability on, as ``(seat, districts it may touch,
    surcharge)``: none that is empty, completed or protected.
    """
    safe: Sequence[int] = match.completed
    for _, handler in match.card_set.adjust_protected.characters.handlers:
        safe = handler(match, safe)
    having_a_say = match.card_set.rank_8_districts
    found = []
    for seat, city in enumerate(match.city):
        if city and seat not in safe:
            if match.owned[seat] & having_a_say:
                found.append((seat, find_target_districts(match, seat), surcharge(match, seat)))
            else:
                found.append((seat, city, 0))
    return found


def find_target_districts(match: Match, owner: int) -> bytes:
    """Return the districts of a city that rank 8 may affect, own or not (R-42)."""
    city = match.city[owner]
    hook = match.card_set.adjust_target
    if match.owned[owner] & hook.mask:
        return bytes([card for card in city if adjust(match, hook, True, owner, card)])
    return city


def surcharge(match: Match, victim: int) -> int:
    """Return the gold that rank 8 pays to the bank for using its ability on this city (R-42,
    R-43).
    """
    hook = match.card_set.adjust_surcharge
    if not match.owned[victim] & hook.mask:
        return 0
    gold: int = adjust(match, hook, 0, victim)
    return gold


def has_identical(match: Match, seat: int, district: int) -> bool:
    """True if the city has a district of this name, beautified or not."""
    return PLAIN[district] in match.city[seat].translate(PLAIN)
