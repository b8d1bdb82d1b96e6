"""How much one user may have going at once.

The user's row is locked before it is counted, always after the match's: of two requests at once
the second sees what the first has taken.
"""

from __future__ import annotations

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.lobby.errors import TooManyLobbies, TooManyMatches
from games.models import Game, Seat, Status


def user_locked(user: User) -> QuerySet[User]:
    """The user's row, locked when it is read; rows that refer to it may be written meanwhile."""
    return User.objects.select_for_update(no_key=True).filter(id=user.id)


def room_check(user: User, *, to_sit: bool = True, to_host: bool = False) -> None:
    """Whether ``user``, whose row is locked, may sit in one match more, and host one more that
    waits for players.

    Raises TooManyMatches, TooManyLobbies.
    """
    if to_host:
        hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
        if hosted.count() >= settings.MAX_LOBBIES_HOSTED:
            raise TooManyLobbies(settings.MAX_LOBBIES_HOSTED)
    if to_sit:
        going_on = (Status.LOBBY, Status.ACTIVE)
        seats = Seat.objects.filter(user=user, lost_at=None, game__status__in=going_on)
        if seats.count() >= settings.MAX_MATCHES:
            raise TooManyMatches(settings.MAX_MATCHES)
