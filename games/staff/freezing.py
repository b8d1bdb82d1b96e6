"""Freezing and unfreezing of games by a moderator."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, PauseKind
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock


@transaction.atomic
def game_freeze(*, game_id: UUID) -> Game:
    """Stop the clock of a running game and refuse moves until ``game_unfreeze``.

    Raises GameNotFound, GameNotRunning, NothingToDo.
    """
    locked = running_game_lock(game_id)
    kind = PauseKind.MODERATOR
    if not pause_add(game=locked.game, seats=locked.seats, kind=kind, now=locked.now):
        raise NothingToDo(_("The game is already frozen."))
    return game_save(locked.game)


@transaction.atomic
def game_unfreeze(*, game_id: UUID) -> Game:
    """End a moderator's freeze. Other pauses of the game remain.

    Raises GameNotFound, GameNotRunning, NothingToDo.
    """
    locked = running_game_lock(game_id)
    kind = PauseKind.MODERATOR
    if not pause_remove(game=locked.game, seats=locked.seats, kind=kind, now=locked.now):
        raise NothingToDo(_("No moderator has frozen the game."))
    return game_save(locked.game)
