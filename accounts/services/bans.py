"""Bans: a banned user can do nothing until an instant, and sees why."""

from __future__ import annotations

from datetime import UTC, datetime

from django.db import transaction

from accounts.models import User

PERMANENT = datetime(9999, 12, 31, tzinfo=UTC)


@transaction.atomic
def user_ban(*, user: User, reason: str, until: datetime | None = None) -> None:
    """Ban ``user`` until an instant, or permanently if None. The user sees ``reason``.

    Their seats are lost when their time runs out, like those of any absent player.
    """
    user.banned_until, user.ban_reason = until or PERMANENT, reason
    user.save(update_fields=["banned_until", "ban_reason"])


@transaction.atomic
def user_unban(*, user: User) -> None:
    """End the ban of ``user``. No error if there is none."""
    user.banned_until, user.ban_reason = None, ""
    user.save(update_fields=["banned_until", "ban_reason"])
