"""What the rows of a matchup come to: a rate, how sure it is, and what that says of the goal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import NormalDist, fmean
from typing import Any

from rich.table import Table

from bench.arena import Row
from bench.matchups import Matchup

Figures = dict[str, Any]
Z = NormalDist().inv_cdf(0.975)
RESAMPLES = 2000


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate, as if all matches were independent."""
    if not matches:
        return 0.0, 1.0
    rate, z2 = wins / matches, Z * Z
    middle = (rate + z2 / (2 * matches)) / (1 + z2 / matches)
    half = Z * sqrt(rate * (1 - rate) / matches + z2 / (4 * matches**2)) / (1 + z2 / matches)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(blocks: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of the mean of ``blocks``, drawn again with replacement.

    Matches of a block share their seed, so only whole blocks are independent of each other.
    """
    if len(blocks) < 2:
        return 0.0, 1.0
    rng = Random(len(blocks))
    size = len(blocks)
    means = sorted(sum(rng.choices(blocks, k=size)) / size for _ in range(RESAMPLES))
    return means[int(0.025 * RESAMPLES)], means[int(0.975 * RESAMPLES) - 1]


def figures(matchup: Matchup, played: Sequence[Row]) -> Figures:
    """All that is reported of a matchup."""
    blocks: dict[int, list[Row]] = defaultdict(list)
    for row in played:
        blocks[row.block].append(row)
    wins = sum(row.won for row in played)
    rate = wins / len(played)
    by_match = wilson(wins, len(played))
    by_block = bootstrap([fmean(row.won for row in block) for block in blocks.values()])
    sure = min(by_match[0], by_block[0]), max(by_match[1], by_block[1])
    moves = sum(row.moves for row in played)
    return {
        "name": matchup.name,
        "group": matchup.group,
        "candidate": str(matchup.candidate),
        "others": [str(other) for other in matchup.others],
        "where": matchup.where,
        "seats": matchup.seats,
        "blocks": len(blocks),
        "matches": len(played),
        "parity": round(matchup.parity, 4),
        "goal": matchup.goal,
        "rate": round(rate, 4),
        "wilson": [round(bound, 4) for bound in by_match],
        "bootstrap": [round(bound, 4) for bound in by_block],
        "verdict": verdict(matchup, rate, sure),
        "mean_place": round(fmean(row.place for row in played), 3),
        "mean_lead": round(fmean(row.lead for row in played), 2),
        "moves_per_match": round(moves / len(played), 1),
        "milliseconds_per_move": round(1000 * sum(row.seconds for row in played) / moves, 3),
    }


def verdict(matchup: Matchup, rate: float, interval: tuple[float, float]) -> str:
    """What is known of the goal: ``proved`` and ``refuted`` by the whole of both intervals;
    ``reached`` by the rate, with intervals above parity (or, where parity is the goal, ``not
    below`` it); ``missed`` otherwise. Equals on the same seeds are ``even``, or the measurement is
    wrong.
    """
    goal = matchup.goal
    if matchup.group == "equal":
        return "even" if abs(rate - matchup.parity) < 1e-9 else "UNEVEN"
    if goal is None:
        return ""
    low, high = interval
    if low >= goal:
        return "proved"
    if high < goal:
        return "refuted"
    if rate < goal:
        return "missed"
    return "reached" if low > matchup.parity else "not below"


def percent(rate: float) -> str:
    return f"{100 * rate:.1f}"


def table_of(title: str, found: Sequence[Figures]) -> Table:
    """The figures as they are printed."""
    table = Table(title=title, title_justify="left")
    for heading in ("candidate", "others"):
        table.add_column(heading, overflow="fold")
    table.add_column("table", no_wrap=True)
    for heading in ("matches", "won %", "95 %", "blocks 95 %", "goal", "place", "lead", "ms/move"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict")
    for one in found:
        low, high = one["wilson"]
        least, most = one["bootstrap"]
        table.add_row(
            one["candidate"],
            " ".join(dict.fromkeys(one["others"])),
            f"{one['where']}, {one['seats']}",
            str(one["matches"]),
            percent(one["rate"]),
            f"{percent(low)}-{percent(high)}",
            f"{percent(least)}-{percent(most)}",
            "" if one["goal"] is None else percent(one["goal"]),
            f"{one['mean_place']:.2f}",
            f"{one['mean_lead']:+.1f}",
            f"{one['milliseconds_per_move']:.2f}",
            one["verdict"],
        )
    return table
