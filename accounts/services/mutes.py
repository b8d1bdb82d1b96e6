"""Mutes: a muted user cannot write messages until an instant, and sees why."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.bans import PERMANENT


@transaction.atomic
def user_mute(*, user: User, reason: str, until: datetime | None = None) -> None:
    """Mute ``user`` until an instant, or permanently if None. The user sees ``reason``."""
    user.muted_until, user.mute_reason = until or PERMANENT, reason
    user.save(update_fields=["muted_until", "mute_reason"])


@transaction.atomic
def user_unmute(*, user: User) -> None:
    """End the mute of ``user``. No error if there is none."""
    user.muted_until, user.mute_reason = None, ""
    user.save(update_fields=["muted_until", "mute_reason"])
