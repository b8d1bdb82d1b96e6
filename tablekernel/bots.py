"""Bots: what a bot is given, how long it may think, and what it returns.

A bot never gets a state of the match. It gets an ``Observation``, which ``make_observation`` makes
from a state in which everything that its seat may not know is replaced (``Rules.observe``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from tablekernel.errors import MatchOver
from tablekernel.frames import Choice
from tablekernel.loop import settle
from tablekernel.problem import Problem
from tablekernel.rules import Rules
from tablekernel.state import State


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


def make_observation(
    rules: Rules, state: State, events: Sequence[dict[str, Any]] = ()
) -> Observation:
    """Return what the seat of the open decision knows. Raises ``MatchOver``."""
    decision = settle(state)
    if decision is None:
        raise MatchOver
    seat, topic, options, _ = decision
    return Observation(seat, topic, options, rules.observe(state, seat), events)


class Budget:
    """The thinking time of a bot: ``seconds`` by ``clock``, a number of ``iterations``, or both.

    With both, the limit that is reached first counts. With iterations alone, the same rng gives the
    same choice.

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
        if iterations is None and clock is None:
            raise ValueError("a budget needs iterations, or seconds and a clock")
        self.iterations = iterations
        self.seconds = seconds
        self.clock = clock
        self.started = 0.0 if clock is None else clock()

    def share_used(self, iterations: int) -> float:
        """Return the share of the budget that is used up; 1 or more means nothing is left."""
        return max(self._iterations_used(iterations), self._seconds_used())

    def _iterations_used(self, iterations: int) -> float:
        if self.iterations is None:
            return 0.0
        return iterations / self.iterations if self.iterations else 1.0

    def _seconds_used(self) -> float:
        if self.clock is None:
            return 0.0
        elapsed = self.clock() - self.started
        return elapsed / self.seconds if self.seconds > 0 else 1.0


class Bot(Protocol):
    """Returns one of ``observation.options``. Randomness comes from ``rng`` alone."""

    def __call__(self, observation: Observation, budget: Budget, rng: Random) -> Choice: ...


class Bots:
    """The bots of a game, the same for all versions of its rules.

    ``by_profile`` has the bots of each profile (a style of play) by level. The first profile is the
    default; all have the same levels, from the weakest to the strongest.
    """

    __slots__ = (
        "by_profile", "iterations", "listens", "problem", "renamed", "replacement", "seconds",
        "words",
    )  # fmt: skip

    def __init__(
        self,
        by_profile: Mapping[str, Mapping[str, Bot]],
        *,
        words: Mapping[str, str] | None = None,
        seconds: Mapping[str, float] | None = None,
        iterations: Mapping[str, int] | None = None,
        renamed: Mapping[str, str] | None = None,
        listens: Iterable[str] = (),
        problem: Callable[[Observation, Random], Problem[Any]] | None = None,
        replacement: str | None = None,
    ) -> None:
        self.by_profile = by_profile
        self.words = words or {}
        """A sentence about each level and each profile, for people who choose a bot."""

        self.seconds = seconds or {}
        """The thinking time of the levels that search. The others answer at once."""

        self.iterations = iterations or {}
        """The most iterations of the levels that have such a limit, besides their thinking time."""

        self.renamed = renamed or {}
        """The former names of levels, as ``{"former": "present"}``: see ``current_level``."""

        self.listens = frozenset(listens)
        """The levels that use the events their seat saw before: see ``Observation.events``."""

        self.problem = problem
        """The search problem of the level ``replacement``, or None for a game without search."""

        self.replacement = replacement or self.levels[-1]
        """The level that replaces missing players: the strongest one that is quick enough."""

    @property
    def profiles(self) -> tuple[str, ...]:
        """The profiles, the default one first."""
        return tuple(self.by_profile)

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels, from the weakest to the strongest."""
        return tuple(self.by_profile[self.profiles[0]])

    def current_level(self, name: str) -> str:
        """Return the present name of a level. A name that was never renamed stays as it is."""
        return self.renamed.get(name, name)

    def bot(self, level: str, profile: str | None = None) -> Bot:
        """Return the bot of a level, with a profile or the default one. Raises ``KeyError`` for a
        name that is not in ``levels`` or ``profiles``.
        """
        return self.by_profile[self.profiles[0] if profile is None else profile][level]
