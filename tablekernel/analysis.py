"""Analysis: what a strong bot thinks of one decision, and of a whole match afterwards.

It knows no game, and uses the search problem that the game defines for its bots. A value is a
seat's chance of winning: the mean of playouts, in the same deals for all options.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import pairwise
from math import fsum, sqrt
from random import Random
from typing import NamedTuple

from tablekernel.bots import Observation
from tablekernel.codec import canonical
from tablekernel.frames import Choice
from tablekernel.problem import Problem, S
from tablekernel.rules import Rules
from tablekernel.search import CHECK_EVERY, FIRST_CHECK, Runner, play_out, surely_behind
from tablekernel.state import State

ITERATIONS = 64
"""Deals for each decision. An option that is surely behind is dropped earlier."""

SURE = 2.0
"""Another option counts as better than the played one if it leads by more than this number of
standard errors.
"""


class OptionValue(NamedTuple):
    """An option, the seat's chance of winning with it, the standard error and the number of
    playouts.
    """

    choice: str
    value: float
    error: float
    playouts: int


class Judgment(NamedTuple):
    """What a decision is worth to its seat, from what the seat knows.

    ``options`` start with the best one (see ``best_of``), the others are sorted by value.
    ``chances`` are each seat's chance of winning with the best one. ``loss`` is how much less the
    option that was played is worth, with its standard error: 0 if none was given.
    """

    options: Sequence[OptionValue]
    chances: Sequence[float]
    loss: float
    loss_error: float


class Point(NamedTuple):
    """One decision of a match for the summary: the seat's chance with the best option and with the
    played one as it saw them, and with the played one when everything is revealed. ``own`` is false
    if it was not the player who chose, but a bot, for example.
    """

    best: float
    played: float
    revealed: float
    own: bool = True


class Summary(NamedTuple):
    """How a seat's chance became its result, which is the sum of the parts before it."""

    start: float
    choice: float
    """Lost by options that were worth less than the best one, as the seat saw them."""

    stand_in: float
    """The same where it was not the player who chose."""

    hidden: float
    """What was hidden from the seat was better or worse than it could expect."""

    forfeit: float
    """Lost because the seat was forfeited."""

    luck: float
    """Draws, and what the others did, until the next decision and the end."""

    result: float


class Entrant(Runner):
    """An option, and the sums of its values to all seats."""

    __slots__ = ("sums",)

    def __init__(self, option: Choice) -> None:
        super().__init__(option, 0.0)
        self.sums: list[float] = []

    def add(self, values: Sequence[float], seat: int) -> None:
        self.values.append(values[seat])
        self.total += values[seat]
        before = self.sums or [0.0] * len(values)
        self.sums = [a + b for a, b in zip(before, values, strict=True)]


def observation_rng(rules: Rules, observation: Observation) -> Random:
    """Return the generator for an observation. It depends on nothing that the seat does not know,
    so two matches that look the same to the seat have the same analysis.
    """
    known = [
        observation.seat,
        observation.topic,
        [option.key for option in observation.options],
        list(observation.events),
    ]
    return Random(sha256(rules.dump(observation.state) + canonical(known)).digest())


def analyze(
    problem: Problem[S], rng: Random, *, played: Choice | None = None, iterations: int = ITERATIONS
) -> Judgment:
    """Return what each option is worth. ``played`` is always among them, also if the search would
    leave it out.
    """
    options = list(problem.options)
    if played is not None and played not in options:
        options.append(played)
    entrants = [Entrant(option) for option in options]
    race = entrants
    for number in range(1, iterations + 1):
        play_deal(problem, race, rng)
        if number >= FIRST_CHECK and number % CHECK_EVERY == 0:
            race = still_racing(race, played)
    return judgment_of(entrants, best_of(race, played), played)


