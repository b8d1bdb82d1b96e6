"""Access of staff to the secrets of a game: limited in time, and always in the audit log."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from accounts.models import User
from core import database_clock
from moderation.models import Action, AuditEntry
from moderation.permissions import may

REVEAL_TIME = timedelta(minutes=15)


def revealed_until(*, by: User, game_id: UUID) -> datetime | None:
    """Return until when ``by`` may see the secrets of a game, or None if they may not.

    The audit log decides.
    """
    since = database_clock.now() - REVEAL_TIME
    revealed = AuditEntry.objects.filter(
        by=by, action=Action.REVEAL_SECRETS, game=game_id, at__gt=since
    )
    at = revealed.order_by("-at").values_list("at", flat=True).first()
    return at + REVEAL_TIME if at is not None and may(by, Action.REVEAL_SECRETS) else None
