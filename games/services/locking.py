"""The lock under which a match changes."""

from __future__ import annotations

from uuid import UUID

from accounts.models import User
from citadels.api.errors import ApiError
from games.errors import GameNotFound
from games.models import Game, Seat, Visibility


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


def seats_of(game: Game) -> list[Seat]:
    """The seats of a match in order, each with its user."""
    return list(game.seats.select_related("user").order_by("number"))


def told_stranger(error: ApiError, *, game: Game, user: User) -> ApiError:
    """What a user without a seat is told: of a private match only its host hears ``error``."""
    if game.visibility == Visibility.PRIVATE and game.created_by_id != user.id:
        return GameNotFound()
    return error
