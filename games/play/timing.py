"""The clock of a game, in the columns of its row. The engine does not know about clocks.

The clock of a seat runs from the moment the game waits for it until it waits for another one: a
clock segment. Nothing here saves the game: the caller holds the lock and saves what has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.selectors import preferences_of
from games.clocks import Calendar, Clock, Pace, QuietHours, Span
from games.models import Game, Seat
from games.play.outages import outages_since

REMIND_AFTER = 0.8
"""Fraction of a seat's time after which its player is reminded."""


def fire_delay() -> timedelta:
    """Return how long after a deadline it is resolved, so that commands sent in time are played."""
    return grace() + timedelta(seconds=settings.REQUEST_SECONDS)


def grace() -> timedelta:
    """Return how late a command may arrive."""
    return timedelta(seconds=settings.GRACE_SECONDS)


def pace_of(game: Game) -> Pace:
    """Return the pace of a game."""
    return Pace.of(game.pace)


def calendar_of(game: Game, outages: Sequence[Span] | None = None) -> Calendar:
    """Return when the clock of the seat to act counts: outside quiet hours and outages.

    Outages are read from the database unless they are given.
    """
    closed = outages or []
    if outages is None and game.clock_since is not None:
        closed = outages_since(game.clock_since)
    quiet = QuietHours.of(game.clock_quiet_hours) if game.clock_quiet_hours else None
    return pace_of(game).calendar(quiet, closed)


def quiet_hours_of(game: Game, seat: Seat) -> QuietHours | None:
    """Return the current quiet hours of the user on ``seat``, if the game's pace respects them."""
    if seat.user_id is None or not pace_of(game).timed or not pace_of(game).quiet_hours:
        return None
    preferences = preferences_of([seat.user_id])[seat.user_id]
    if preferences.quiet_from is None or preferences.quiet_to is None:
        return None
    return QuietHours(preferences.time_zone, preferences.quiet_from, preferences.quiet_to)


def clock_of(game: Game) -> Clock | None:
    """Return the clock of the seat to act, running or stopped, or None if it has none."""
    return None if game.clock_left is None else Clock(game.clock_left, game.clock_since)


def clock_segment_begin(*, game: Game, seat: Seat, quiet: QuietHours | None, now: datetime) -> None:
    """Give ``seat``, the new seat to act, its time, and start its clock."""
    pace = pace_of(game)
    if not pace.timed or not seat.played_by_user:
        return
    game.clock_left = pace.at_start(seat.bank)
    game.clock_quiet_hours = quiet.to_json() if quiet else None
    clock_start(game, now)


def clock_segment_end(*, game: Game, seat: Seat, now: datetime) -> None:
    """Remove the clock of ``seat``, which no longer has to act, after updating its bank."""
    clock, pace = clock_of(game), pace_of(game)
    if clock is not None and pace.banked:
        left = clock.left_at(now, calendar_of(game))
        bank = pace.at_end(seat.bank, left)
        if bank != seat.bank:
            seat.bank = bank
            seat.save()
    clock_clear(game)


def clock_clear(game: Game) -> None:
    """Remove the clock: no seat with a clock has to act."""
    game.clock_left = game.clock_since = game.clock_quiet_hours = None
    game.deadline_at = game.due_at = game.remind_at = None


def clock_start(game: Game, now: datetime) -> None:
    """Start the clock, if there is one and the game is not paused."""
    clock = clock_of(game)
    if clock is not None and not game.paused:
        clock_set(game, clock.started(now), outages=[])  # outages so far came before the start


def clock_stop(game: Game, now: datetime) -> None:
    """Stop the clock; the time left is kept."""
    clock = clock_of(game)
    if clock is not None:
        clock_set(game, clock.stopped(now, calendar_of(game)))


def clock_extend(game: Game, by: timedelta, now: datetime) -> None:
    """Give the seat to act ``by`` more time."""
    clock = clock_of(game)
    if clock is None:
        return
    calendar = calendar_of(game)
    stopped = clock.stopped(now, calendar).extended(by)
    clock_set(game, stopped if game.paused else stopped.started(now))


def clock_advance(game: Game, by: timedelta, now: datetime) -> None:
    """Move a running deadline and its reminder back by ``by``, as if that time had passed.

    A deadline in hours that do not count leaves no time on the clock.
    """
    clock_rearm(game)
    if game.deadline_at is None:
        return
    remind_at, deadline = game.remind_at, game.deadline_at - by
    since, calendar = min(now, deadline), calendar_of(game)
    clock = Clock(calendar.elapsed(since, deadline), since)
    exact = clock.deadline(calendar) == deadline
    clock_set(game, clock if exact else Clock(timedelta(), deadline))
    game.remind_at = None if remind_at is None else remind_at - by


def clock_rearm(game: Game) -> None:
    """Recompute the deadline, which an outage may have moved since it was stored."""
    clock = clock_of(game)
    if clock is not None:
        clock_set(game, clock)


def clock_set(game: Game, clock: Clock, outages: Sequence[Span] | None = None) -> None:
    """Set the clock of a game, its deadline, and when to remind and to resolve it."""
    game.clock_left, game.clock_since = clock.left, clock.since
    calendar = calendar_of(game, outages)
    before = game.deadline_at
    game.deadline_at = clock.deadline(calendar)
    if game.deadline_at is None:
        game.due_at = game.remind_at = None
        return
    game.due_at = Calendar(closed=calendar.closed).after(game.deadline_at, fire_delay())
    if game.deadline_at != before:
        game.remind_at = clock.mark(calendar, REMIND_AFTER)


def is_too_late(game: Game, at: datetime) -> bool:
    """True if at ``at`` the deadline and the grace after it had passed."""
    if game.deadline_at is None or at <= game.deadline_at + grace():
        return False
    clock_rearm(game)  # an outage may have moved it
    until = command_deadline(game)
    return until is not None and at > until


def command_deadline(game: Game) -> datetime | None:
    """Return until when commands of the seat to act are accepted, or None without a running clock.

    Outages do not count as part of the grace.
    """
    if game.clock_since is None or game.deadline_at is None:
        return None
    return Calendar(closed=outages_since(game.clock_since)).after(game.deadline_at, grace())


def time_left(game: Game, now: datetime) -> timedelta | None:
    """Return the time that the seat to act has left, or None without a clock."""
    clock = clock_of(game)
    return None if clock is None else clock.left_at(now, calendar_of(game))
