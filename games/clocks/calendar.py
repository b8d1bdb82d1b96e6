"""Calendars: which time counts on a clock.

It is the time within the hours of a game, without a player's quiet hours and without outages of the
service. All instants are converted to UTC. Local time matters only for finding out when a day, a
window or quiet hours begin: at the first instant at which local time is the given time or later. So
a time that is skipped when daylight saving time begins means the instant of the change, and a time
that occurs twice when it ends means the first occurrence.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

from games.clocks.hours import ALWAYS, Hours, QuietHours

HORIZON = timedelta(days=3660)
"""How far ahead deadlines are computed. The longest reserve with the shortest hours that a host can
choose lasts less than six years."""

ZERO = timedelta()
DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
SATURDAY = 5
MIDNIGHT = time()

Span = tuple[datetime, datetime]
"""Start and end in UTC; the end is excluded."""


class NeverOpens(Exception):
    """The calendar has less than the requested time before the HORIZON."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time that counts for one player of one game.

    ``quiet`` are the player's quiet hours; ``closed`` are outages, which count for nobody.
    """

    hours: Hours = ALWAYS
    quiet: QuietHours | None = None
    closed: Sequence[Span] = ()

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """Return how much time counts from ``start`` to ``end``, or 0 if ``end`` is earlier.

        Raises ValueError for a datetime without a time zone.
        """
        start, end = _utc(start), _utc(end)
        if end <= start:
            return ZERO
        if self._always_open():
            return end - start
        return sum((shuts - opens for opens, shuts in self._open(start, end)), ZERO)

    def after(self, start: datetime, duration: timedelta) -> datetime:
        """Return the first instant at which ``duration`` has counted since ``start``.

        Raises NeverOpens if that is after the HORIZON, and ValueError for a datetime without a time
        zone.
        """
        start = _utc(start)
        if duration <= ZERO:
            return start
        if self._always_open():
            return start + duration
        for opens, shuts in self._open(start, start + HORIZON):
            if duration <= shuts - opens:
                return opens + duration
            duration -= shuts - opens
        raise NeverOpens(f"{duration} are left {HORIZON.days} days after {start}")

    def _always_open(self) -> bool:
        hours = self.hours
        return not (hours.weekends_off or hours.window or self.quiet or self.closed)

    def _open(self, start: datetime, end: datetime) -> Iterator[Span]:
        """Yield the spans that count between two instants, in order."""
        at = start
        for shuts, opens in merge(*self._shut(start)):
            if shuts >= end:
                break
            if shuts > at:
                yield at, shuts
            at = max(at, opens)
        if at < end:
            yield at, end

    def _shut(self, start: datetime) -> list[Iterator[Span]]:
        """Return the spans that do not count: for each rule a sorted stream from ``start`` on."""
        hours, zone = self.hours, ZoneInfo(self.hours.time_zone)
        streams = [iter(sorted((_utc(begin), _utc(end)) for begin, end in self.closed))]
        if hours.weekends_off:
            streams.append(_weekends(zone, start))
        if hours.window:
            streams.append(_daily(zone, start, hours.window.end, hours.window.start))
        if self.quiet:
            night = ZoneInfo(self.quiet.time_zone)
            streams.append(_daily(night, start, self.quiet.start, self.quiet.end))
        return streams


def first_instant(zone: ZoneInfo, day: date, at: time) -> datetime:
    """Return the first instant, in UTC, at which it is ``at`` on ``day`` in ``zone``, or later."""
    wall = datetime.combine(day, at, tzinfo=zone)  # fold=0: the first of two occurrences
    instant = wall.astimezone(UTC)
    if instant.astimezone(zone) == wall:
        return instant
    # Local time skips this time. With the offset before the change (fold=0) it is an instant after
    # the change, with the offset after it (fold=1) one before the change: search between the two.
    earliest, latest = int(wall.replace(fold=1).timestamp()), int(instant.timestamp())
    between = range(earliest, latest)
    place = bisect_left(between, True, key=lambda tick: datetime.fromtimestamp(tick, zone) >= wall)
    return datetime.fromtimestamp(earliest + place, UTC)


def _daily(zone: ZoneInfo, start: datetime, begin: time, end: time) -> Iterator[Span]:
    """Yield the span from ``begin`` to the next ``end`` of every day, from before ``start`` on."""
    day = _day_before(zone, start)
    past_midnight = DAY if end <= begin else ZERO
    while True:
        yield first_instant(zone, day, begin), first_instant(zone, day + past_midnight, end)
        day += DAY


def _weekends(zone: ZoneInfo, start: datetime) -> Iterator[Span]:
    """Yield every weekend, from before ``start`` on."""
    day = _day_before(zone, start)
    saturday = day - (day.weekday() - SATURDAY) % 7 * DAY
    while True:
        monday = saturday + 2 * DAY
        yield first_instant(zone, saturday, MIDNIGHT), first_instant(zone, monday, MIDNIGHT)
        saturday += WEEK


def _day_before(zone: ZoneInfo, start: datetime) -> date:
    """Return the day before ``start``: its spans can extend past midnight."""
    return start.astimezone(zone).date() - DAY


def _utc(instant: datetime) -> datetime:
    """Convert to UTC: within one time zone, Python subtracts local times, not elapsed time."""
    if instant.tzinfo is None:
        raise ValueError("a datetime needs a time zone")
    return instant.astimezone(UTC)
