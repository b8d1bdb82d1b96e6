"""Lobbies: invitations are exported and deleted, titles are blanked, lobbies are left."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.personal_data import (
    DeletedUser,
    PersonalDataHandler,
    Rows,
    handler_register,
    retention_of,
)
from games.lobby.services import game_cancel, game_leave
from games.models import Exclusion, Game, Invitation, Seat, Status
from games.play.leaving import leave_game
from games.play.locking import game_lock
from games.play.save import game_save
from notifications.services.outbox import outbox_blank


def export_invitations(user: User) -> Rows:
    """Return the invitations that the user received and sent."""
    fields = ("game", "created_at", "answer", "answered_at")
    for what, rows in (
        ("invited", Invitation.objects.filter(user=user)),
        ("has_invited", Invitation.objects.filter(by=user)),
    ):
        for row in rows.values(*fields).iterator():
            yield {"what": what, **row}


def end_activity(user: User) -> None:
    """Blank the titles of the user's games, and leave their lobbies."""
    named = Game.objects.filter(created_by=user).exclude(title="")
    for game_id in list(named.values_list("id", flat=True)):
        title_blank(game_id)  # first: once the user has left, another player is the host
    hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
    seated = Seat.objects.filter(user=user, game__status=Status.LOBBY)
    for game_id in set(seated.values_list("game", flat=True)):
        leave_game(game_leave, user=user, game_id=game_id)
    for game_id in hosted.values_list("id", flat=True):  # hosts without a seat
        leave_game(game_cancel, user=user, game_id=game_id)


@transaction.atomic
def title_blank(game_id: UUID) -> None:
    """Remove the title that the host gave a game."""
    game = game_lock(game_id)
    if game.title:
        game.title = ""
        game_save(game, also=("title",))


def erase(deleted_user: DeletedUser) -> None:
    """Delete the user's invitations, and the titles of their games from sent invitations."""
    user = deleted_user.user
    # Invitations keep the title also where another player has become the host. This goes through
    # the whole outbox, so it is done once for all games.
    names = (deleted_user.username, deleted_user.anonymous)
    hosted = list(Game.objects.filter(created_by=user).values_list("id", flat=True))
    outbox_blank(kind="invited", member="title", subjects=hosted, usernames=names)
    Exclusion.objects.filter(user=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(by=user)).delete()


def purge(now: datetime) -> None:
    """Delete invitations to games, and exclusions from games, that began long ago."""
    before = now - retention_of("INVITATION")
    begun = Game.objects.exclude(status=Status.LOBBY).values("id")
    Invitation.objects.filter(created_at__lt=before, game__in=begun).delete()
    Exclusion.objects.filter(created_at__lt=before, game__in=begun).delete()


handler_register(
    PersonalDataHandler(
        "games.lobby",
        export_files=lambda user: [("invitations", export_invitations(user))],
        end_activity=end_activity,
        erase=erase,
        purge=purge,
    )
)
