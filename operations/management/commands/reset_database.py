"""`manage.py reset_database`: empty the database and create its tables."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection

from serving.dev_services import LockTaken, lock_folder


class Command(BaseCommand):
    help = "Empty the database and make its tables: all games, users and settings in it are lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="Do not ask.")

    def handle(self, *args: Any, yes: bool, **options: Any) -> None:
        try:
            lock = lock_folder(settings.VAR_DIR)
        except LockTaken as error:
            raise CommandError(str(error)) from None
        name = connection.settings_dict["NAME"]
        if not yes and input(f"Delete everything in {name}? Type 'yes': ") != "yes":
            raise CommandError("Nothing was deleted.")
        drop_tables()
        call_command("migrate", verbosity=0)
        self.stdout.write(f"{name} is empty, and its tables are current.")
        lock.close()


def drop_tables() -> None:
    """Drop all tables and functions of the database, or of the schema in use on PostgreSQL."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT quote_ident(current_schema())")
            (schema,) = cursor.fetchone() or ("public",)
            cursor.execute(f"DROP SCHEMA {schema} CASCADE")
            cursor.execute(f"CREATE SCHEMA {schema}")
            return
        tables = connection.introspection.table_names(cursor)
        cursor.execute("PRAGMA foreign_keys = OFF")
        for table in tables:
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)}")
        cursor.execute("PRAGMA foreign_keys = ON")
