"""A moderator lets nobody act in a match, or lets it go on."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, PauseKind
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save
from games.staff.errors import NothingToDo
from games.staff.locking import running


@transaction.atomic
def match_freeze(*, game_id: UUID) -> Game:
    """Stop the clock of a running match, and let nobody act, until ``match_unfreeze``.

    Raises GameNotFound, GameNotRunning, NothingToDo.
    """
    held = running(game_id)
    kind = PauseKind.MODERATOR
    if not pause_add(game=held.game, seats=held.seats, kind=kind, now=held.now):
        raise NothingToDo(_("The game is already frozen."))
    return game_save(held.game)


@transaction.atomic
def match_unfreeze(*, game_id: UUID) -> Game:
    """Let a match go on that a moderator has frozen; what else keeps it standing still remains.

    Raises GameNotFound, GameNotRunning, NothingToDo.
    """
    held = running(game_id)
    kind = PauseKind.MODERATOR
    if not pause_remove(game=held.game, seats=held.seats, kind=kind, now=held.now):
        raise NothingToDo(_("No moderator has frozen the game."))
    return game_save(held.game)
