"""Messages: exported, and blanked with the account. What a user wrote can say who they are."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, export_rows, handler_register
from games.models import LastRead, Message
from games.play.locking import game_lock
from games.play.save import game_save

BLANK = "(deleted)"
"""The text of a blanked message. Nobody is shown it."""
COLUMNS = ("game", "room", "number", "text", "created_at", "removed_at")


def erase(deleted_user: DeletedUser) -> None:
    """Blank the user's messages, one game after the other."""
    user, now = deleted_user.user, timezone.now()
    own = Message.objects.filter(user=user)
    for game_id in set(own.values_list("game", flat=True)):
        messages_blank(game_id, user=user, now=now)
    LastRead.objects.filter(user=user).delete()


@transaction.atomic
def messages_blank(game_id: UUID, *, user: User, now: datetime) -> None:
    """Blank the user's messages in a game."""
    game = game_lock(game_id)
    own = Message.objects.filter(game=game, user=user).exclude(text=BLANK)
    own.filter(removed_at=None).update(removed_at=now)
    own.update(text=BLANK)
    game_save(game)


handler_register(
    PersonalDataHandler(
        "games.chat",
        export_files=export_rows("messages", Message, *COLUMNS),
        erase=erase,
    )
)
