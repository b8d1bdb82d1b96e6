"""The lock under which a match changes."""

from __future__ import annotations

from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from accounts.models import User
from citadels.api.errors import ApiError
from games.errors import GameNotFound, NotSeated
from games.models import Game, Seat, Visibility
from games.selectors import welcome


def game_locked(game_id: UUID) -> Game:
    """The match, locked until the transaction ends; every write to a match begins with this.

    SQLite has no row locks: there the transaction itself excludes all others. Raises GameNotFound.
    """
    try:
        return (
            Game.objects.select_for_update(of=("self",))
            .select_related("created_by")
            .get(id=game_id)
        )
    except Game.DoesNotExist:
        raise GameNotFound from None


def game_locked_or_none(game_id: UUID) -> Game | None:
    """The match, locked, if nobody else is at it; None if somebody is, or there is none."""
    return rows_free(game_id).select_related("created_by").first()


def rows_free(game_id: UUID) -> QuerySet[Game]:
    """The match, to be locked when it is read; nothing while somebody else is at it. Sweeps go by
    this: one that waited for a process that stands still would keep all other matches waiting.
    """
    skip = connection.features.has_select_for_update_skip_locked
    return Game.objects.select_for_update(of=("self",), skip_locked=skip).filter(id=game_id)


def seats_of(game: Game) -> list[Seat]:
    """The seats of a match in order, each with its user."""
    return list(game.seats.select_related("user").order_by("number"))


def seat_taken(*, user: User, game_id: UUID) -> tuple[Game, Seat]:
    """The match, locked, and the seat of ``user`` in it. Raises GameNotFound, NotSeated."""
    game = game_locked(game_id)
    mine = next((seat for seat in seats_of(game) if seat.user_id == user.id), None)
    if mine is None:
        raise told_stranger(NotSeated(), game=game, user=user)
    return game, mine


def told_stranger(error: ApiError, *, game: Game, user: User) -> ApiError:
    """What a user without a seat is told: of a private match only its host hears ``error``, and
    who has sat there or may sit there yet.
    """
    hidden = game.visibility == Visibility.PRIVATE and game.created_by_id != user.id
    return GameNotFound() if hidden and not welcome(game=game, user=user) else error
