"""The value of a position between two rounds: each seat's chance to win.

The weights were fitted on some thousands of matches between rule-of-thumb bots, over all lists and
sizes, to predict the winners. They depend on how near the end is: early, districts promise most;
late, points count.
"""

from __future__ import annotations

from math import exp, fsum
from typing import NamedTuple

from engine.citadels.card_set import UNPAYABLE
from engine.citadels.names import BEAUTIFIED
from engine.citadels.scoring import result, seat_score
from engine.citadels.state import Match
from tablekernel.problem import win_shares


class Weights(NamedTuple):
    """What each thing that a seat has adds to its log odds."""

    point: float
    """Per gold of the city's cost."""
    district: float
    first_gold: float
    """For each of the first 2 gold."""
    more_gold: float
    """For each of the next 4 gold."""
    spare_gold: float
    playable: float
    """For each of up to 3 different cards in hand that the city does not have."""
    type: float
    bonus: float
    """For each point beyond costs that the match would score now."""
    lacks_two: float
    lacks_one: float
    """If 2 districts, or only 1, are missing."""


STAGES = (
    Weights(0.28, 0.51, 0.36, 0.21, 0.00, 0.31, 0.00, 0.22, 0.14, 0.95),
    Weights(0.18, 0.62, 0.22, 0.17, 0.05, 0.30, 0.02, 0.13, 0.21, 0.25),
    Weights(0.18, 0.54, 0.19, 0.14, 0.04, 0.22, 0.09, 0.09, 0.0, 0.0),
    Weights(0.12, 0.37, 0.18, 0.08, 0.12, 0.20, 0.08, 0.06, 0.0, 0.0),
)
"""The weights when the largest city lacks at most one district, two, three, or more."""


def chances(match: Match) -> list[float]:
    """Return each seat's chance to win; for a finished match, its share of the win."""
    if not match.stack:
        return win_shares(result(match)["placements"])
    seats = range(match.card_set.seats)
    lacks = [match.card_set.goal - match.size(seat) for seat in seats]
    weights = STAGES[stage_of(lacks)]
    standings = [evaluate_position(match, seat, lacks[seat], weights) for seat in seats]
    most = max(standings)
    odds = [exp(points - most) for points in standings]
    total = fsum(odds)
    return [share / total for share in odds]


def stage_of(lacks: list[int]) -> int:
    """Return the index of the weights, from the number of districts that each city lacks."""
    return min(max(min(lacks) - 1, 0), len(STAGES) - 1)


def evaluate_position(match: Match, seat: int, lacks: int, weights: Weights) -> float:
    """Return the log odds of a seat, up to a constant."""
    card_set = match.card_set
    city, gold = match.city[seat], match.gold[seat]
    points = sum([card_set.cost[district] for district in city])
    worth = weights.point * points + weights.district * (card_set.goal - lacks)
    worth += weights.type * len(set(city.translate(card_set.type_of)))
    if gold > 6:
        worth += 2 * weights.first_gold + 4 * weights.more_gold + weights.spare_gold * (gold - 6)
    elif gold > 2:
        worth += 2 * weights.first_gold + weights.more_gold * (gold - 2)
    else:
        worth += weights.first_gold * gold
    worth += weights.playable * playable(match, seat)
    if lacks <= 2:
        worth += weights.lacks_two if lacks == 2 else weights.lacks_one + weights.lacks_two
    if match.owned[seat] or seat in match.completed:
        worth += weights.bonus * (sum(seat_score(match, seat).values()) - points)
    return worth


def playable(match: Match, seat: int) -> int:
    """Return the number of different cards in hand that the city does not have, at most 3."""
    city, cost = match.city[seat], match.card_set.cost
    count = 0
    for card in set(match.hand[seat]):
        if card not in city and card + BEAUTIFIED not in city and cost[card] < UNPAYABLE:
            count += 1
            if count == 3:
                break
    return count
