"""Changes of a game: the seat to act, its clock, the server's own actions, and how it is saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from core import database_clock
from core.raw_rows import row_update
from games.models import Game, GameState, Outage, PlatformEvent, Seat, Status, Vote
from games.models.clock import ClockFields
from games.models.game import PlayFields, columns_of
from games.play import notify
from games.play.outages import outages_since
from games.play.timing import (
    calendar_of,
    clock_clear,
    clock_of,
    clock_rearm,
    clock_segment_begin,
    clock_segment_end,
    quiet_hours_of,
)
from games.play.wakeup import bots_wake_on_commit, game_publish_on_commit
from games.rules.live_game import Question

CHANGING = columns_of(PlayFields, ClockFields)

OUTAGE_SKIPPED = "outage_skipped"

NO_CHOICE: dict[str, Any] = {"bot_decision": None, "bot_choice": "", "bot_move_at": None}
"""No choice of a bot is stored."""


def game_save(game: Game, *, also: Iterable[str] = ()) -> Game:
    """Save a game and notify its streams. The caller holds the lock.

    ``also`` names columns that do not change during play.
    """
    game.version += 1
    row_update(game, (*CHANGING, *also))
    game_publish_on_commit(game.id)
    return game


def event_add(game: Game, kind: str, *, now: datetime | None = None, **data: Any) -> None:
    """Add an event of the platform, which all viewers see; ``data`` is public.

    The caller holds the lock and saves the game. ``now`` is the database's time, if it was read
    before.
    """
    game.event_count += 1
    PlatformEvent.objects.create(
        game=game,
        seq=game.event_count,
        move=game.move_count,
        kind=kind,
        data=data,
        created_at=now or database_clock.now(),
    )


def deadline_update(game: Game) -> bool:
    """Recompute the deadline after outages, and add an event if one has moved it.

    Returns True if the game has changed. The caller holds the lock and saves the game.
    """
    before = game.deadline_at
    clock_rearm(game)
    return outages_tell(game) or game.deadline_at != before


def outages_tell(game: Game) -> bool:
    """Add an event for the outages that have moved the deadline, once; True if there were any.

    The last event of this kind says which outages players have read about. One that is still going
    on waits for its end.
    """
    clock = clock_of(game)
    if clock is None or clock.since is None:
        return False
    ended = Outage.objects.filter(ended_at__gt=clock.since).order_by("began_at")
    if not ended:
        return False
    told = PlatformEvent.objects.filter(game=game, kind=OUTAGE_SKIPPED).order_by("-seq").first()
    if told is not None:
        ended = ended.filter(ended_at__gt=told.data["ended_at"])
    new = [(outage.began_at, outage.ended_at) for outage in ended]
    others = [span for span in outages_since(clock.since) if span not in new]
    without = clock.deadline(calendar_of(game, others))
    if not new or game.deadline_at is None or without is None or game.deadline_at <= without:
        return False
    event_add(
        game,
        OUTAGE_SKIPPED,
        seat=game.to_act,
        began_at=new[0][0].isoformat(),
        ended_at=max(end for _, end in new).isoformat(),
        parts=sorted({outage.what for outage in ended}),
        seconds=int((game.deadline_at - without).total_seconds()),
    )
    return True


def turn_pass(*, game: Game, seats: Sequence[Seat], question: Question, now: datetime) -> None:
    """Set the open decision. Consecutive decisions of one seat share the time of its turn."""
    before = game.to_act
    another = question.seat != before
    if another and before is not None:
        clock_segment_end(game=game, seat=seats[before], now=now)
        if (user_id := seats[before].user_id) is not None:
            notify.turn_lines_end(game, [user_id], now)
    game.to_act, game.to_act_since, game.topic = question.seat, now, question.topic
    if another:
        turn_begin(game=game, seats=seats, now=now)
    auto_at_set(game, seats[question.seat], now)


def decision_withdraw(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Remove the open decision and its clock: the next one is announced, with the full time."""
    if game.to_act is not None and (user_id := seats[game.to_act].user_id) is not None:
        notify.turn_lines_end(game, [user_id], now)
    game.to_act = None
    clock_clear(game)


def turn_begin(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Start the clock of the seat to act, and notify its player."""
    seat = seats[game.to_act or 0]
    clock_segment_begin(game=game, seat=seat, quiet=quiet_hours_of(game, seat), now=now)
    turn_announce(game, seat)


def turn_announce(game: Game, seat: Seat) -> None:
    """Notify the player of the seat to act, if one plays there.

    A player with standing orders is notified only when the orders leave the decision to them.
    """
    if seat.played_by_user and not seat.has_orders:
        notify.turn_notify(game, seat)


def auto_set(game: Game, seat: Seat, now: datetime) -> None:
    """Set again when the server acts for ``seat``, whose decision stays open; reset attempts.

    A bot chooses again: a move at once would show that it had chosen before.
    """
    game.attempts = 0
    if seat.bot:
        GameState.objects.filter(game=game).update(**NO_CHOICE)
    auto_at_set(game, seat, now)


def auto_at_set(game: Game, seat: Seat, now: datetime) -> None:
    """Set when the server acts for ``seat``, the seat to act: by its bot or its orders."""
    if game.frozen:
        game.auto_at = None
    elif seat.bot:
        game.auto_at = now + timedelta(seconds=game.bot_delay)
    else:
        game.auto_at = now if seat.has_orders else None


def auto_wake(game: Game) -> None:
    """Schedule a wake-up, after the commit, for the time when the server has to act, if any."""
    if game.auto_at is not None:
        wait = (game.auto_at - database_clock.now()).total_seconds()
        bots_wake_on_commit(game.id, after=max(0, ceil(wait)))


def game_finish(game: Game, result: dict[str, Any], now: datetime) -> None:
    """End a game with its clock, pauses and votes, and schedule its rating update."""
    turn_clear(game)
    game.status, game.finished_at, game.result = Status.FINISHED, now, result
    game.rating_due_at = now


def turn_clear(game: Game) -> None:
    """Remove the open decision, a bot's choice, the clock and the pauses, and close open votes."""
    now = database_clock.now()
    clock_clear(game)
    users = Seat.objects.filter(game=game, user__isnull=False).values_list("user_id", flat=True)
    notify.turn_lines_end(game, users, now)
    GameState.objects.filter(game=game, bot_decision__isnull=False).update(**NO_CHOICE)
    game.to_act = game.to_act_since = game.auto_at = None
    game.topic = ""
    game.paused = game.frozen = False
    game.pauses.all().delete()
    Vote.objects.filter(game=game, closed_at=None).update(closed_at=now, passed=False)
