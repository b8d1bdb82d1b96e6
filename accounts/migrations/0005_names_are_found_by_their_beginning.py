"""What the models cannot say: PostgreSQL finds beginnings of names by an index of their own."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

MAKE = "CREATE INDEX user_name_begins ON accounts_user (lower(username) text_pattern_ops)"
DROP = "DROP INDEX user_name_begins"


def make(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(MAKE)


def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(DROP)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0004_blocks'),
    ]

    operations = [
        migrations.RunPython(make, drop),
    ]
