"""How much one user may have going at once.

The user's row is locked before it is counted, always after the game's: of two requests at once
the second sees what the first has taken.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.lobby.errors import TooManyGames, TooManyLobbies
from games.models import Game, Seat, Status


def user_lock(user: User) -> QuerySet[User]:
    """The user's row, locked when it is read; rows that refer to it may be written meanwhile."""
    return User.objects.select_for_update(no_key=True).filter(id=user.id)


def limits_check(user: User, *, to_sit: bool = True, to_host: bool = False) -> None:
    """Whether ``user``, whose row is locked, may sit in one game more, and host one more that
    waits for players.

    Raises TooManyGames, TooManyLobbies.
    """
    if to_host:
        hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
        if hosted.count() >= settings.MAX_LOBBIES_HOSTED:
            raise TooManyLobbies(settings.MAX_LOBBIES_HOSTED)
    if to_sit:
        going_on = (Status.LOBBY, Status.ACTIVE)
        seats = Seat.objects.filter(user=user, lost_at=None, game__status__in=going_on)
        if seats.count() >= settings.MAX_GAMES:
            raise TooManyGames(settings.MAX_GAMES)
