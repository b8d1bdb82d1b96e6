"""How quick the engine is: whole matches of random seats, without events, in matches per second.

Each slice of matches runs between two calibration loops; ``units`` is matches per second times the
seconds of that loop, which is steadier than matches per second when the machine's speed drifts.
All printed lists are measured in turn, a slice of each, so that they share the machine's moods; The
Castle after them.
Writes ``bench/results/engine.json``.

    make bench-engine                      # half a minute
    make bench-engine ARGS="--long"        # some minutes
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import track

from bench import write_results
from bench.calibration import calibration_seconds
from bench.comparison import Headline, Report
from bench.compiled import run_compiled
from engine.castle.rules import RULES as CASTLE
from engine.castle.state import Match as Castle
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES as CITADELS
from engine.citadels.state import Match
from tablekernel.loop import answer, play_out, run, settle
from tablekernel.rules import Rules

SEED, SEATS, SLICE, COUNTED = 1, 4, 50, 100
BASE = "first_game"
SHORT, LONG = 5, 40
"""Slices of each list; the base list has twice as many."""


def random_match(rng: Random, options: dict[str, Any], seats: int, rules: Rules) -> None:
    """Play one match to its end with uniformly random choices."""
    match = rules.begin(options, seats, rng.randbytes(32))
    rules.open(match)
    play_out(match, rng)


def partial_match(
    rng: Random, options: dict[str, Any], seats: int, rules: Rules, moves: int
) -> tuple[Any, int]:
    """Play a match to its end or to a maximum of moves; return it and the number of moves."""
    match = rules.begin(options, seats, rng.randbytes(32))
    rules.open(match)
    question, decisions = run(match), 0
    while question is not None and decisions < moves:
        question = answer(match, rng.choice(question[2]))
        decisions += 1
    return match, decisions


def decisions_of(rng: Random, options: dict[str, Any], seats: int, rules: Rules) -> float:
    """Return how many decisions such a match takes on average."""
    found = [partial_match(rng, options, seats, rules, 10**6)[1] for _ in range(COUNTED)]
    return sum(found) / COUNTED


def slice_of(rng: Random, options: dict[str, Any], rules: Rules) -> tuple[float, float]:
    """Matches per second, and calibration units, of one slice of matches."""
    seats = min(SEATS, rules.max_seats)
    before = calibration_seconds()
    started = time.process_time()
    for _ in range(SLICE):
        random_match(rng, options, seats, rules)
    rate = SLICE / (time.process_time() - started)
    return rate, rate * (before + calibration_seconds()) / 2


def measured(slices: int) -> dict[str, Any]:
    """Matches per second and calibration units over ``2 * slices`` slices of the base list and
    ``slices`` of each other one.
    """
    rng = Random(SEED)
    options = {name: CITADELS.check_options({"preset": name}, SEATS) for name in PRESETS}
    for name in options:
        random_match(rng, options[name], SEATS, CITADELS)  # what is looked up once for each list
    turns = [BASE, *options] * slices
    rates: dict[str, list[float]] = {name: [] for name in options}
    units: dict[str, list[float]] = {name: [] for name in options}
    for name in track(turns, "slices", console=Console(stderr=True)):
        rate, unit = slice_of(rng, options[name], CITADELS)
        rates[name].append(rate)
        units[name].append(unit)
    presets = {name: round(median(found), 1) for name, found in units.items()}
    slowest = min(presets, key=lambda name: presets[name])
    decisions = decisions_of(rng, options[BASE], SEATS, CITADELS)
    return {
        "units": presets[BASE],
        "units_range": [round(min(units[BASE]), 1), round(max(units[BASE]), 1)],
        "units_by_preset": presets,
        "slowest_preset": slowest,
        "slowest_to_base": round(presets[slowest] / presets[BASE], 2),
        "matches_per_second": round(median(rates[BASE])),
        "decisions_per_match": round(decisions, 1),
        "microseconds_per_decision": round(1e6 / (median(rates[BASE]) * decisions), 2),
    }


def middle(preset: str, seed: int) -> Match:
    """A match in its middle."""
    options = CITADELS.check_options({"preset": preset}, SEATS)
    match: Match = partial_match(Random(seed), options, SEATS, CITADELS, 150)[0]
    return match


def microseconds(act: Callable[[Any], object], matches: Sequence[Any]) -> float:
    """What ``act`` costs for one of ``matches``: the least of several rounds over all of them."""
    rounds = []
    for _ in range(20):
        started = time.process_time()
        for match in matches:
            act(match)
        rounds.append(time.process_time() - started)
    return round(min(rounds) / len(matches) * 1e6, 2)


def castle_figures(slices: int) -> dict[str, Any]:
    """The same of The Castle: whole random matches, and what a state in its middle costs."""
    rng, options = Random(SEED), CASTLE.check_options({}, CASTLE.max_seats)
    found = [slice_of(rng, options, CASTLE) for _ in range(2 * slices)]
    rates, units = [rate for rate, _ in found], [unit for _, unit in found]
    count = decisions_of(rng, options, CASTLE.max_seats, CASTLE)
    states = [
        partial_match(Random(number), options, CASTLE.max_seats, CASTLE, round(count / 2))[0]
        for number in range(100)
    ]
    return {
        "game": CASTLE.version,
        "units": round(median(units), 1),
        "units_range": [round(min(units), 1), round(max(units), 1)],
        "matches_per_second": round(median(rates)),
        "decisions_per_match": round(count, 1),
        "microseconds_per_decision": round(1e6 / (median(rates) * count), 2),
        "copy_microseconds": microseconds(Castle.copy, states),
        "dump_microseconds": microseconds(CASTLE.dump, states),
        "load_microseconds": microseconds(CASTLE.load, [CASTLE.dump(state) for state in states]),
        "view_microseconds": microseconds(lambda state: CASTLE.view(state, 0), states),
        "options_microseconds": microseconds(settle, states),
        "state_bytes_max": max(len(CASTLE.dump(state)) for state in states),
    }


def state_figures() -> dict[str, Any]:
    """What one state costs to copy and to write, from matches in their middle."""
    base = [middle(BASE, seed) for seed in range(100)]
    every = base + [middle(name, seed) for name in PRESETS for seed in range(20)]
    sizes = [len(CITADELS.dump(match)) for match in every]
    return {
        "copy_microseconds": microseconds(Match.copy, base),
        "dump_microseconds": microseconds(CITADELS.dump, base),
        "view_microseconds": microseconds(lambda match: CITADELS.view(match, 0), base),
        "state_bytes_max": max(sizes),
        "state_bytes_mean": round(sum(sizes) / len(sizes)),
    }


def headlines(report: Report) -> dict[str, Headline]:
    """Return the figures that are compared with a release. Units contain the calibration."""
    found = {
        "units": Headline(report["units"], more_is_better=True),
        "The Castle, units": Headline(report["castle"]["units"], more_is_better=True),
        "largest state, bytes": Headline(report["state_bytes_max"]),
        "The Castle, largest state, bytes": Headline(report["castle"]["state_bytes_max"]),
    }
    for act in ("copy", "dump", "view"):
        found[f"{act}, us"] = Headline(report[f"{act}_microseconds"], cpu_time=True)
    if "units_compiled" in report:
        found["units, compiled"] = Headline(report["units_compiled"], more_is_better=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--long", action="store_true", help=f"{LONG} slices")
    parser.add_argument("--bare", action="store_true", help="a few figures of this engine, as JSON")
    args = parser.parse_args()
    slices = LONG if args.long else SHORT
    if args.bare:
        bare = {
            "units_compiled": measured(slices)["units"],
            "copy_microseconds_compiled": state_figures()["copy_microseconds"],
        }
        print(json.dumps(bare))
        return
    figures = {
        "game": CITADELS.version,
        "seats": SEATS,
        **measured(slices),
        **state_figures(),
        **(run_compiled("bench.engine", sys.argv[1:]) or {}),
        "castle": castle_figures(slices),
    }
    for name, value in figures.items():
        if not isinstance(value, dict):
            print(f"{name:28s}{value}")
            continue
        print(name)
        for part, figure in value.items():
            print(f"  {part:26s}{figure}")
    write_results("engine", figures, headlines=headlines, same=("seats",))


if __name__ == "__main__":
    main()
