"""`manage.py reset_second_factor`: restores access for staff who lost app and recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.models import User
from core.errors import ApiError
from moderation.services.users import second_factor_reset_by_hand


class Command(BaseCommand):
    help = "Remove the second factor of a staff user. They set up a new one at the next login."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--reason", required=True, help="The reason for the audit log.")

    def handle(self, *args: Any, username: str, reason: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError(f"There is no user {username!r}.")
        try:
            second_factor_reset_by_hand(user=user, reason=reason)
        except ApiError as refusal:
            raise CommandError(refusal.detail) from None
        self.stdout.write(
            "Done. The next person who logs in with this username and password sets up a new "
            "second factor."
        )
