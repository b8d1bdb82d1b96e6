"""Databases from before the migrations were restarted, which no migration can bring up to date."""

from __future__ import annotations

from typing import Any

from django.core.management import CommandError
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.signals import pre_migrate
from django.dispatch import receiver

LAST_OF_BEFORE = ("moderation", "0001_the_log")
"""Every database from before has it, and no other one."""
MESSAGE = (
    "This database is from a version before the first release, and cannot be brought up to date. "
    "the command `reset_database` empties it: all games and users in it are lost."
)


@receiver(pre_migrate)
def refuse_database_from_before(using: str, **kwargs: Any) -> None:
    """Raise CommandError with advice before `migrate` would fail at a table that exists."""
    if LAST_OF_BEFORE in MigrationRecorder(connections[using]).applied_migrations():
        raise CommandError(MESSAGE)
