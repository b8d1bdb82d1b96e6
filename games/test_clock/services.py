"""Test clocks: the host of an unrated game lets its time pass, to try deadlines in a second.

There is no second clock. Everything that the game waits for is moved back, and the usual sweeps
find what is due.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F

from accounts.models import User
from core import database_clock
from core.task_wakeup import TaskWakeup
from games.lobby.repository import SETTLED, host_check
from games.models import Game, GameState, Status, Vote
from games.play.errors import GameFrozen
from games.play.locking import game_lock, seats_of
from games.play.save import auto_wake, event_add, game_save
from games.play.timing import clock_advance
from games.rules.errors import GameOver
from games.test_clock.errors import NoTestClock

sweep = TaskWakeup("games.tasks.timers_sweep")


@transaction.atomic
def time_pass(*, user: User, game_id: UUID, length: timedelta) -> Game:
    """Move back by ``length`` what a game waits for: deadline, reminder, the moves of bots, votes,
    and the start or end of its lobby.

    Nothing moves that stands still: the clock of a paused game, and the vacations of players.
    Raises GameNotFound, NotTheHost, NoTestClock, GameOver, GameFrozen.
    """
    game = game_lock(game_id)
    host_check(game=game, seats=seats_of(game), user=user)
    if not (game.test_clock and settings.TEST_CLOCKS):
        raise NoTestClock
    if game.status not in (Status.LOBBY, Status.ACTIVE):
        raise GameOver
    if game.frozen:
        raise GameFrozen
    now = database_clock.now()
    for name in ("starts_at", "expires_at", "lobby_due_at", "auto_at"):
        if (at := getattr(game, name)) is not None:
            setattr(game, name, at - length)
    GameState.objects.filter(game=game).update(bot_move_at=F("bot_move_at") - length)
    clock_advance(game, length, now)
    open_votes = Vote.objects.filter(game=game, closed_at=None)
    open_votes.update(closes_at=F("closes_at") - length)
    if game.status == Status.ACTIVE:
        event_add(game, "time_passed", now=now, seconds=int(length.total_seconds()))
    auto_wake(game)
    sweep.wake_on_commit()
    return game_save(game, also=SETTLED)
