"""Looking at what a match hides: for a reason, for a quarter of an hour, and never unseen."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from accounts.models import User
from core import database_clock
from moderation.models import Act, AuditEntry
from moderation.permissions import may

LOOKS_FOR = timedelta(minutes=15)


def looking_until(*, by: User, game_id: UUID) -> datetime | None:
    """Until when ``by`` may see what the match hides, by the log; None: he may not."""
    since = database_clock.now() - LOOKS_FOR
    looks = AuditEntry.objects.filter(by=by, act=Act.LOOK, game=game_id, at__gt=since)
    at = looks.order_by("-at").values_list("at", flat=True).first()
    return at + LOOKS_FOR if at is not None and may(by, Act.LOOK) else None
