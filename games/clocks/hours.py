"""The hours of a game, in which clocks run, and the quiet hours of players, in which they stop."""

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
    """A part of each day in local time; it extends past midnight if ``end`` is earlier."""

    start: time
    end: time

    def length(self) -> timedelta:
        """Return its length on a day without a daylight saving change."""
        return span_length(self.start, self.end)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that clients use."""
        return {"from": f"{self.start:%H:%M}", "to": f"{self.end:%H:%M}"}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Build it from the result of ``to_json``."""
        return cls(time.fromisoformat(stored["from"]), time.fromisoformat(stored["to"]))


@dataclass(frozen=True, slots=True)
class Hours:
    """When the clocks of a game run; by default always."""

    time_zone: str = DEFAULT_TIME_ZONE
    weekends_off: bool = False
    window: Window | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that clients use."""
        return {
            "time_zone": self.time_zone,
            "weekends_off": self.weekends_off,
            "window": self.window.to_json() if self.window else None,
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Build it from the result of ``to_json``; other members are ignored."""
        window = stored["window"]
        return cls(
            time_zone=stored["time_zone"],
            weekends_off=stored["weekends_off"],
            window=Window.of(window) if window else None,
        )


ALWAYS = Hours()


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A user's quiet hours, in which their clocks stop."""

    time_zone: str
    start: time
    end: time

    def to_json(self) -> dict[str, Any]:
        """Return the JSON form that clients use."""
        return {"time_zone": self.time_zone, **Window(self.start, self.end).to_json()}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        """Build it from the result of ``to_json``."""
        window = Window.of(stored)
        return cls(stored["time_zone"], window.start, window.end)


def parse_hours(raw: Mapping[str, Any]) -> Hours:
    """Return the hours in a pace sent by a client, with defaults. Raises PaceRefused."""
    return Hours(
        time_zone=checks.time_zone(raw, "time_zone", DEFAULT_TIME_ZONE),
        weekends_off=checks.flag(raw, "weekends_off", default=False),
        window=_parse_window(raw.get("window")),
    )


def _parse_window(raw: Any) -> Window | None:
    if raw is None:
        return None
    window = checks.object_of(raw, "/window")
    checks.reject_others(window, "/window", SPAN_MEMBERS)
    span = _parse_span(window, "/window")
    if span.length() < MIN_WINDOW:
        least = MIN_WINDOW // timedelta(hours=1)
        raise PaceRefused(
            "/window", "window_too_short", f"A window must be at least {least} hours long."
        )
    return span


def _parse_span(raw: Mapping[str, Any], pointer: str) -> Window:
    """Return a span. Equal times are refused: they could mean the whole day, or nothing."""
    span = Window(*(checks.wall_time(raw, pointer, name) for name in SPAN_MEMBERS))
    if span.start == span.end:
        raise PaceRefused(pointer, "empty_span", "from and to must be different times.")
    return span
