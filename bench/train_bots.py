"""Fit the draft of the bots of Citadels, and write ``engine/citadels/bots/draft.json``.

    make train-bots                          # under an hour on two cores
    make train-bots ARGS="--matches 100"     # a try; writes nothing but the figures

Bots that search (level ``expert``, with 30 iterations for each choice) play matches on the seeds of
training, on all printed lists, on random ones, and with 2 to 8 players; in 3 % of their decisions
they take any option. From each choice of a character the features of all options are kept
(``bots/draft_features.py``). The weights are those under which the choices were likeliest: a
conditional logit, once with what everybody sees (``public``), once with the own hand (``own``). A
tenth of the matches is held out. For it, the log loss is printed, beside that of an even choice and
of the present weights.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from math import log
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from bench import Missing
from bench.arena import TRAINING, Mind, Pace, seed_of
from bench.compiled import ROOT, built, environment, fingerprint
from bench.matchups import Player
from engine.citadels.bots.draft import public_scores
from engine.citadels.bots.draft_features import OWN, PUBLIC, own_rows
from engine.citadels.bots.features import Features
from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import random_table
from engine.citadels.presets import PRESETS
from engine.citadels.state import Match
from tablekernel import COMPILED, registry
from tablekernel.loop import answer, run

FILE = ROOT / "engine" / "citadels" / "bots" / "draft.json"
LEVEL, ITERATIONS, BY_CHANCE = "expert", 30, 0.03
HELD_OUT = 10
"""One match of this many is held out."""

STEPS, RATE, DECAY = 400, 0.05, 2e-4
MATCHES = 2400
NAMES = tuple(CHARACTERS)


class Kept(NamedTuple):
    """One choice of a character: the options by index of ``NAMES``, their features, and which was
    kept. ``before`` is the log loss of the present weights (``public``).
    """

    held_out: bool
    names: list[int]
    rows: list[list[float]]
    chosen: int
    before: float


def table_of(number: int) -> tuple[int, dict[str, Any]]:
    """Return the seats of a table and its options. Half of the matches have a printed list and 4
    players; the others have other numbers of players, the classic edition, or random lists.
    """
    rng, presets = Random(f"{TRAINING} table {number}"), list(PRESETS)
    kind = number % 10
    if kind < 5:
        return 4, {"preset": presets[(number // 10 * 5 + kind) % len(presets)]}
    if kind == 5:
        return 4, {"edition": "classic"}
    if kind == 6:
        return random_table(rng)
    seats = rng.choice((2, 3) if kind == 7 else (5, 6, 7, 8))
    return seats, {"preset": rng.choice(presets)}


def choices_of(number: int) -> list[Kept]:
    """Play one match, and return what was chosen in its drafts."""
    seats, given = table_of(number)
    seed = seed_of(TRAINING, number)
    ruleset = registry.ruleset("citadels")
    rules, pace, rng = ruleset.rules, Pace(ITERATIONS), Random(seed)
    minds = [
        Mind(Player(LEVEL), seat, pace, Random(seed + bytes([seat])), ruleset)
        for seat in range(seats)
    ]
    match = rules.begin(rules.check_options(given, seats), seats, seed)
    assert isinstance(match, Match)
    match.events = []
    rules.open(match)
    found = []
    question = run(match)
    while question is not None:
        for mind in minds:
            mind.hear(match.events)
        match.events = []
        seat, topic, options, _ = question
        choice = minds[seat].choose(match)
        if topic == "keep_character" and len(options) > 1:
            features = Features(match, seat)
            ranks = [option.rank for option in options]  # type: ignore[attr-defined]
            names = [match.card_set.character(rank).name for rank in ranks]
            found.append(
                Kept(
                    number // 10 % HELD_OUT == 0,
                    [NAMES.index(name) for name in names],
                    own_rows(features, ranks),
                    options.index(choice),
                    -log(present_probabilities(features, ranks)[options.index(choice)]),
                )
            )
        if rng.random() < BY_CHANCE:
            choice = rng.choice(options)
        question = answer(match, choice)
    return found


def present_probabilities(features: Features, ranks: Sequence[int]) -> list[float]:
    """Return the probability of each rank by the present public weights."""
    odds = np.exp(public_scores(features, features.seat, ranks))
    return list(odds / odds.sum())


def play_matches(matches: int, processes: int) -> Iterator[Kept]:
    """Play matches side by side."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        found = pool.map(choices_of, range(matches))
        for kept in track(found, "matches", total=matches, console=Console(stderr=True)):
            yield from kept


