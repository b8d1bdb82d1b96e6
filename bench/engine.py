"""How quick the engine is: whole matches of random seats, without events, in matches per second.

Each slice of matches runs between two calibration loops; ``units`` is matches per second times the
seconds of that loop, which is steadier than matches per second when the machine's speed drifts.
Writes ``bench/results/engine.json``.

    make bench-engine ARGS="--slices 20"
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from bench.calibration import calibration_seconds
from bench.compiled import compiled_figures
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from engine.kernel.loop import answer, play_out, run

RESULTS = Path(__file__).parent / "results" / "engine.json"
SEATS, SLICE = 4, 100


def random_match(rng: Random, options: dict[str, Any], seats: int) -> int:
    """Play one match to its end with uniformly random choices; the number of decisions."""
    match = CITADELS.begin(options, seats, rng.randbytes(32))
    CITADELS.open(match)
    play_out(match, rng)
    return 256


def measured(slices: int, seed: int) -> dict[str, Any]:
    """Matches per second and calibration units over ``slices`` slices."""
    options = CITADELS.check_options({}, SEATS)
    rng = Random(seed)
    random_match(rng, options, SEATS)
    rates, units, decisions = [], [], 0
    for _ in range(slices):
        before = calibration_seconds()
        started = time.process_time()
        decisions += sum(random_match(rng, options, SEATS) for _ in range(SLICE))
        rate = SLICE / (time.process_time() - started)
        rates.append(rate)
        units.append(rate * (before + calibration_seconds()) / 2)
        print(f"\r{len(rates):3d}/{slices}  {units[-1]:6.1f} units", end="", flush=True)
    print("\r" + " " * 40, end="\r")
    return {
        "units": round(median(units), 1),
        "units_range": [round(min(units), 1), round(max(units), 1)],
        "matches_per_second": round(median(rates)),
        "decisions_per_match": round(decisions / (slices * SLICE), 1),
        "microseconds_per_decision": round(1e6 * slices * SLICE / (median(rates) * decisions), 2),
    }


def middle(seed: int) -> Match:
    """A match in its middle."""
    match = CITADELS.begin(CITADELS.check_options({}, SEATS), SEATS, seed.to_bytes(32, "big"))
    CITADELS.open(match)
    rng, question = Random(seed), run(match)
    for _ in range(150):
        if question is None:
            break
        question = answer(match, rng.choice(question[2]))
    return match


def state_figures() -> dict[str, Any]:
    """What one state costs to copy and to write, from matches in their middle."""
    matches = [middle(seed) for seed in range(50)]
    rounds = 40

    def microseconds(act: Any) -> float:
        started = time.process_time()
        for _ in range(rounds):
            for match in matches:
                act(match)
        return round((time.process_time() - started) / (rounds * len(matches)) * 1e6, 2)

    sizes = [len(CITADELS.dump(match)) for match in matches]
    return {
        "copy_microseconds": microseconds(Match.copy),
        "dump_microseconds": microseconds(CITADELS.dump),
        "view_microseconds": microseconds(lambda match: CITADELS.view(match, 0)),
        "state_bytes_max": max(sizes),
        "state_bytes_mean": round(sum(sizes) / len(sizes)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slices", type=int, default=12, help="slices of 100 matches each")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    figures = {
        "game": CITADELS.version,
        "seats": SEATS,
        "python": platform.python_version(),
        **measured(args.slices, args.seed),
        **state_figures(),
        **compiled_figures(args.slices, args.seed),
        "calibration_seconds": round(calibration_seconds(), 4),
    }
    for name, value in figures.items():
        print(f"{name:28s}{value}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
