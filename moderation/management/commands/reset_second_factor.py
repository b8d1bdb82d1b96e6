"""`manage.py reset_second_factor`: the way back for staff who lost program and recovery codes."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from accounts.models import User
from core.errors import ApiError
from moderation.services.users import second_factor_reset_by_hand


class Command(BaseCommand):
    help = "Forget the second factor of a member of staff, who enrols anew at his next log-in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--reason", required=True, help="For the log of acts.")

    def handle(self, *args: Any, username: str, reason: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=username).first()
        if user is None:
            raise CommandError("There is no such user.")
        try:
            second_factor_reset_by_hand(user=user, reason=reason)
        except ApiError as refusal:
            raise CommandError(refusal.detail) from None
        self.stdout.write("Done. Who logs in next with this name and password enrols.")
