"""The hours that count: those of a game, and a player's quiet hours, which do not count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any, Self

from core.timezones import span_length
from games.clocks import checks
from games.clocks.checks import PaceRefused

MIN_WINDOW = timedelta(hours=3)
MIN_WINDOW_WITH_QUIET_HOURS = timedelta(hours=12)
"""A shorter window could lie within a player's quiet hours, and their clock would never run."""

DEFAULT_TIME_ZONE = "UTC"
HOURS_MEMBERS = ("time_zone", "weekends_off", "window")
SPAN_MEMBERS = ("from", "to")


@dataclass(frozen=True, slots=True)
class Window:
    """A part of each day, by the clock on the wall; past midnight where ``end`` is the earlier."""

    start: time
    end: time

    def length(self) -> timedelta:
        """How long it is on a day without a change of the clocks."""
        return span_length(self.start, self.end)

    def to_json(self) -> dict[str, Any]:
        """As clients write it."""
        return {"from": f"{self.start:%H:%M}", "to": f"{self.end:%H:%M}"}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From what ``to_json`` gave."""
        return cls(time.fromisoformat(stored["from"]), time.fromisoformat(stored["to"]))


@dataclass(frozen=True, slots=True)
class Hours:
    """When the clocks of a game run: always, unless it says otherwise."""

    time_zone: str = DEFAULT_TIME_ZONE
    weekends_off: bool = False
    window: Window | None = None

    def to_json(self) -> dict[str, Any]:
        """As clients write it."""
        return {
            "time_zone": self.time_zone,
            "weekends_off": self.weekends_off,
            "window": self.window.to_json() if self.window else None,
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From what ``to_json`` gave; further members are left alone."""
        window = stored["window"]
        return cls(
            time_zone=stored["time_zone"],
            weekends_off=stored["weekends_off"],
            window=Window.of(window) if window else None,
        )


ALWAYS = Hours()


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A user's quiet hours: their clocks stop."""

    time_zone: str
    start: time
    end: time

    def to_json(self) -> dict[str, Any]:
        """As clients write it."""
        return {"time_zone": self.time_zone, **Window(self.start, self.end).to_json()}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """From what ``to_json`` gave."""
        night = Window.of(stored)
        return cls(stored["time_zone"], night.start, night.end)


def parse_hours(raw: Mapping[str, Any]) -> Hours:
    """The hours among the members of a pace, with their defaults. Raises PaceRefused."""
    return Hours(
        time_zone=checks.time_zone(raw, "time_zone", DEFAULT_TIME_ZONE),
        weekends_off=checks.flag(raw, "weekends_off", default=False),
        window=_parse_window(raw.get("window")),
    )


def _parse_window(raw: Any) -> Window | None:
    if raw is None:
        return None
    window = checks.object_of(raw, "/window")
    checks.no_others(window, "/window", SPAN_MEMBERS)
    span = _parse_span(window, "/window")
    if span.length() < MIN_WINDOW:
        least = MIN_WINDOW // timedelta(hours=1)
        raise PaceRefused(
            "/window", "window_too_short", f"A window is at least {least} hours long."
        )
    return span


def _parse_span(raw: Mapping[str, Any], pointer: str) -> Window:
    """From a time to another; the same twice could mean nothing or all day, and is refused."""
    span = Window(*(checks.wall_time(raw, pointer, name) for name in SPAN_MEMBERS))
    if span.start == span.end:
        raise PaceRefused(pointer, "empty_span", "from and to are different times.")
    return span
