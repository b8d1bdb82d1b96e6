"""Random matches of every number of players, doubted at every decision (``make soak``).

    make soak ARGS="--matches 1000 --first 5000"

prints the figures and writes ``bench/results/soak.json``; ends with status 1 when anything was
wrong. Every line that reports a fault names the trial that shows it again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from engine.citadels.ruleset import CITADELS
from engine.citadels.trials import Fault, Trial

RESULTS = Path(__file__).parent / "results" / "soak.json"
LINE = (
    "{matches} matches of {decisions_per_match} decisions and {rounds_per_match} rounds, "
    "state {state_bytes_mean} bytes (max {state_bytes_max}), {violations} violations"
)
EVERY_COUNT = range(CITADELS.min_seats, CITADELS.max_seats + 1)


class Tally:
    """What one number of players came to."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.faults: list[str] = []
        self.decisions: list[int] = []
        self.rounds: list[int] = []
        self.sizes: list[int] = []

    def add(self, number: int) -> None:
        optional = 4 <= self.seats <= 7
        rank_9 = "artist" if optional and number % 2 else None
        try:
            trial = Trial(self.seats, number, rank_9).run()
        except Fault as fault:
            self.faults.append(str(fault))
            print(f"\n{fault}", flush=True)
            return
        self.decisions.append(len(trial.moves))
        self.rounds.append(trial.match.round)
        self.sizes += trial.sizes

    def figures(self) -> dict[str, Any]:
        played = max(1, len(self.decisions))
        return {
            "matches": len(self.decisions),
            "decisions": sum(self.decisions),
            "decisions_per_match": round(sum(self.decisions) / played, 1),
            "decisions_max": max(self.decisions, default=0),
            "rounds_per_match": round(sum(self.rounds) / played, 1),
            "rounds_max": max(self.rounds, default=0),
            "state_bytes_mean": round(sum(self.sizes) / max(1, len(self.sizes))),
            "state_bytes_max": max(self.sizes, default=0),
            "violations": len(self.faults),
        }


def main() -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Random matches, doubted throughout.")
    parser.add_argument("--matches", type=int, default=200, help="of each number of players")
    parser.add_argument("--first", type=int, default=0, help="number of the first trial")
    given = parser.parse_args()
    started = time.perf_counter()
    tallies = [soaked(seats, given.matches, given.first) for seats in EVERY_COUNT]
    report = {
        "matches_each": given.matches,
        "first": given.first,
        "seconds": round(time.perf_counter() - started, 1),
        "matches": sum(len(tally.decisions) for tally in tallies),
        "decisions": sum(sum(tally.decisions) for tally in tallies),
        "violations": sum(len(tally.faults) for tally in tallies),
        "by_seats": {str(tally.seats): tally.figures() for tally in tallies},
        "faults": [fault for tally in tallies for fault in tally.faults],
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=2) + "\n")
    print(
        f"{report['matches']} matches, {report['decisions']} decisions, "
        f"{report['violations']} violations in {report['seconds']} s"
    )
    return 1 if report["violations"] else 0


def soaked(seats: int, matches: int, first: int) -> Tally:
    """Play the trials of one number of players, with a line of progress where somebody watches."""
    tally = Tally(seats)
    for number in range(first, first + matches):
        tally.add(number)
        if sys.stdout.isatty():
            print(f"\r{seats} seats: {number - first + 1}/{matches}", end="", flush=True)
    print(f"\r{seats} seats: {LINE.format(**tally.figures())}", flush=True)
    return tally


if __name__ == "__main__":
    sys.exit(main())