class Data:
    """Choices as arrays: a row for each option, and where each choice begins."""

    def __init__(self, kept: Sequence[Kept], columns: int) -> None:
        self.rows = np.array([r[:columns] for k in kept for r in k.rows], dtype=np.float64)
        self.names = np.array([name for k in kept for name in k.names])
        sizes = np.array([len(k.names) for k in kept])
        self.starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        self.of = np.repeat(np.arange(len(kept)), sizes)
        self.chosen = self.starts + np.array([k.chosen for k in kept])
        self.members = [np.flatnonzero(self.names == name) for name in range(len(NAMES))]

    def shares(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of each option."""
        score = np.einsum("ij,ij->i", self.rows, weights[self.names])
        score -= np.maximum.reduceat(score, self.starts)[self.of]
        odds = np.exp(score)
        return np.asarray(odds / np.add.reduceat(odds, self.starts)[self.of])

    def losses(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the log loss of each choice."""
        return np.asarray(-np.log(self.shares(weights)[self.chosen] + 1e-12))

    def slope(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the gradient of the mean log loss."""
        error = self.shares(weights)
        error[self.chosen] -= 1.0
        found = np.zeros_like(weights)
        for name, rows in enumerate(self.members):
            if len(rows):
                found[name] = error[rows] @ self.rows[rows]
        return found / len(self.starts)


def fit_weights(data: Data, columns: int) -> NDArray[np.float64]:
    """Minimize the mean log loss with a penalty for large weights (Adam, all data in each step)."""
    weights = np.zeros((len(NAMES), columns))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in track(range(1, STEPS + 1), "steps", console=Console(stderr=True)):
        slope = data.slope(weights) + DECAY * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def losses_of(kept: Sequence[Kept], weights: dict[str, NDArray[np.float64]]) -> dict[str, float]:
    """Return the mean log loss in nats of an even choice, the present and the new weights."""
    return {
        "choices": len(kept),
        "even": round(fmean(log(len(one.names)) for one in kept), 4),
        "before": round(fmean(one.before for one in kept), 4),
        **{
            which: round(float(Data(kept, found.shape[1]).losses(found).mean()), 4)
            for which, found in weights.items()
        },
    }


def document(
    kept: Sequence[Kept],
    matches: int,
    weights: dict[str, NDArray[np.float64]],
    losses: dict[str, float],
) -> dict[str, Any]:
    """Return what is written: where the weights come from, and the weights by character."""
    head = {
        "about": "The weights of the draft, by character. Written by make train-bots.",
        "seeds": TRAINING,
        "matches": matches,
        "choices": len(kept),
        "teacher": f"{LEVEL}, {ITERATIONS} iterations",
        "code": fingerprint(),
        "teacher_weights": json.loads(FILE.read_text())["digest"],
        "held_out": losses,
    }
    numbers = {
        which: {
            name: [round(float(weight), 3) for weight in row]
            for name, row in zip(NAMES, found, strict=True)
            if np.any(row)
        }
        for which, found in weights.items()
    }
    digest = blake2b(json.dumps(numbers, sort_keys=True).encode(), digest_size=8).hexdigest()
    return {**head, "digest": digest, **numbers}


def write(path: Path, found: dict[str, Any]) -> None:
    """Write one line for each character."""
    lines = []
    for key, value in found.items():
        if key in ("public", "own"):
            rows = ",\n    ".join(f"{json.dumps(name)}: {row}" for name, row in value.items())
            lines.append(f'  "{key}": {{\n    {rows}\n  }}')
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="train_bots", description="Fit the draft of the bots.")
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if not COMPILED:
        with suppress(Missing):
            again = [sys.executable, "-P", "-m", "bench.train_bots", *sys.argv[1:]]
            os.execve(sys.executable, again, environment(built()))
    started = time.perf_counter()
    kept = list(play_matches(given.matches, given.processes))
    taught = [one for one in kept if not one.held_out]
    weights = {
        which: fit_weights(Data(taught, columns), columns)
        for which, columns in (("public", len(PUBLIC)), ("own", len(OWN)))
    }
    losses = losses_of([one for one in kept if one.held_out], weights)
    print(f"held-out log loss in nats: {losses}")
    if given.matches >= MATCHES:
        write(FILE, document(kept, given.matches, weights, losses))
        print(f"wrote {FILE.relative_to(ROOT)}")
    print(f"{given.matches} matches, {len(kept)} choices, {time.perf_counter() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
