"""Paces: how much time players have.

A *clock segment* lasts from the moment a seat has to act until the game waits for another seat. All
decisions in between share the time left at its start.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar

from core.errors import segment
from games.clocks import checks
from games.clocks.calendar import ZERO, Calendar, Span
from games.clocks.checks import PaceRefused, whole
from games.clocks.hours import (
    ALWAYS,
    HOURS_MEMBERS,
    MIN_WINDOW_WITH_QUIET_HOURS,
    Hours,
    QuietHours,
    Window,
    parse_hours,
)

MIN_LENGTH = timedelta(minutes=1)
MAX_LENGTH = timedelta(days=30)
MAX_BANK = timedelta(days=90)
MIN_EXTENSION = timedelta(hours=1)
"""Minimum extension with a Fischer clock, whose increment may be too short to return in."""

BOUNDS = {
    "allowance": (MIN_LENGTH, MAX_LENGTH),
    "bank": (ZERO, MAX_BANK),
    "initial": (MIN_LENGTH, MAX_LENGTH),
    "increment": (ZERO, MAX_LENGTH),
    "cap": (MIN_LENGTH, MAX_BANK),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace(ABC):
    """The time of a clock segment, and how much of it is kept in the seat's *bank* for the next.

    With ``quiet_hours``, clocks stop in players' quiet hours.
    """

    NONE: ClassVar[Pace]
    kind: ClassVar[str]
    lengths: ClassVar[tuple[str, ...]]
    timed: ClassVar[bool] = True
    banked: ClassVar[bool] = True
    """True if seats have a bank."""

    hours: Hours = ALWAYS
    quiet_hours: bool = True

    @abstractmethod
    def opening_bank(self) -> timedelta:
        """Return the bank of a seat at the start of the game."""

    @abstractmethod
    def at_start(self, bank: timedelta) -> timedelta:
        """Return the time left at the start of a clock segment."""

    @abstractmethod
    def at_end(self, bank: timedelta, left: timedelta) -> timedelta:
        """Return the bank after a clock segment that began with ``bank`` and ended with ``left``.

        A segment with an extension has used its bank before, so its ``bank`` is
        ``bank_after_timeout()``.
        """

    @abstractmethod
    def extension(self) -> timedelta:
        """Return the extra time for an excused late turn."""

    def bank_after_timeout(self) -> timedelta:
        """Return the bank of a seat that ran out of time."""
        return ZERO

    def calendar(self, quiet: QuietHours | None = None, closed: Sequence[Span] = ()) -> Calendar:
        """Return the calendar for a player with these quiet hours, or None if they have none."""
        return Calendar(self.hours, quiet if self.quiet_hours else None, closed)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that clients use, with all defaults filled in."""
        return {
            "kind": self.kind,
            **{name: whole(getattr(self, name)) for name in self.lengths},
            **self.hours.to_json(),
            "quiet_hours": self.quiet_hours,
        }

    @staticmethod
    def of(stored: Mapping[str, Any]) -> Pace:
        """Build a pace from the result of ``to_json``."""
        kind = KINDS[stored["kind"]]
        if not kind.timed:
            return Pace.NONE
        members: dict[str, Any] = {name: timedelta(seconds=stored[name]) for name in kind.lengths}
        return kind(**members, hours=Hours.of(stored), quiet_hours=stored["quiet_hours"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Untimed(Pace):
    """No clock."""

    kind = "none"
    banked = False
    lengths = ()
    timed = False

    def opening_bank(self) -> timedelta:
        return ZERO

    def at_start(self, bank: timedelta) -> timedelta:
        """Raise ValueError: with any result a player with unlimited time could lose on time."""
        raise ValueError("a game without a clock has no clock segments")

    def at_end(self, bank: timedelta, left: timedelta) -> timedelta:
        return ZERO

    def extension(self) -> timedelta:
        return ZERO

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind}


@dataclass(frozen=True, slots=True, kw_only=True)
class PerDecision(Pace):
    """The same allowance for every clock segment, without a bank."""

    kind = "per_decision"
    banked = False
    lengths = ("allowance",)

    allowance: timedelta

    def opening_bank(self) -> timedelta:
        return ZERO

    def at_start(self, bank: timedelta) -> timedelta:
        return self.allowance

    def at_end(self, bank: timedelta, left: timedelta) -> timedelta:
        return ZERO

    def extension(self) -> timedelta:
        return self.allowance


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve(Pace):
    """An allowance for every clock segment, and a bank for the time beyond it."""

    kind = "reserve"
    lengths = ("allowance", "bank")

    allowance: timedelta
    bank: timedelta

    def opening_bank(self) -> timedelta:
        return self.bank

    def at_start(self, bank: timedelta) -> timedelta:
        return self.allowance + bank

    def at_end(self, bank: timedelta, left: timedelta) -> timedelta:
        return min(bank, left)

    def extension(self) -> timedelta:
        return self.allowance


@dataclass(frozen=True, slots=True, kw_only=True)
class Fischer(Pace):
    """A bank that clock segments use, and that grows by an increment after each, up to a cap."""

    kind = "fischer"
    lengths = ("initial", "increment", "cap")

    initial: timedelta
    increment: timedelta
    cap: timedelta

    def opening_bank(self) -> timedelta:
        return self.initial

    def at_start(self, bank: timedelta) -> timedelta:
        return bank

    def at_end(self, bank: timedelta, left: timedelta) -> timedelta:
        return min(self.cap, left + self.increment)

    def extension(self) -> timedelta:
        return min(self.cap, max(self.increment, MIN_EXTENSION))

    def bank_after_timeout(self) -> timedelta:
        """Return the extension, since a clock segment has no time but the bank."""
        return self.extension()


Pace.NONE = Untimed()
KINDS: dict[str, type[Pace]] = {
    pace.kind: pace for pace in (Untimed, PerDecision, Reserve, Fischer)
}
KIND_NAMES = list(KINDS)


def parse_pace(raw: Any) -> Pace:
    """Validate a pace sent by a client, with durations in seconds, and fill in its defaults.

    Parsing ``to_json()`` of a pace returns an equal pace. Raises PaceRefused.
    """
    sent = checks.object_of(raw, "")
    kind = _kind(sent)
    _check_members(sent, kind)
    if not kind.timed:
        return Pace.NONE
    members: dict[str, Any] = {
        name: checks.seconds(sent, name, *BOUNDS[name]) for name in kind.lengths
    }
    if kind is Fischer:
        _check_cap(**members)
    hours = parse_hours(sent)
    return kind(**members, hours=hours, quiet_hours=_quiet_hours(sent, hours.window))


def _kind(sent: Mapping[str, Any]) -> type[Pace]:
    name = checks.member(sent, "", "kind")
    if not isinstance(name, str) or name not in KINDS:
        known = ", ".join(KIND_NAMES)
        raise PaceRefused("/kind", "invalid_choice", f"The kinds of paces are {known}.")
    return KINDS[name]


def _check_members(sent: Mapping[str, Any], kind: type[Pace]) -> None:
    """Reject unknown members, and members that this kind does not use."""
    timed = (*HOURS_MEMBERS, "quiet_hours")
    checks.reject_others(sent, "", {"kind", *BOUNDS, *timed})
    used = {"kind", *kind.lengths, *(timed if kind.timed else ())}
    for name in sent:
        if name not in used:
            raise PaceRefused(
                segment(name), "member_not_used", f"{name} is not used with {kind.kind}."
            )


def _check_cap(initial: timedelta, increment: timedelta, cap: timedelta) -> None:
    least = max(initial, increment)
    if cap < least:
        raise PaceRefused(
            "/cap",
            "min_value",
            f"cap must be at least as long as initial and increment: {whole(least)} seconds.",
        )


def _quiet_hours(sent: Mapping[str, Any], window: Window | None) -> bool:
    """Return whether clocks stop in quiet hours: by default if the window is long enough."""
    possible = window is None or window.length() >= MIN_WINDOW_WITH_QUIET_HOURS
    quiet_hours = checks.flag(sent, "quiet_hours", default=possible)
    if quiet_hours and not possible:
        least = MIN_WINDOW_WITH_QUIET_HOURS // timedelta(hours=1)
        raise PaceRefused(
            "/quiet_hours",
            "window_too_short_for_quiet_hours",
            f"quiet_hours need a window of at least {least} hours, or none.",
        )
    return quiet_hours
