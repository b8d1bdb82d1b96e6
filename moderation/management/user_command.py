"""Management commands on one user."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.models import User
from core.errors import ApiError


class UserCommand(BaseCommand):
    """A command that acts on a user, with a reason for the audit log."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--reason", required=True, help="The reason for the audit log.")

    def handle(self, *args: Any, username: str, reason: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError(f"There is no user {username!r}.")
        try:
            self.stdout.write(self.perform(user, reason, **options))
        except ApiError as refusal:
            raise CommandError(refusal.detail) from None

    @abstractmethod
    def perform(self, user: User, reason: str, **options: Any) -> str:
        """Act on the user, and return the message for the operator. Raises ApiError."""
