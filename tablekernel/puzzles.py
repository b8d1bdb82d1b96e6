"""Puzzles: decisions in which one option is clearly the best.

It knows no game. A position is checked three times, each time with new deals: with few playouts,
since most positions are no puzzles; with many; and with playouts to the end of the match, which
need no estimate of a position.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, Generic, NamedTuple

from tablekernel.analysis import Entrant, Judgment, judgment_of, play_deal
from tablekernel.frames import Choice, Question
from tablekernel.problem import Problem, S

LEAST_OPTIONS: Final = 3


class Check(NamedTuple):
    """The best option has to lead by ``lead``, and by more than ``sure`` standard errors."""

    deals: int
    lead: float
    sure: float


CANDIDATE: Final = Check(48, 0.10, 4.0)
CONFIRMED: Final = Check(512, 0.08, 4.0)
TO_THE_END: Final = Check(256, 0.05, 2.0)
"""A result at the end of a match depends on much that happens later, so its errors are larger."""


class WholeMatch(Generic[S]):
    """A problem whose playouts go on to the end of the match."""

    __slots__ = ("options", "problem", "seat")

    def __init__(self, problem: Problem[S]) -> None:
        self.problem = problem
        self.seat = problem.seat
        self.options = problem.options

    def prior(self, rng: Random) -> Sequence[float]:
        return self.problem.prior(rng)

    def determinize(self, rng: Random) -> S:
        return self.problem.determinize(rng)

    def copy(self, state: S) -> S:
        return self.problem.copy(state)

    def policy(self, state: S, question: Question, rng: Random) -> Choice:
        return self.problem.policy(state, question, rng)

    def goes_on(self, state: S) -> bool:
        return True

    def values(self, state: S) -> Sequence[float]:
        return self.problem.values(state)


def find_puzzle(problem: Problem[S], rng: Random) -> Judgment | None:
    """Return what each option is worth if the decision is a puzzle, the solution first, or None.

    ``loss`` is how much less the second best option is worth.
    """
    if len(problem.options) < LEAST_OPTIONS:
        return None
    if not passes(CANDIDATE, first := judge(problem, rng, CANDIDATE.deals)):
        return None
    judgment = judge(problem, rng, CONFIRMED.deals)
    if not passes(CONFIRMED, judgment):
        return None
    last = judge(WholeMatch(problem), rng, TO_THE_END.deals)
    if not passes(TO_THE_END, last):
        return None
    solutions = {one.options[0].choice for one in (first, judgment, last)}
    return judgment if len(solutions) == 1 else None


def passes(check: Check, judgment: Judgment) -> bool:
    """True if the best option leads by enough."""
    return judgment.loss >= check.lead and judgment.loss > check.sure * judgment.loss_error


def judge(problem: Problem[S], rng: Random, deals: int) -> Judgment:
    """Return what each option is worth in the same deals; none is dropped on the way."""
    entrants = [Entrant(option) for option in problem.options]
    for _ in range(deals):
        play_deal(problem, entrants, rng)
    entrants.sort(key=lambda entrant: -entrant.score())
    best, second, *_ = entrants
    return judgment_of(entrants, best, second.option)
