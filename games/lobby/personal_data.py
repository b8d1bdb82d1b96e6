"""Lobbies: invitations are exported and deleted, texts of hosts are blanked, lobbies are left."""

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
from games.lobby.repository import host_texts_blank
from games.lobby.services import game_cancel, game_leave
from games.models import Exclusion, Game, Invitation, Seat, Status
from games.models.lobby import HOST_TEXTS
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
    """Blank the user's texts in games that they host, and leave their lobbies."""
    blank = dict.fromkeys(HOST_TEXTS, "")
    written = Game.objects.filter(created_by=user).exclude(**blank)
    for game_id in list(written.values_list("id", flat=True)):
        texts_blank(game_id)  # first: once the user has left, another player is the host
    hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
    seated = Seat.objects.filter(user=user, game__status=Status.LOBBY)
    for game_id in set(seated.values_list("game", flat=True)):
        leave_game(game_leave, user=user, game_id=game_id)
    for game_id in hosted.values_list("id", flat=True):  # hosts without a seat
        leave_game(game_cancel, user=user, game_id=game_id)


@transaction.atomic
def texts_blank(game_id: UUID) -> None:
    """Remove the texts of the host from a game."""
    game = game_lock(game_id)
    if any(getattr(game, name) for name in HOST_TEXTS):
        host_texts_blank(game)
        game_save(game, also=HOST_TEXTS)


def erase(deleted_user: DeletedUser) -> None:
    """Delete the user's invitations, and the titles of their games from sent invitations."""
    user = deleted_user.user
    # Invitations keep the title also where another player has become the host. This goes through
    # the whole outbox, so it is done once for all games.
    names = (deleted_user.username, deleted_user.new_name)
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
