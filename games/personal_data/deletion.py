"""What games keep of a user: handed out to him, and forgotten when he goes for good.

A game is also the others': its moves and places stay, on the seat of a user without a name. What
he said there is blanked, since words say who somebody is.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, handler_register
from core.errors import ApiError
from games.lobby.services import game_cancel, game_leave
from games.models import (
    Exclusion,
    Game,
    IdempotencyKey,
    Invitation,
    LastRead,
    Message,
    Note,
    PlatformEvent,
    Seat,
    SeatAssignment,
    SeatOffer,
    StandingOrder,
    Status,
    Vacation,
    VacationBank,
)
from games.personal_data.export import export_files_of
from games.play.locking import game_lock
from games.play.save import game_save
from games.seats.resign import seat_resign
from games.vacations.services import vacation_end
from notifications.services.outbox import outbox_blank

logger = logging.getLogger(__name__)

BLANK = "(deleted)"
"""What is kept of a message, since it has to say something. Nobody is shown it."""
NAMING = {"seat_handed_over": ("by", "to")}
"""The events of the platform that name users, and the members in which they do."""


def register() -> None:
    handler_register(
        PersonalDataHandler(
            "games", export_files=export_files_of, end_activity=end_activity, erase=erase
        )
    )


# --- leaving -----------------------------------------------------------------------------------


def end_activity(user: User) -> None:
    """Blank the titles of his games, and give up all seats of ``user`` as he could himself: in
    lobbies they are free again, in running games he has resigned, and a bot plays on.
    """
    if Vacation.objects.filter(user=user, ended_at=None).exists():
        vacation_end(user=user)
    named = Game.objects.filter(created_by=user).exclude(title="")
    for game_id in list(named.values_list("id", flat=True)):
        title_blank(game_id)  # while he is the host: in a lobby another becomes it
    hosted = Game.objects.filter(created_by=user, status=Status.LOBBY)
    seated = Seat.objects.filter(user=user, game__status=Status.LOBBY).values_list(
        "game", flat=True
    )
    for game_id in {*seated}:
        _leave(game_leave, user, game_id)
    for game_id in hosted.values_list("id", flat=True):  # he has no seat there
        _leave(game_cancel, user, game_id)
    running = Seat.objects.filter(user=user, lost_at=None, game__status=Status.ACTIVE)
    for game_id in list(running.values_list("game", flat=True)):
        _leave(seat_resign, user, game_id)


def _leave(act: Callable[..., object], user: User, game_id: UUID) -> None:
    """A game that went on meanwhile, or whose rules are gone, keeps nobody in his account."""
    try:
        act(user=user, game_id=game_id)
    except ApiError as error:
        logger.warning("Game %s was not left: %s", game_id, error.code)


# --- forgetting --------------------------------------------------------------------------------


def erase(deleted_user: DeletedUser) -> None:
    """Game by game, each in its own transaction; then what is about no game."""
    titles_forget(deleted_user)
    for game_id in games_of(deleted_user.user):
        game_forget(deleted_user, game_id)
    rows_forget(deleted_user.user)
    replies_forget(deleted_user)


def games_of(user: User) -> set[UUID]:
    """Wherever something of him may stand."""
    found: set[UUID] = set()
    for rows in (
        Game.objects.filter(created_by=user).values_list("id", flat=True),
        Seat.objects.filter(user=user).values_list("game", flat=True),
        SeatAssignment.objects.filter(user=user).values_list("game", flat=True),
        Message.objects.filter(user=user).values_list("game", flat=True),
    ):
        found.update(rows)
    return found


@transaction.atomic
def game_forget(deleted_user: DeletedUser, game_id: UUID) -> None:
    """Blank what he said, and let all who look see his new name."""
    game, user, now = game_lock(game_id), deleted_user.user, timezone.now()
    messages_blank(game=game, user=user, now=now)
    for event in PlatformEvent.objects.filter(game=game, kind__in=NAMING):
        replace_name = deleted_user.replace_name_at(event.data, NAMING[event.kind])
        if replace_name != event.data:
            event.data = replace_name
            event.save(update_fields=["data"])
    for seat in Seat.objects.filter(game=game, user=user):
        StandingOrder.objects.filter(game=game, seat=seat.number).delete()
        Seat.objects.filter(id=seat.id).update(has_orders=False)
    game_save(game)


@transaction.atomic
def title_blank(game_id: UUID) -> None:
    """Take what its host called a game from it."""
    game = game_lock(game_id)
    if not game.title:
        return
    game.title = ""
    game_save(game, also=("title",))


def titles_forget(deleted_user: DeletedUser) -> None:
    """Take what he called his games from what those were told whom he invited, also where another
    is the host by now. Once for all of them: it goes through the whole outbox.
    """
    names = (deleted_user.username, deleted_user.anonymous)
    hosted = Game.objects.filter(created_by=deleted_user.user).values_list("id", flat=True)
    outbox_blank(kind="invited", member="title", subjects=list(hosted), usernames=names)


def messages_blank(*, game: Game, user: User, now: datetime) -> None:
    said = Message.objects.filter(game=game, user=user).exclude(text=BLANK)
    said.filter(removed_at=None).update(removed_at=now)
    said.update(text=BLANK)


@transaction.atomic
def rows_forget(user: User) -> None:
    """What is his alone. Ratings stay with the row: those of others are worked out against them."""
    for model in (Note, LastRead, IdempotencyKey, Vacation, VacationBank, Exclusion):
        model._default_manager.filter(user=user).delete()
    Invitation.objects.filter(Q(user=user) | Q(by=user)).delete()
    SeatOffer.objects.filter(Q(to=user) | Q(by=user)).delete()


def replies_forget(deleted_user: DeletedUser) -> None:
    """Replies that others may ask for again name him where he sits."""
    old, new = (f'"username":"{name}"' for name in (deleted_user.username, deleted_user.anonymous))
    for reply in IdempotencyKey.objects.filter(body__contains=old):
        IdempotencyKey.objects.filter(id=reply.pk).update(body=reply.body.replace(old, new))
