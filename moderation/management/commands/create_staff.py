"""`manage.py create_staff USERNAME --role ROLE`: create an account for a member of staff."""

from __future__ import annotations

import secrets
from getpass import getpass
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import User
from accounts.services import user_register
from core.errors import Invalid
from moderation.permissions import MODERATORS, SENIOR
from moderation.services.staff_roles import ADMINISTRATOR, role_set

GROUPS = {"moderator": MODERATORS, "senior-moderator": SENIOR}
"""The groups by the names of the roles on the command line."""


class Command(BaseCommand):
    help = (
        "Create a staff user. The password is asked for; with --random-password, one is printed "
        'once. For an account that exists, use "Set the role" on its page in the admin.'
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--role", required=True, choices=[*GROUPS, ADMINISTRATOR])
        parser.add_argument("--random-password", action="store_true")

    def handle(
        self, *args: Any, username: str, role: str, random_password: bool, **options: Any
    ) -> None:
        password = secrets.token_urlsafe(12) if random_password else ask_password()
        try:
            staff_create(username=username, password=password, role=role)
        except Invalid as refusal:
            reasons = [error["detail"] for error in refusal.extras["errors"]]
            raise CommandError(" ".join(reasons)) from None
        self.stdout.write(f"Created {username} ({role}).")
        if random_password:
            self.stdout.write(f"The password, shown this once: {password}")


@transaction.atomic
def staff_create(*, username: str, password: str, role: str) -> User:
    """Create a staff user with a role of ``GROUPS``, or an administrator. Raises Invalid."""
    user = user_register(username=username, password=password, by_operator=True)
    role_set(user=user, role=GROUPS.get(role, role))
    return user


def ask_password() -> str:
    """Ask for a password twice. Raises CommandError if the two differ."""
    password = getpass("Password: ")
    if getpass("Password (again): ") != password:
        raise CommandError("The passwords differ.")
    return password