def play_deal(problem: Problem[S], entrants: Iterable[Entrant], rng: Random) -> None:
    """Play one deal out with each option, so that all are compared on equal luck."""
    world = problem.determinize(rng)
    luck = rng.getrandbits(32)
    for entrant in entrants:
        values = play_out(problem, problem.copy(world), entrant.option, Random(luck))
        entrant.add(values, problem.seat)


def still_racing(race: list[Entrant], played: Choice | None) -> list[Entrant]:
    """Return the options that may still be the best one, and the one that was played."""
    best = max(race, key=Runner.score)
    return [
        entrant
        for entrant in race
        if entrant is best or entrant.option is played or not surely_behind(entrant, best)
    ]


def best_of(race: Sequence[Entrant], played: Choice | None) -> Entrant:
    """Return the option with the highest value; the played one unless another is better by more
    than noise, since the highest of several values with errors is too high.
    """
    best = max(race, key=Runner.score)
    for entrant in race:
        if entrant.option is played:
            lead = [a - b for a, b in zip(best.values, entrant.values, strict=True)]
            return best if mean(lead) > SURE * standard_error(lead) else entrant
    return best


def judgment_of(entrants: Iterable[Entrant], best: Entrant, played: Choice | None) -> Judgment:
    """Sum up a race. The value of an option that was dropped is that of the best one, less the
    mean difference between them in the deals of both.
    """
    found, loss, loss_error = [], 0.0, 0.0
    for entrant in entrants:
        count = len(entrant.values)
        differences = [a - b for a, b in zip(best.values[:count], entrant.values, strict=True)]
        behind = mean(differences)
        value = min(1.0, max(0.0, best.score() - behind))
        found.append(OptionValue(entrant.option.key, value, standard_error(entrant.values), count))
        if entrant.option is played:
            loss, loss_error = behind, standard_error(differences)
    found.sort(key=lambda option: (option.choice != best.option.key, -option.value))
    chances = [total / len(best.values) for total in best.sums]
    return Judgment(found, chances, loss, loss_error)


def analyze_revealed(
    problem: Problem[S],
    truth: S,
    played: Choice,
    rng: Random,
    *,
    iterations: int = ITERATIONS,
) -> list[float]:
    """Return each seat's chance of winning after a choice if nothing is hidden: playouts of the
    true state, with other draws to come. SECRET while the match runs.
    """
    sums: list[float] = []
    for _ in range(iterations):
        problem.determinize(rng)  # draws how the others think in this playout
        state = redraw_future(problem.copy(truth), rng)
        values = play_out(problem, state, played, Random(rng.getrandbits(32)))
        sums = [a + b for a, b in zip(sums or [0.0] * len(values), values, strict=True)]
    return [total / iterations for total in sums]


def redraw_future(state: S, rng: Random) -> S:
    """Give a state other draws to come, and return it. It records nothing."""
    state.seed = rng.randbytes(32)
    state.events = state.chance = None
    return state


def revealed_rng(rules: Rules, truth: State) -> Random:
    """Return the generator for a true state. It is independent of the one for the observation."""
    return Random(sha256(b"revealed" + rules.dump(truth)).digest())


def summarize(points: Sequence[Point], result: float, *, forfeited: bool = False) -> Summary:
    """Split the way from the first chance to the result, which adds up exactly. If the seat was
    ``forfeited``, the last step to the result is no luck.
    """
    choice = fsum([point.played - point.best for point in points if point.own])
    stand_in = fsum([point.played - point.best for point in points if not point.own])
    hidden = fsum([point.revealed - point.played for point in points])
    luck = fsum([after.best - before.revealed for before, after in pairwise(points)])
    start = points[0].best if points else result
    end = result - points[-1].revealed if points else 0.0
    forfeit, luck = (end, luck) if forfeited else (0.0, luck + end)
    return Summary(start, choice, stand_in, hidden, forfeit, luck, result)


def mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of values; 0 for a single one."""
    count = len(values)
    if count < 2:
        return 0.0
    middle = mean(values)
    return sqrt(fsum([(value - middle) ** 2 for value in values]) / (count - 1) / count)
