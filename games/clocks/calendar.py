"""Which time counts: the hours of a game without a player's quiet hours and the service's outages.

Everything is asked in instants and answered in UTC; the clock on the wall matters only to find out
when a day, a window or a night begins. That is the first instant at which the wall shows the time
or a later one. So a time that the change to summer time skips is the instant of the change, and
one that the change to winter time shows twice is meant the first time.
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
"""How far ahead a deadline is looked for. The longest reserve at the fewest hours that may be
chosen (two a day, five days a week) lasts less than six years."""

ZERO = timedelta()
DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
SATURDAY = 5
MIDNIGHT = time()

Span = tuple[datetime, datetime]
"""Two instants in UTC, the second excluded."""


class NeverOpens(Exception):
    """The calendar leaves too little time for what is asked, or none at all."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The time that counts for one player of one game.

    ``quiet``: the quiet hours; ``closed`` are spans that count for nobody: outages of the service.
    """

    hours: Hours = ALWAYS
    quiet: QuietHours | None = None
    closed: Sequence[Span] = ()

    def elapsed(self, start: datetime, end: datetime) -> timedelta:
        """How much time counts from ``start`` to ``end``; 0 where ``end`` is the earlier.

        Raises ValueError for an instant without a time zone.
        """
        start, end = _utc(start), _utc(end)
        if end <= start:
            return ZERO
        if self._always_open():
            return end - start
        return sum((shuts - opens for opens, shuts in self._open(start, end)), ZERO)

    def after(self, start: datetime, duration: timedelta) -> datetime:
        """The first instant at which ``duration`` has counted since ``start``.

        Raises NeverOpens if that is beyond the HORIZON, ValueError for an instant without a time
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
        """The spans that count between two instants, in order: what no shut span covers."""
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
        """What does not count since ``start``: one endless stream in order for each rule."""
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
    """The first instant, in UTC, at which the wall of ``zone`` shows ``at`` of ``day`` or later."""
    wall = datetime.combine(day, at, tzinfo=zone)  # of a time that comes twice, the first
    instant = wall.astimezone(UTC)
    if instant.astimezone(zone) == wall:
        return instant
    # The wall skips this time. Taken by the offset before the change it is an instant behind it,
    # by the offset after the change (fold=1) one ahead of it; the change is in between.
    ahead, behind = int(wall.replace(fold=1).timestamp()), int(instant.timestamp())
    between = range(ahead, behind)
    place = bisect_left(between, True, key=lambda tick: datetime.fromtimestamp(tick, zone) >= wall)
    return datetime.fromtimestamp(ahead + place, UTC)


def _daily(zone: ZoneInfo, start: datetime, begin: time, end: time) -> Iterator[Span]:
    """Every day from ``begin`` to the next ``end``, beginning before ``start``."""
    day = _day_before(zone, start)
    past_midnight = DAY if end <= begin else ZERO
    while True:
        yield first_instant(zone, day, begin), first_instant(zone, day + past_midnight, end)
        day += DAY


def _weekends(zone: ZoneInfo, start: datetime) -> Iterator[Span]:
    """Every Saturday and Sunday, beginning before ``start``."""
    day = _day_before(zone, start)
    saturday = day - (day.weekday() - SATURDAY) % 7 * DAY
    while True:
        monday = saturday + 2 * DAY
        yield first_instant(zone, saturday, MIDNIGHT), first_instant(zone, monday, MIDNIGHT)
        saturday += WEEK


def _day_before(zone: ZoneInfo, start: datetime) -> date:
    """The day whose spans past midnight may not be over at ``start``."""
    return start.astimezone(zone).date() - DAY


def _utc(instant: datetime) -> datetime:
    """Between instants of one time zone Python would count what the wall shows, not what passes."""
    if instant.tzinfo is None:
        raise ValueError("an instant needs a time zone")
    return instant.astimezone(UTC)
