"""What a position between two rounds is worth: each seat's chance to win."""

from __future__ import annotations

from math import exp

from engine.citadels.scoring import result
from engine.citadels.state import Match

TEMPERATURE = 4.0


def chances(match: Match) -> list[float]:
    """Each seat's chance to win; when the match is over, who has won."""
    if not match.stack:
        return [float(place == 1) for place in result(match)["placements"]]
    standings = [standing(match, seat) for seat in range(match.cast.seats)]
    most = max(standings)
    odds = [exp((points - most) / TEMPERATURE) for points in standings]
    total = sum(odds)
    return [share / total for share in odds]


def standing(match: Match, seat: int) -> float:
    """What a seat has, in points at the end."""
    cost = match.cast.cost
    city = match.city[seat]
    points = float(sum([cost[district] for district in city])) + 1.6 * len(city)
    points += 0.75 * min(match.gold[seat], 8) + 0.5 * min(len(match.hand[seat]), 4)
    if match.crown == seat:
        points += 0.7
    return points
