"""Mutes: a user who may write no messages until an instant, and sees why."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.bans import PERMANENT


@transaction.atomic
def user_mute(*, user: User, reason: str, until: datetime | None = None) -> None:
    """Let ``user`` write no messages until then; None: for good. He is shown ``reason``."""
    user.muted_until, user.mute_reason = until or PERMANENT, reason
    user.save(update_fields=["muted_until", "mute_reason"])


@transaction.atomic
def user_unmute(*, user: User) -> None:
    """Let ``user`` write again; no error if he may."""
    user.muted_until, user.mute_reason = None, ""
    user.save(update_fields=["muted_until", "mute_reason"])
