"""Limits on the games that a user may host and play at the same time.

The user's row is locked before counting, always after the game's, so that requests at the same time
cannot exceed a limit together.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from core.period_limits import times_limit_check
from games.lobby.errors import InvitationLimit, TooManyGames, TooManyLobbies
from games.models import Game, Invitation, Seat, Status

INVITATIONS_TO_ONE = 10
"""Invitations of a user to another one in 24 hours, whatever became of them."""
INVITATIONS = 100
"""Invitations of a user to all others in 24 hours."""
DAY = timedelta(days=1)


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


def invitation_limit_check(user: User, guest: User, *, now: datetime) -> None:
    """Check that a user, whose row is locked, may invite another one. Raises InvitationLimit.

    Invitations of former players to a rematch do not count.
    """
    played = Seat.objects.filter(game__rematch=OuterRef("game"), user=OuterRef("user"))
    sent = Invitation.objects.filter(~Exists(played), by=user, created_at__gt=now - DAY)
    sent = sent.order_by("-created_at")
    recent = list(sent.values_list("created_at", "user")[:INVITATIONS])
    to_guest = [at for at, receiver in recent if receiver == guest.id]
    for times, most in ((to_guest, INVITATIONS_TO_ONE), ([at for at, _ in recent], INVITATIONS)):
        times_limit_check(times, InvitationLimit, most=most, period=DAY, now=now)
