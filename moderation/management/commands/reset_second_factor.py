"""`manage.py reset_second_factor`: restores access for staff who lost app and recovery codes."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from moderation.management.user_command import UserCommand
from moderation.services.users import second_factor_reset_by_hand


class Command(UserCommand):
    help = "Remove the second factor of a staff user. They set up a new one at the next login."

    def perform(self, user: User, reason: str, **options: Any) -> str:
        second_factor_reset_by_hand(user=user, reason=reason)
        return (
            "Done. The next person who logs in with this username and password sets up a new "
            "second factor."
        )
