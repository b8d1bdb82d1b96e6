"""Lobbies that are due: the sweep starts or cancels them."""

from __future__ import annotations

import logging
from uuid import UUID

from django.db import transaction

from core import database_clock
from games.lobby.repository import AFTER_MISSED_START, SETTLED, lobby_cancel
from games.lobby.start import start_at_planned_time
from games.models import Status
from games.play.locking import game_lock_or_none, seats_of
from games.play.save import game_save

logger = logging.getLogger(__name__)


@transaction.atomic
def lobby_resolve(*, game_id: UUID) -> bool:
    """Start a lobby at its time, or cancel one that has expired; True if one of both was due.

    Errors that prevent the start propagate and roll everything back.
    """
    game = game_lock_or_none(game_id)
    if game is None or game.status != Status.LOBBY:
        return False
    now, seats = database_clock.now(), seats_of(game)
    if game.starts_at is not None:
        if game.starts_at > now:
            return False
        start_at_planned_time(game, seats)
        return True
    if game.expires_at is None or game.expires_at > now:
        return False
    lobby_cancel(game, seats, why="expired")
    return True


@transaction.atomic
def lobby_give_up(*, game_id: UUID) -> None:
    """Stop trying to start a lobby automatically; its host can still start it for a day.

    A lobby that failed to be cancelled is not tried again.
    """
    game = game_lock_or_none(game_id)
    if game is None or game.status != Status.LOBBY:
        return
    logger.error("Lobby %s failed too often and is not tried again", game_id)
    missed_start = game.starts_at is not None
    game.starts_at, game.attempts, game.lobby_due_at = None, 0, None
    if missed_start:
        game.expires_at = game.lobby_due_at = database_clock.now() + AFTER_MISSED_START
    game_save(game, also=SETTLED)
