"""What the models of accounts cannot say: PostgreSQL finds the beginnings of names by an index."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MAKE = "CREATE INDEX user_name_begins ON accounts_user (lower(username) text_pattern_ops)"
DROP = "DROP INDEX user_name_begins"


def add_index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(MAKE)


def drop_index(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DROP)


OPERATIONS = [migrations.RunPython(add_index, drop_index)]
