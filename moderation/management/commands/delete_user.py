"""`manage.py delete_user NAME`: the deletion of an account, for a request by letter."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from moderation.management.user_command import UserCommand
from moderation.services.users import user_delete_by_hand


class Command(UserCommand):
    help = "Request the deletion of an account, as its user could. It follows the grace period."

    def perform(self, user: User, reason: str, **options: Any) -> str:
        deletion = user_delete_by_hand(user=user, reason=reason)
        return f"{user.username} will be deleted after {deletion.due_at:%Y-%m-%d %H:%M} UTC."
