"""Bans: a user who may do nothing until an instant, and sees why."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from accounts.models import User

PERMANENT = datetime(9999, 12, 31, tzinfo=UTC)


@transaction.atomic
def user_ban(*, user: User, reason: str, until: datetime | None = None) -> None:
    """Bar ``user`` from everything until then; None: for good. He is shown ``reason``.

    His seats are lost by time, as anybody's who does not come.
    """
    user.banned_until, user.ban_reason = until or PERMANENT, reason
    user.save(update_fields=["banned_until", "ban_reason"])


@transaction.atomic
def user_unban(*, user: User) -> None:
    """End the ban of ``user``; no error if there is none."""
    user.banned_until, user.ban_reason = None, ""
    user.save(update_fields=["banned_until", "ban_reason"])
