"""The clock of a game, as its row has it. The engine never sees any of this.

The clock of a seat runs from the moment the game waits for it until it waits for another: a clock
segment. Nothing here saves: the caller holds the game's lock, and stores what has changed.
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
"""The share of a seat's time after which its player is reminded."""


def fire_delay() -> timedelta:
    """From a deadline to its resolution: whoever sent his command in time has it played."""
    return grace() + timedelta(seconds=settings.REQUEST_SECONDS)


def grace() -> timedelta:
    """How late a command may arrive."""
    return timedelta(seconds=settings.GRACE_SECONDS)


def pace_of(game: Game) -> Pace:
    return Pace.of(game.pace)


def calendar_of(game: Game, outages: Sequence[Span] | None = None) -> Calendar:
    """When the clock of the seat to act counts: not in its night, not while the service was out.

    Outages are looked up unless they are known.
    """
    closed = outages or []
    if outages is None and game.clock_since is not None:
        closed = outages_since(game.clock_since)
    quiet = QuietHours.of(game.clock_quiet_hours) if game.clock_quiet_hours else None
    return pace_of(game).calendar(quiet, closed)


def quiet_hours_of(game: Game, seat: Seat) -> QuietHours | None:
    """The quiet hours of the user on ``seat``, as they are now."""
    if seat.user_id is None or not pace_of(game).timed or not pace_of(game).quiet_hours:
        return None
    wishes = preferences_of([seat.user_id])[seat.user_id]
    if wishes.quiet_from is None or wishes.quiet_to is None:
        return None
    return QuietHours(wishes.time_zone, wishes.quiet_from, wishes.quiet_to)


def clock_of(game: Game) -> Clock | None:
    """The running or stopped clock of the seat to act; None where there is none."""
    return None if game.clock_left is None else Clock(game.clock_left, game.clock_since)


def clock_segment_begin(*, game: Game, seat: Seat, quiet: QuietHours | None, now: datetime) -> None:
    """The game begins to wait for ``seat``: give it its time, and start its clock."""
    pace = pace_of(game)
    if not pace.timed or not seat.played_by_user:
        return
    game.clock_left = pace.at_start(seat.bank)
    game.clock_quiet_hours = quiet.to_json() if quiet else None
    clock_start(game, now)


def clock_segment_end(*, game: Game, seat: Seat, now: datetime) -> None:
    """The game no longer waits for ``seat``: stop its clock, and keep what its pace keeps."""
    clock, pace = clock_of(game), pace_of(game)
    if clock is not None and pace.banked:
        left = clock.left_at(now, calendar_of(game))
        bank = pace.at_end(seat.bank, left)
        if bank != seat.bank:
            seat.bank = bank
            seat.save(update_fields=["bank"])
    clock_clear(game)


def clock_clear(game: Game) -> None:
    """There is nobody whose clock could run."""
    game.clock_left = game.clock_since = game.clock_quiet_hours = None
    game.deadline_at = game.due_at = game.remind_at = None


def clock_start(game: Game, now: datetime) -> None:
    """Let the clock run, if there is one and nothing stands against it."""
    clock = clock_of(game)
    if clock is not None and not game.paused:
        clock_set(game, clock.started(now), outages=[])  # what is out now, is not from now on


def clock_stop(game: Game, now: datetime) -> None:
    """Let the clock stand still; what remained is kept."""
    clock = clock_of(game)
    if clock is not None:
        clock_set(game, clock.stopped(now, calendar_of(game)))


def clock_extend(game: Game, by: timedelta, now: datetime) -> None:
    """Give the seat to act ``by`` more, from now on."""
    clock = clock_of(game)
    if clock is None:
        return
    calendar = calendar_of(game)
    stopped = clock.stopped(now, calendar).extended(by)
    clock_set(game, stopped if game.paused else stopped.started(now))


def clock_rearm(game: Game) -> None:
    """Work the deadline out anew: an outage may have moved it since it was written down."""
    clock = clock_of(game)
    if clock is not None:
        clock_set(game, clock)


def clock_set(game: Game, clock: Clock, outages: Sequence[Span] | None = None) -> None:
    """Write down how the clock stands, and when somebody has to look at it."""
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
    """Whether the time of the seat to act was out at ``at``, and the grace with it."""
    if game.deadline_at is None or at <= game.deadline_at + grace():
        return False
    clock_rearm(game)  # an outage may have moved it
    until = command_deadline(game)
    return until is not None and at > until


def command_deadline(game: Game) -> datetime | None:
    """Until when a command of the seat to act comes in time: an outage takes nothing of the grace.

    None: it has no clock that runs.
    """
    if game.clock_since is None or game.deadline_at is None:
        return None
    return Calendar(closed=outages_since(game.clock_since)).after(game.deadline_at, grace())


def time_left(game: Game, now: datetime) -> timedelta | None:
    """What the seat to act has left."""
    clock = clock_of(game)
    return None if clock is None else clock.left_at(now, calendar_of(game))
