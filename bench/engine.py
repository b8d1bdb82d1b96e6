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
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.bars import Bar
from bench.calibration import calibration_seconds
from bench.compiled import compiled_figures
from engine.castle.ruleset import CASTLE
from engine.castle.state import Match as Castle
from engine.citadels.presets import PRESETS
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from engine.kernel.loop import answer, play_out, run, settle
from engine.kernel.ruleset import Ruleset

RESULTS = Path(__file__).parent / "results" / "engine.json"
SEATS, SLICE, COUNTED = 4, 50, 100
BASE = "first_game"
SHORT, LONG = 5, 40
"""Slices of each list; the base list has twice as many."""


def random_match(
    rng: Random, options: dict[str, Any], seats: int, rules: Ruleset = CITADELS
) -> None:
    """Play one match to its end with uniformly random choices."""
    match = rules.begin(options, seats, rng.randbytes(32))
    rules.open(match)
    play_out(match, rng)


def decisions_in(
    rng: Random, options: dict[str, Any], seats: int, rules: Ruleset = CITADELS
) -> int:
    """How many decisions such a match takes."""
    match = rules.begin(options, seats, rng.randbytes(32))
    rules.open(match)
    question, decisions = run(match), 0
    while question is not None:
        question = answer(match, rng.choice(question[2]))
        decisions += 1
    return decisions


def slice_of(
    rng: Random, options: dict[str, Any], rules: Ruleset = CITADELS
) -> tuple[float, float]:
    """Matches per second, and calibration units, of one slice of matches."""
    seats = min(SEATS, rules.max_seats)
    before = calibration_seconds()
    started = time.process_time()
    for _ in range(SLICE):
        random_match(rng, options, seats, rules)
    rate = SLICE / (time.process_time() - started)
    return rate, rate * (before + calibration_seconds()) / 2


def measured(slices: int, seed: int) -> dict[str, Any]:
    """Matches per second and calibration units over ``2 * slices`` slices of the base list and
    ``slices`` of each other one.
    """
    rng = Random(seed)
    options = {name: CITADELS.check_options({"preset": name}, SEATS) for name in PRESETS}
    for name in options:
        random_match(rng, options[name], SEATS)  # what is looked up once for each list
    turns = [BASE, *options] * slices
    rates: dict[str, list[float]] = {name: [] for name in options}
    units: dict[str, list[float]] = {name: [] for name in options}
    with Bar(len(turns)) as bar:
        for name in turns:
            rate, unit = slice_of(rng, options[name])
            rates[name].append(rate)
            units[name].append(unit)
            bar.step(1, f"{name}: {unit:.1f} units")
    presets = {name: round(median(found), 1) for name, found in units.items()}
    slowest = min(presets, key=lambda name: presets[name])
    decisions = sum(decisions_in(rng, options[BASE], SEATS) for _ in range(COUNTED)) / COUNTED
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
    match = CITADELS.begin(options, SEATS, seed.to_bytes(32, "big"))
    CITADELS.open(match)
    rng, question = Random(seed), run(match)
    for _ in range(150):
        if question is None:
            break
        question = answer(match, rng.choice(question[2]))
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


def castle_figures(slices: int, seed: int) -> dict[str, Any]:
    """The same of The Castle: whole random matches, and what a state in its middle costs."""
    rng, options = Random(seed), CASTLE.check_options({}, CASTLE.max_seats)
    found = [slice_of(rng, options, CASTLE) for _ in range(2 * slices)]
    rates, units = [rate for rate, _ in found], [unit for _, unit in found]
    decisions = [decisions_in(rng, options, CASTLE.max_seats, CASTLE) for _ in range(COUNTED)]
    count, states = sum(decisions) / COUNTED, []
    for number in range(100):
        state = CASTLE.begin(options, CASTLE.max_seats, number.to_bytes(32, "big"))
        CASTLE.open(state)
        moves, question = Random(number), run(state)
        for _ in range(round(count / 2)):
            if question is not None:
                question = answer(state, moves.choice(question[2]))
        states.append(state)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--short", action="store_true", help=f"{SHORT} slices (the default)")
    mode.add_argument("--long", action="store_true", help=f"{LONG} slices")
    mode.add_argument("--slices", type=int, help=f"slices of {SLICE} matches of each list")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    slices = args.slices or (LONG if args.long else SHORT)
    figures = {
        "game": CITADELS.version,
        "seats": SEATS,
        "python": platform.python_version(),
        **measured(slices, args.seed),
        **state_figures(),
        **compiled_figures(slices, args.seed),
        "castle": castle_figures(slices, args.seed),
        "calibration_seconds": round(calibration_seconds(), 4),
    }
    for name, value in figures.items():
        if not isinstance(value, dict):
            print(f"{name:28s}{value}")
            continue
        print(name)
        for part, figure in value.items():
            print(f"  {part:26s}{figure}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
