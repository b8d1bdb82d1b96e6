"""What is left to one seat, and since when it runs out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from games.clocks.calendar import ZERO, Calendar


@dataclass(frozen=True, slots=True)
class Clock:
    """``left`` is what was left at ``since``; a clock without ``since`` stands still.

    What remained is kept: stopping and starting, at whatever instants, never changes how much time
    counts in all. Who changes the calendar stops the clock by the old one and starts it again.
    """

    left: timedelta
    since: datetime | None = None

    def __post_init__(self) -> None:
        if self.left < ZERO:
            raise ValueError("less than nothing cannot be left")

    def left_at(self, now: datetime, calendar: Calendar) -> timedelta:
        """What is left at ``now``, never less than 0."""
        if self.since is None:
            return self.left
        return max(ZERO, self.left - calendar.elapsed(self.since, now))

    def deadline(self, calendar: Calendar) -> datetime | None:
        """The instant, in UTC, at which nothing is left; None while the clock stands still.

        Raises NeverOpens.
        """
        return self.mark(calendar, 1)

    def mark(self, calendar: Calendar, share: float) -> datetime | None:
        """The instant, in UTC, at which ``share`` (0 to 1) of what was left at ``since`` is used.

        None while the clock stands still. Raises NeverOpens.
        """
        return None if self.since is None else calendar.after(self.since, self.left * share)

    def stopped(self, now: datetime, calendar: Calendar) -> Clock:
        """The clock standing still with what is left at ``now``."""
        return Clock(self.left_at(now, calendar))

    def started(self, now: datetime) -> Clock:
        """The clock running since ``now``; one that runs already goes on as it is."""
        return Clock(self.left, now) if self.since is None else self

    def extended(self, by: timedelta) -> Clock:
        """The clock with more time, running or not as before.

        What a running clock is already late is taken from it: stop it first where the whole of
        ``by`` is meant.
        """
        return Clock(self.left + by, self.since)
