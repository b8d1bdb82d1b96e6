"""`manage.py export_user NAME FILE`: the export of a user, for a request by letter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import CommandError, CommandParser

from accounts.models import User
from core.errors import ApiError
from moderation.management.user_command import UserCommand
from moderation.services.users import user_export_by_hand


class Command(UserCommand):
    help = "Write all data about a user to a new zip file, as the export that users request has it."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", type=Path)

    def perform(self, user: User, reason: str, **options: Any) -> str:
        file: Path = options["file"]
        try:
            with file.open("xb") as target:
                file.chmod(0o600)
                user_export_by_hand(user=user, file=target, reason=reason)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from None
        except ApiError:
            file.unlink()
            raise
        return f"{file} has the data of {user.username}."
