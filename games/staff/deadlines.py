"""More time for the player to act."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import Invalid
from games.models import Game
from games.play import notify
from games.play.locking import LockedGame
from games.play.save import event_add, game_save
from games.play.timing import clock_clear, clock_extend, clock_segment_begin, quiet_hours_of
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock

LONGEST = timedelta(days=365)


@transaction.atomic
def deadline_extend(*, game_id: UUID, length: timedelta) -> Game:
    """Give the player to act more time. If they are overdue, the new time starts now.

    Raises GameNotFound, GameNotRunning, NothingToDo if no clock is running, and Invalid.
    """
    length_check(length)
    locked = running_game_lock(game_id)
    if locked.game.clock_left is None:
        raise NothingToDo(_("The player to act has no clock."))
    clock_lengthen(locked, length)
    return game_save(locked.game)


def length_check(length: timedelta) -> None:
    """Raise Invalid unless the length is between a second and a year."""
    if not timedelta(seconds=1) <= length <= LONGEST:
        raise Invalid.field("/length", "out_of_range", _("Enter 1 second to 1 year."))


def clock_lengthen(locked: LockedGame, length: timedelta) -> None:
    """Extend the clock of the player to act, and notify them. The caller saves the game."""
    game = locked.game
    clock_extend(game, length, locked.now)
    event_add(game, "deadline_extended", seat=game.to_act, seconds=int(length.total_seconds()))
    deadline_notify(locked)


def deadline_notify(locked: LockedGame) -> None:
    """Notify the player to act of the new deadline."""
    facts = notify.decision_facts(locked.game)
    notify.notification_enqueue(
        locked.game, [locked.seats[locked.game.to_act or 0]], "deadline_moved", **facts
    )


@transaction.atomic
def deadline_reset(*, game_id: UUID) -> Game:
    """Restart the clock of the player to act with the full time for the turn.

    Raises GameNotFound, GameNotRunning, and NothingToDo if no clock is running.
    """
    locked = running_game_lock(game_id)
    game = locked.game
    if game.clock_left is None or game.to_act is None:
        raise NothingToDo(_("The player to act has no clock."))
    seat = locked.seats[game.to_act]
    clock_clear(game)
    clock_segment_begin(game=game, seat=seat, quiet=quiet_hours_of(game, seat), now=locked.now)
    event_add(game, "deadline_reset", seat=seat.number)
    deadline_notify(locked)
    return game_save(game)
