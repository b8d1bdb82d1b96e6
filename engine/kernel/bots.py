"""Bots: what one is given, how long it may think, and what it gives back.

A bot never receives a state of the match. It receives an ``Observation``, made by
``Ruleset.make_observation`` from a state in which everything that its seat may not know has been
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

    ``state`` is a copy in which fillers stand for what the seat may not know; never the true one.
    ``events`` are the events as this seat was told them, oldest first; it may be empty, and a bot
    then knows less.
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
    """How long a bot may think: ``seconds`` by ``clock``, or a number of ``iterations``, with which
    the same rng gives the same choice.

    The rules read no clock, so whoever asks a bot lends it one: ``time.thread_time`` counts the
    seconds of the processor. It starts when the budget is made.
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
        """The share that is used up after so many iterations: 1 or more when nothing is left."""
        if self.clock is None:
            limit = self.iterations or 0
            return iterations / limit if limit else 1.0
        elapsed = self.clock() - self.started
        return elapsed / self.seconds if self.seconds > 0 else 1.0


class Bot(Protocol):
    """Gives one of ``observation.options``. Chance comes from ``rng`` alone."""

    def __call__(self, observation: Observation, budget: Budget, rng: Random) -> Choice: ...
