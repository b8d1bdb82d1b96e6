"""The clock of one seat."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.calendar import ZERO, Calendar


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that had ``left`` at ``since``; without ``since`` it is stopped.

    Stopping and starting it, at any time, does not change how much time counts in total. To change
    the calendar, stop the clock by the old one and start it again.
    """

    left: timedelta
    since: datetime | None = None

    def __post_init__(self) -> None:
        if self.left < ZERO:
            raise ValueError("the time left cannot be negative")

    def left_at(self, now: datetime, calendar: Calendar) -> timedelta:
        """Return the time left at ``now``, at least 0."""
        if self.since is None:
            return self.left
        return max(ZERO, self.left - calendar.elapsed(self.since, now))

    def deadline(self, calendar: Calendar) -> datetime | None:
        """Return when the clock runs out, in UTC, or None while it is stopped.

        Raises NeverOpens.
        """
        return self.mark(calendar, 1)

    def mark(self, calendar: Calendar, share: float) -> datetime | None:
        """Return when ``share`` (0 to 1) of ``left`` will be used, in UTC.

        None while the clock is stopped. Raises NeverOpens.
        """
        return None if self.since is None else calendar.after(self.since, self.left * share)

    def stopped(self, now: datetime, calendar: Calendar) -> Clock:
        """Return the stopped clock, with the time left at ``now``."""
        return Clock(self.left_at(now, calendar))

    def started(self, now: datetime) -> Clock:
        """Return the clock running since ``now``, or unchanged if it is already running."""
        return Clock(self.left, now) if self.since is None else self

    def extended(self, by: timedelta) -> Clock:
        """Return the clock with more time, running or stopped as before.

        If a running clock has run out, its overrun reduces the extra time. Stop it first to give
        all of ``by``.
        """
        return Clock(self.left + by, self.since)
