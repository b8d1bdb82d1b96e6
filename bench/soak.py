"""Random matches of every game, list and number of players, checked at every decision (``make
soak``).

    make soak ARGS="--matches 200"
    make soak ARGS="--presets 20 --card-sets 2000 --first 5000"

``--matches N`` plays N matches of the base game for each number of players, and nothing else;
``--presets N`` plays N matches of every printed list with every legal number of players and
character of rank 9, and of the classic edition; ``--card-sets N`` plays N matches of a random legal
list each, ``--castle N`` N matches of The Castle. Prints the figures and writes
``bench/results/soak.json``; ends with status 1 when anything was wrong. Every line that reports a
fault names the match that shows it again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from bench import write_results
from engine.castle.checks import CheckedMatch as CastleMatch
from engine.citadels.checks import LARGEST, CheckedMatch, Fault, Table, printed_tables, random_table
from engine.citadels.options import MAX_SEATS, MIN_SEATS
from engine.citadels.terms import CLASSIC
from engine.kernel import checks as kernel

LINE = (
    "{matches} matches of {decisions_per_match} decisions and {rounds_per_match} rounds, "
    "state {state_bytes_mean} bytes (max {state_bytes_max}), {violations} violations"
)

Job = tuple[str, Callable[[], kernel.CheckedMatch]]
"""A group of matches, and how one of its matches is begun."""


class Tally:
    """What one group of matches came to."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.decisions: list[int] = []
        self.rounds: list[int] = []
        self.bytes, self.states, self.largest = 0, 0, 0

    def add(self, begun: Callable[[], kernel.CheckedMatch]) -> None:
        try:
            checked = begun().run()
        except Fault as fault:
            self.faults.append(str(fault))
            print(f"\n{fault}", flush=True)
            return
        self.decisions.append(len(checked.moves))
        self.rounds.append(checked.rounds(checked.match))
        self.bytes += sum(checked.sizes)
        self.states += len(checked.sizes)
        self.largest = max(self.largest, *checked.sizes)

    def figures(self) -> dict[str, Any]:
        played = max(1, len(self.decisions))
        return {
            "matches": len(self.decisions),
            "decisions": sum(self.decisions),
            "decisions_per_match": round(sum(self.decisions) / played, 1),
            "decisions_max": max(self.decisions, default=0),
            "rounds_per_match": round(sum(self.rounds) / played, 1),
            "rounds_max": max(self.rounds, default=0),
            "state_bytes_mean": round(self.bytes / max(1, self.states)),
            "state_bytes_max": self.largest,
            "violations": len(self.faults),
        }


def printed_jobs(matches: int, first: int) -> Iterator[Job]:
    """Every printed list, one after the other."""
    for table in printed_tables():
        classic = table[1].get("edition") == CLASSIC
        for number in range(first, first + matches):
            yield "classic" if classic else table[1]["preset"], begun(table, number)


def base_jobs(matches: int, first: int) -> Iterator[Job]:
    """The base game with each number of players."""
    for seats in range(MIN_SEATS, MAX_SEATS + 1):
        for number in range(first, first + matches):
            yield f"base game, {seats} players", begun((seats, {}), number)


def random_jobs(matches: int, first: int) -> Iterator[Job]:
    """A random legal list for each match."""
    for number in range(first, first + matches):
        table = random_table(Random(f"list {number}"))
        yield f"any list, {table[0]} players", begun(table, number)


def castle_jobs(matches: int, first: int) -> Iterator[Job]:
    """The Castle."""
    for number in range(first, first + matches):
        yield "castle", partial(CastleMatch, number)


def begun(table: Table, number: int) -> Callable[[], kernel.CheckedMatch]:
    """A match of Citadels, to be begun."""
    return partial(CheckedMatch, table[0], number, table[1])


def soaked(jobs: Iterator[Job]) -> dict[str, Tally]:
    """Play the matches, with a line of progress where somebody watches."""
    tallies: dict[str, Tally] = {}
    for count, (group, checked) in enumerate(jobs, start=1):
        tallies.setdefault(group, Tally()).add(checked)
        if sys.stdout.isatty():
            print(f"\r{count} matches", end="", flush=True)
    for group in sorted(tallies):
        print(f"\r{group}: {LINE.format(**tallies[group].figures())}", flush=True)
    return tallies


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Random matches, checked throughout.")
    parser.add_argument("--presets", type=int, default=5, help="matches of each printed list")
    parser.add_argument("--card-sets", type=int, default=200, help="matches of a random list each")
    parser.add_argument("--first", type=int, default=0, help="number of the first match")
    parser.add_argument("--matches", type=int, default=0, help="of the base game, and no others")
    parser.add_argument("--castle", type=int, default=100, help="matches of The Castle")
    given = parser.parse_args()
    if given.matches:
        given.presets = given.card_sets = given.castle = 0
    started = time.perf_counter()
    tallies = soaked(base_jobs(given.matches, given.first))
    tallies |= soaked(printed_jobs(given.presets, given.first))
    tallies |= soaked(random_jobs(given.card_sets, given.first))
    tallies |= soaked(castle_jobs(given.castle, given.first))
    report = {
        "matches_of_each_base_game": given.matches,
        "presets": given.presets,
        "casts": given.card_sets,
        "castle": given.castle,
        "first": given.first,
        "seconds": round(time.perf_counter() - started, 1),
        "matches": sum(len(tally.decisions) for tally in tallies.values()),
        "decisions": sum(sum(tally.decisions) for tally in tallies.values()),
        "state_bytes_max": max((tally.largest for tally in tallies.values()), default=0),
        "state_bytes_limit": LARGEST,
        "violations": sum(len(tally.faults) for tally in tallies.values()),
        "groups": {group: tallies[group].figures() for group in sorted(tallies)},
        "faults": [fault for tally in tallies.values() for fault in tally.faults],
    }
    write_results("soak", report)
    print(
        f"{report['matches']} matches, {report['decisions']} decisions, state at most "
        f"{report['state_bytes_max']} bytes, {report['violations']} violations "
        f"in {report['seconds']} s"
    )
    return 1 if report["violations"] else 0


if __name__ == "__main__":
    sys.exit(main())
