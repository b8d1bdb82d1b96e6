"""Giving up: the seat is lost, and a bot plays it on, so that the others can finish."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games import engines
from games.errors import GameNotStarted, GameOver, SeatResigned
from games.models import Game, Status
from games.services.doorbell import bots_wake_on_commit, game_told_on_commit
from games.services.lobby import seat_taken
from games.services.play import bot_due


@transaction.atomic
def seat_resign(*, user: User, game_id: UUID) -> Game:
    """Give up a running match: ``user`` is placed last, and the strongest bot takes over.

    Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatResigned, RulesUnavailable.
    """
    game, seat = seat_taken(user=user, game_id=game_id)
    if game.status == Status.LOBBY:
        raise GameNotStarted
    if game.status != Status.ACTIVE:
        raise GameOver
    if seat.resigned_at:
        raise SeatResigned
    rules = engines.rules_of(slug=game.ruleset, version=game.rules_version)
    seat.resigned_at = timezone.now()
    seat.bot = rules.bot_levels[-1]
    seat.save(update_fields=["resigned_at", "bot"])
    game.version += 1
    if game.to_act == seat.number:
        game.bot_due_at = bot_due(seat, seat.resigned_at)
        bots_wake_on_commit(game.id)
    game.save(update_fields=["version", "bot_due_at"])
    game_told_on_commit(game.id)
    return game
