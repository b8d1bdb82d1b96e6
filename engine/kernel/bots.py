"""Bots: what a bot is given, how long it may think, and what it returns.

A bot never gets a state of the match. It gets an ``Observation``, which
``Ruleset.make_observation`` makes from a state in which everything that its seat may not know is
replaced (``Ruleset.observe``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from engine.kernel.frames import Choice

if TYPE_CHECKING:
    from engine.kernel.state import State


class Observation:
    """All that a seat knows at its open decision, and nothing else.

    ``state`` is a copy with fillers for what the seat may not know, never the true state.
    ``events`` are the events as this seat saw them, oldest first. They may be empty; then a bot
    knows less.
    """

    __slots__ = ("events", "options", "seat", "state", "topic")

    def __init__(
        self,
        seat: int,
        topic: str,
        options: Sequence[Choice],
        state: State,
        events: Sequence[dict[str, Any]] = (),
    ) -> None:
        self.seat = seat
        self.topic = topic
        self.options = options
        self.state = state
        self.events = events


class Budget:
    """The thinking time of a bot: ``seconds`` by ``clock``, or a number of ``iterations``, with
    which the same rng gives the same choice.

    The rules read no clock, so the caller provides one: ``time.thread_time`` counts CPU seconds.
    The time starts when the budget is created.
    """

    __slots__ = ("clock", "iterations", "seconds", "started")

    def __init__(
        self,
        *,
        iterations: int | None = None,
        seconds: float = 0.0,
        clock: Callable[[], float] | None = None,
    ) -> None:
        if (iterations is None) == (clock is None):
            raise ValueError("a budget is either of iterations or of seconds by a clock")
        self.iterations = iterations
        self.seconds = seconds
        self.clock = clock
        self.started = 0.0 if clock is None else clock()

    def share_used(self, iterations: int) -> float:
        """Return the share of the budget that is used up; 1 or more means nothing is left."""
        if self.clock is None:
            limit = self.iterations or 0
            return iterations / limit if limit else 1.0
        elapsed = self.clock() - self.started
        return elapsed / self.seconds if self.seconds > 0 else 1.0


class Bot(Protocol):
    """Returns one of ``observation.options``. Randomness comes from ``rng`` alone."""

    def __call__(self, observation: Observation, budget: Budget, rng: Random) -> Choice: ...
