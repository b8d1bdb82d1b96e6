"""What a game tells the search: how to deal what a seat does not know, and what a playout is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

from tablekernel.frames import Choice, Question
from tablekernel.state import State

S = TypeVar("S", bound=State)


class Problem(Protocol[S]):
    """An open decision of a game, for the search."""

    seat: int
    options: Sequence[Choice]

    def prior(self, rng: Random) -> Sequence[float]:
        """Return how good each option looks without search, from 0 to 1."""

    def determinize(self, rng: Random) -> S:
        """Return a possible match, settled at the open decision."""

    def copy(self, state: S) -> S:
        """Return a state that shares nothing mutable with this one."""

    def policy(self, state: S, question: Question, rng: Random) -> Choice:
        """Return what the asked seat would choose by its own knowledge."""

    def goes_on(self, state: S) -> bool:
        """True if the playout continues; False at the horizon."""

    def values(self, state: S) -> Sequence[float]:
        """Return the value of the position to each seat: the probability of winning, from 0 to
        1.
        """


def win_shares(placements: Sequence[int]) -> list[float]:
    """Return each seat's share of the win: 1, or 1/k for each of k seats that won together, or
    0.
    """
    share = 1 / placements.count(1)
    return [share if place == 1 else 0.0 for place in placements]
