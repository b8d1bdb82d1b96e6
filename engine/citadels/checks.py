"""Random matches of Citadels, checked at every step (``tablekernel.checks``).

>>> CheckedMatch(seats=4, number=17).run()
>>> CheckedMatch(seats=5, number=17, options={"preset": "surprise"}).run()
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from engine.citadels.districts import DISTRICTS
from engine.citadels.invariants import faults
from engine.citadels.names import RANKS
from engine.citadels.options import (
    CUSTOM,
    MAX_CLASSIC_SEATS,
    MAX_SEATS,
    MIN_SEATS,
    RANK_9,
    UNIQUE_DISTRICTS,
    is_allowed,
    list_rank,
    rank_9_rule,
)
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.terms import CLASSIC
from tablekernel import checks as kernel
from tablekernel.checks import Fault, find_copy_faults

__all__ = [
    "LARGEST",
    "CheckedMatch",
    "Fault",
    "Table",
    "find_copy_faults",
    "printed_tables",
    "random_table",
]

LONGEST = 5_000
"""A limit of decisions that only an endless match exceeds."""

LARGEST = 1_500
"""A limit of bytes for a stored state."""

Table = tuple[int, dict[str, Any]]
"""A number of players, and the options of a match."""


def printed_tables() -> list[Table]:
    """Return every printed preset with every legal number of players and every character of rank 9
    that may join it, the classic edition, and goals that the host has chosen.
    """
    tables: list[Table] = []
    for preset in PRESETS:
        for seats in range(MIN_SEATS, MAX_SEATS + 1):
            ninths = [name for name in list_rank(RANK_9) if is_allowed(name, seats)]
            if rank_9_rule(seats) != "always":
                tables.append((seats, {"preset": preset}))
            tables += [(seats, {"preset": preset, "rank_9": name}) for name in ninths]
    classic = range(MIN_SEATS, MAX_CLASSIC_SEATS + 1)
    tables += [(seats, {"edition": CLASSIC}) for seats in classic]
    return [*tables, (2, {"goal": 7}), (5, {"goal": 8}), (8, {"goal": 8})]


def random_table(rng: Random) -> Table:
    """Return a random legal list, for any number of players."""
    seats = rng.randint(MIN_SEATS, MAX_SEATS)
    rule = rank_9_rule(seats)
    ninth = rule == "always" or (rule == "optional" and rng.random() < 0.5)
    characters = [
        rng.choice([name for name in list_rank(rank) if is_allowed(name, seats)])
        for rank in RANKS
        if rank != RANK_9 or ninth
    ]
    districts = rng.sample([*DISTRICTS], UNIQUE_DISTRICTS)
    return seats, {"preset": CUSTOM, "characters": characters, "districts": districts}


class CheckedMatch(kernel.CheckedMatch):
    """A random match of Citadels."""

    rules = RULES
    longest = LONGEST
    largest = LARGEST
    match: Match

    def faults(self, match: Match) -> list[str]:
        return faults(match)

    def final_faults(self, match: Match, result: dict[str, Any]) -> list[str]:
        found = [] if match.completed else ["it is over, and no city is complete"]
        return [*found, *find_tie_faults(match, result)]


def find_tie_faults(match: Match, result: dict[str, Any]) -> Iterator[str]:
    """Yield an error where equal scores are not placed by the tie-break of the edition (rules 10.3,
    14).
    """
    places, scores = result["placements"], result["scores"]
    for one, other in combinations(range(len(places)), 2):
        if scores[one] == scores[other]:
            mine, theirs = tie_break(match, one), tie_break(match, other)
            if (mine > theirs, mine < theirs) != (
                places[one] < places[other],
                places[one] > places[other],
            ):
                yield f"the tie of {one} and {other} is not decided by {mine} and {theirs}"


def tie_break(match: Match, seat: int) -> tuple[int, ...]:
    """Return what decides between equal scores: the highest revealed rank, or in the classic
    edition the cost of the city and the gold.
    """
    if match.card_set.terms.city_breaks_ties:
        return sum(match.card_set.cost[card] for card in match.city[seat]), match.gold[seat]
    return (max([rank for rank in match.ranks_of(seat) if match.shown & 1 << rank], default=0),)
