"""Fit the weights of ``engine/citadels/bots/evaluation.py`` to matches between bots.

    .venv/bin/python -m bench.weights --matches 2000

Bots with rules of thumb play matches of all lists and sizes, now and then by chance. At the start
of each round every seat's features are written down, and in the end who won. The weights are those
under which the winners looked likeliest to win; a fifth of the matches is kept to see whether they
are better than those in use. It prints both and changes no file.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import exp, log
from random import Random
from typing import NamedTuple

from rich.progress import track

from engine.citadels.bots.evaluation import STAGES, Weights, evaluate_position, stage_of
from engine.citadels.bots.features import Features
from engine.citadels.bots.searching import PLAYERS, USUAL, Policy
from engine.citadels.checks import printed_tables
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.kernel.loop import run

MINDS: list[Policy] = [*[USUAL] * 6, *PLAYERS.values()]
BY_CHANCE = 0.03
"""How often any option is taken, so that there are unusual positions too."""

SIZE = len(Weights._fields)
ONES = [Weights(*[float(place == one) for place in range(SIZE)]) for one in range(SIZE)]
"""A position is worth the sum of weights times features, so these give one feature each."""

STEPS, RATE = 60, 0.5


class Position(NamedTuple):
    """The features of each seat, and the seats that won."""

    features: list[list[float]]
    winners: list[int]


Positions = list[list[Position]]
"""By stage."""


def watched(number: int) -> Iterator[tuple[int, Position]]:
    """The positions of one match, each with its stage."""
    rng = Random(number)
    seats, given = rng.choice(printed_tables())
    match = RULES.begin(RULES.check_options(given, seats), seats, rng.randbytes(32))
    RULES.open(match)
    minds = [rng.choice(MINDS) for _ in range(seats)]
    found = []
    question, number_of_round = run(match), match.round
    while question is not None:
        if match.round != number_of_round:
            number_of_round = match.round
            found.append(features_of(match))
        seat, topic, options, _ = question
        choice = minds[seat](Features(match, seat), topic, options, rng)
        question = run(match, rng.choice(options) if rng.random() < BY_CHANCE else choice)
    result = RULES.result(match)
    assert result is not None
    winners = [seat for seat, place in enumerate(result["placements"]) if place == 1]
    for stage, features in found:
        yield stage, Position(features, winners)


def features_of(match: Match) -> tuple[int, list[list[float]]]:
    lacks = [match.card_set.goal - match.size(seat) for seat in range(match.card_set.seats)]
    return stage_of(lacks), [
        [evaluate_position(match, seat, lacks[seat], one) for one in ONES]
        for seat in range(match.card_set.seats)
    ]


def shares(weights: list[float], position: Position) -> list[float]:
    """Each seat's chance to win."""
    worths = [sum([w * f for w, f in zip(weights, row, strict=True)]) for row in position.features]
    most = max(worths)
    odds = [exp(worth - most) for worth in worths]
    total = sum(odds)
    return [one / total for one in odds]


def surprise(weights: list[float], positions: list[Position]) -> float:
    """How unexpected the winners were on average: the less the better."""
    total = 0.0
    for position in positions:
        chances = shares(weights, position)
        total -= sum(log(chances[seat] + 1e-9) for seat in position.winners) / len(position.winners)
    return total / max(1, len(positions))


def fitted(positions: list[Position], weights: list[float]) -> list[float]:
    """Go downhill; each weight by steps of its own, as its feature is large or small."""
    scale = [1e-6] * SIZE
    for _ in range(STEPS):
        slope = [0.0] * SIZE
        for position in positions:
            chances = shares(weights, position)
            for seat, row in enumerate(position.features):
                won = (seat in position.winners) / len(position.winners)
                for place, feature in enumerate(row):
                    slope[place] += (chances[seat] - won) * feature
        slope = [one / len(positions) for one in slope]
        scale = [0.9 * old + 0.1 * one * one for old, one in zip(scale, slope, strict=True)]
        weights = [
            weight - RATE * 0.02 * one / (size**0.5 + 1e-6)
            for weight, one, size in zip(weights, slope, scale, strict=True)
        ]
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=2000)
    matches = parser.parse_args().matches
    learnt: Positions = [[] for _ in STAGES]
    kept: Positions = [[] for _ in STAGES]
    for number in track(range(matches), "matches"):
        for stage, position in watched(number):
            (learnt if number % 5 else kept)[stage].append(position)
    for stage, weights in enumerate(STAGES):
        new = fitted(learnt[stage], list(weights))
        before, after = surprise(list(weights), kept[stage]), surprise(new, kept[stage])
        print(
            f"stage {stage}: {len(learnt[stage])} positions, surprise {before:.4f} -> {after:.4f}"
        )
        print(f"    Weights({', '.join(f'{weight:.2f}' for weight in new)}),")


if __name__ == "__main__":
    main()
