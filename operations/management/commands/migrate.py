"""`manage.py migrate`: Django's, which also makes the file of an SQLite database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> Any:
        connection: Any = connections[options["database"]]
        is_file = connection.vendor == "sqlite" and not connection.is_in_memory_db()
        if is_file and not (options["plan"] or options["check_unapplied"]):
            Path(connection.settings_dict["NAME"]).touch()
        return super().execute(*args, **options)  # its checks read the database
