"""Limits on the games that a user may host and play at the same time.

The user's row is locked before counting, always after the game's, so that requests at the same time
cannot exceed a limit together.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.lobby.errors import TooManyGames, TooManyLobbies
from games.models import Game, Seat, Status


def user_lock(user: User) -> QuerySet[User]:
    """Return a query that locks the user's row; rows that refer to it can still be written."""
    return User.objects.select_for_update(no_key=True).filter(id=user.id)


def limits_check(user: User, *, to_sit: bool = True, to_host: bool = False) -> None:
    """Check that a user, whose row is locked, may take one more seat and host one more lobby.

    Raises TooManyGames, TooManyLobbies.
    """
    if to_host:
        hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
        if hosted.count() >= settings.MAX_LOBBIES_HOSTED:
            raise TooManyLobbies(settings.MAX_LOBBIES_HOSTED)
    if to_sit:
        unfinished = (Status.LOBBY, Status.ACTIVE)
        seats = Seat.objects.filter(user=user, lost_at=None, game__status__in=unfinished)
        if seats.count() >= settings.MAX_GAMES:
            raise TooManyGames(settings.MAX_GAMES)
