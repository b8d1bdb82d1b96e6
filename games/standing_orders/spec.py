"""The parts of a valid order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any, TypeAlias

Topics: TypeAlias = "Mapping[str, Mapping[str, Mapping[str, str]]]"
"""What a ruleset may ask: by topic and verb, the members of options, with their JSON types."""

Option: TypeAlias = "Mapping[str, Any]"

ANY_TOPIC = "*"
ASK, STOP = "ask", "stop"
HIGHEST, LOWEST = "highest", "lowest"

MAX_ORDERS = 30
MAX_PATTERNS = 40
MAX_DELAY = timedelta(hours=1)
MAX_TIMES = 1000
MAX_CHOICE = 200
"""Characters."""


class StopReason(StrEnum):
    """Why an order has ended."""

    NOTHING_FITS = "nothing_fits"
    NOT_VALID = "not_valid"
    USED_UP = "used_up"
    SEAT_LOST = "seat_lost"
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Pattern:
    """Matches the option with the key ``choice``, or all whose members equal ``has``.

    Of several it picks the one with the ``highest`` or ``lowest`` number, otherwise the first.
    """

    choice: str | None = None
    has: Mapping[str, Any] = field(default_factory=dict)
    highest: str | None = None
    lowest: str | None = None

    def to_json(self) -> str | dict[str, Any]:
        if self.choice is not None:
            return self.choice
        picks = {HIGHEST: self.highest, LOWEST: self.lowest}
        return {**self.has, **{pick: number for pick, number in picks.items() if number}}


@dataclass(frozen=True, slots=True)
class Menu:
    """The decisions that an order is for, by the verbs of their options: all in ``verbs`` (None:
    any), and none in ``without``.
    """

    verbs: tuple[str, ...] | None = None
    without: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        said: dict[str, Any] = {} if self.verbs is None else {"verbs": list(self.verbs)}
        return {**said, "without": list(self.without)} if self.without else said


@dataclass(frozen=True, slots=True)
class Order:
    """An answer to decisions about ``topic`` that are not open yet.

    ``choose`` are patterns, best first; ``otherwise`` says what happens if none matches; ``delay``
    is the wait before it is followed, and ``times`` the number of times (None: without limit).
    """

    topic: str
    choose: tuple[Pattern, ...]
    only_when: Menu | None = None
    otherwise: str = STOP
    delay: timedelta = timedelta(0)
    times: int | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the complete order in the form that clients write."""
        return {
            "topic": self.topic,
            "choose": [pattern.to_json() for pattern in self.choose],
            "only_when": self.only_when and self.only_when.to_json(),
            "otherwise": self.otherwise,
            "delay": int(self.delay.total_seconds()),
            "times": self.times,
        }
