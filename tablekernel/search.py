"""Search: which option does best in many possible matches.

It knows no game. A game defines how to deal what a seat does not know, the policy of a playout, its
horizon, and the value of a position. Each iteration deals one match and plays it out once with
every option that is still in the race, so that all are compared on equal luck. An option leaves the
race when its upper confidence bound is below the best one.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum, sqrt
from random import Random
from typing import Generic

from tablekernel.bots import Budget
from tablekernel.frames import Choice
from tablekernel.loop import run
from tablekernel.problem import Problem, S

RESERVE = 0.9
"""The share of a budget after which no new iteration starts."""

CONFIDENCE = 3.5
"""The width of a confidence bound in standard errors."""

FAITH = 0.3
"""The prior counts as much as this difference in value in one iteration."""

LAST_CALL = 0.96
"""The share of a budget after which a running iteration is abandoned: its current playout has to
end in time, too.
"""

FIRST_CHECK, CHECK_EVERY, CHECK_SHARE = 16, 4, 16
"""When to look for options that are surely behind: after this number of iterations, then every this
many, and after at least this fraction of all. A check takes longer the more iterations there were.
"""

SAME = 32
"""Iterations without any difference after which two options count as equal."""

ALIKE = 0.003
"""A random one is chosen among options whose values differ by less than this."""


class Runner:
    """An option in the race, and its value in each iteration."""

    __slots__ = ("bonus", "option", "total", "values")

    def __init__(self, option: Choice, bonus: float) -> None:
        self.option = option
        self.bonus = bonus
        self.total = 0.0
        self.values: list[float] = []

    def score(self) -> float:
        """The mean value, with the weight that the prior still has."""
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
        """Play one deal out with every option. An iteration that runs out of time does not
        count.
        """
        problem, rng = self.problem, self.rng
        world = problem.determinize(rng)
        luck = rng.getrandbits(32)
        values: list[float] = []
        for runner in self.runners:
            if values and self.budget.share_used(self.iterations) >= LAST_CALL:
                return
            found = play_out(problem, problem.copy(world), runner.option, Random(luck))
            values.append(found[problem.seat])
        self.iterations += 1
        for runner, value in zip(self.runners, values, strict=True):
            runner.values.append(value)
            runner.total += value

    def _drop(self) -> None:
        """Drop the last options as time passes, to leave it to the first; and options that are
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
        """Return the best option, or one that is as good."""
        self.runners.sort(key=lambda runner: -runner.score())
        least = self.runners[0].score() - ALIKE
        alike = [runner for runner in self.runners if runner.score() >= least]
        return alike[int(self.rng.random() * len(alike))].option


def play_out(problem: Problem[S], state: S, choice: Choice, rng: Random) -> Sequence[float]:
    """Make a choice, play on to the horizon, and return the value to each seat."""
    question = run(state, choice)
    while question is not None and problem.goes_on(state):
        question = run(state, problem.policy(state, question, rng))
    return problem.values(state)


def surely_behind(runner: Runner, best: Runner) -> bool:
    """True if the upper confidence bound of its lead over the best one, in the same deals, is below
    zero, or if both had equal values each time.
    """
    count = len(runner.values)
    differences = [a - b for a, b in zip(runner.values, best.values, strict=True)]
    mean = fsum(differences) / count
    variance = fsum([(d - mean) ** 2 for d in differences]) / (count - 1)
    if not variance:
        return mean < 0.0 or count >= SAME
    return mean + CONFIDENCE * sqrt(variance / count) < 0.0


def find_best(problem: Problem[S], budget: Budget, rng: Random) -> Choice:
    """Return the option that does best; without any time, the one that looks best."""
    if len(problem.options) == 1:
        return problem.options[0]
    return Race(problem, budget, rng).run()
