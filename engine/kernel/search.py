"""Search: which option does best in many matches as they may be.

It knows no game. A game says how to deal what a seat does not know, who decides what when the rest
is played out, how far, and what a position is then worth. Each iteration deals one match and plays
it out once with every option that is still in the race, so that they are compared on equal luck.
An option leaves the race when even its upper confidence bound is behind the best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from random import Random
from typing import Generic, Protocol, TypeVar

from engine.kernel.bots import Budget
from engine.kernel.frames import Choice, Question
from engine.kernel.loop import run
from engine.kernel.state import State

S = TypeVar("S", bound=State)


class Problem(Protocol[S]):
    """One open decision of a game, to be thought about."""

    seat: int
    options: Sequence[Choice]

    def prior(self, rng: Random) -> Sequence[float]:
        """How good each option looks without search, from 0 to 1."""

    def determinize(self, rng: Random) -> S:
        """A match as it may be, settled at the open decision."""

    def copy(self, state: S) -> S:
        """A state that shares nothing changeable with this one."""

    def policy(self, state: S, question: Question, rng: Random) -> Choice:
        """What who is asked would choose, by what he knows himself."""

    def goes_on(self, state: S) -> bool:
        """Whether to play on: False where the horizon is reached."""

    def values(self, state: S) -> Sequence[float]:
        """What the position is worth to each seat: the chance to win, from 0 to 1."""


RESERVE = 0.9
"""The share of a budget after which no iteration is begun."""

CONFIDENCE = 3.5
"""How many standard errors wide a confidence bound is."""

FAITH = 0.3
"""The prior counts as much as this difference in value seen in one iteration."""

LAST_CALL = 0.96
"""The share of a budget after which an iteration that was begun is given up: the playout that goes
on has to end in time as well."""

FIRST_CHECK, CHECK_EVERY, CHECK_SHARE = 16, 4, 16
"""After how many iterations it is first asked who is surely behind; after how many more again; and
after no fewer than this part of all. To ask takes the longer the more there were, and would soon
take more time than thinking.
"""

SAME = 32
"""After so many iterations without any difference two options are taken for the same."""

ALIKE = 0.003
"""Options that differ by less in value are chosen among by chance."""


class Runner:
    """An option in the race, and what it was worth in each iteration."""

    __slots__ = ("bonus", "option", "total", "values")

    def __init__(self, option: Choice, bonus: float) -> None:
        self.option = option
        self.bonus = bonus
        self.total = 0.0
        self.values: list[float] = []

    def score(self) -> float:
        """The mean value, with the prior as far as it still counts."""
        count = len(self.values)
        return self.total / count + self.bonus / count if count else self.bonus


class Race(Generic[S]):
    """The options that may still be the best one."""

    __slots__ = ("budget", "iterations", "next_check", "problem", "rng", "runners", "size")

    def __init__(self, problem: Problem[S], budget: Budget, rng: Random) -> None:
        self.problem = problem
        self.budget = budget
        self.rng = rng
        prior = problem.prior(rng)
        self.runners = [
            Runner(option, FAITH * share)
            for option, share in zip(problem.options, prior, strict=True)
        ]
        self.runners.sort(key=lambda runner: -runner.bonus)
        self.size = len(self.runners)
        self.iterations = 0
        self.next_check = FIRST_CHECK

    def run(self) -> Choice:
        """Iterate until the budget is used up or one option is left."""
        while len(self.runners) > 1 and self.budget.share_used(self.iterations) < RESERVE:
            self._iterate()
            self._drop()
        return self._choose()

    def _iterate(self) -> None:
        """Play one deal out with every runner. Out of time in the midst of it, it does not
        count.
        """
        problem, rng = self.problem, self.rng
        world = problem.determinize(rng)
        luck = rng.getrandbits(32)
        values: list[float] = []
        for runner in self.runners:
            if values and self.budget.share_used(self.iterations) >= LAST_CALL:
                return
            values.append(self._play_out(problem.copy(world), runner.option, Random(luck)))
        self.iterations += 1
        for runner, value in zip(self.runners, values, strict=True):
            runner.values.append(value)
            runner.total += value

    def _play_out(self, state: S, choice: Choice, rng: Random) -> float:
        problem = self.problem
        question = run(state, choice)
        while question is not None and problem.goes_on(state):
            question = run(state, problem.policy(state, question, rng))
        return problem.values(state)[problem.seat]

    def _drop(self) -> None:
        """The last ones leave as time goes by, so that it is left for the first; and whoever is
        surely behind.
        """
        if not self.iterations:
            return
        self.runners.sort(key=lambda runner: -runner.score())
        places = ceil(self.size ** (1.0 - self.budget.share_used(self.iterations)))
        self.runners = self.runners[: max(2, places)]
        if self.iterations >= self.next_check:
            self.next_check += max(CHECK_EVERY, self.iterations // CHECK_SHARE)
            best, *others = self.runners
            self.runners = [best] + [r for r in others if not surely_behind(r, best)]

    def _choose(self) -> Choice:
        """The best one, or one that is as good."""
        self.runners.sort(key=lambda runner: -runner.score())
        least = self.runners[0].score() - ALIKE
        alike = [runner for runner in self.runners if runner.score() >= least]
        return alike[int(self.rng.random() * len(alike))].option


def surely_behind(runner: Runner, best: Runner) -> bool:
    """Whether the upper confidence bound of what it is worth more than the best one, in the same
    deals, is below zero; or whether it has come to the same each time, and so always will.
    """
    count = len(runner.values)
    differences = [a - b for a, b in zip(runner.values, best.values, strict=True)]
    mean = sum(differences) / count
    variance = sum([(d - mean) ** 2 for d in differences]) / (count - 1)
    if not variance:
        return mean < 0.0 or count >= SAME
    return mean + CONFIDENCE * sqrt(variance / count) < 0.0


def find_best(problem: Problem[S], budget: Budget, rng: Random) -> Choice:
    """The option that does best; with no time at all, the one that looks best."""
    if len(problem.options) == 1:
        return problem.options[0]
    return Race(problem, budget, rng).run()
