"""What the models cannot say: a move is never changed, and PostgreSQL packs states with lz4.

On SQLite a later migration that rebuilds games_move drops the trigger and has to run ``guard`` again;
tests/games/test_constraints.py notices when it does not.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

GUARD = {
    "sqlite": [
        """
        CREATE TRIGGER games_move_append_only BEFORE UPDATE ON games_move
        BEGIN SELECT RAISE(ABORT, 'moves are never changed'); END
        """
    ],
    "postgresql": [
        """
        CREATE FUNCTION games_move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'moves are never changed' USING ERRCODE = 'restrict_violation';
        END $$
        """,
        """
        CREATE TRIGGER games_move_append_only BEFORE UPDATE ON games_move
        FOR EACH ROW EXECUTE FUNCTION games_move_refuse()
        """,
    ],
}
UNGUARD = {
    "sqlite": ["DROP TRIGGER IF EXISTS games_move_append_only"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS games_move_append_only ON games_move",
        "DROP FUNCTION IF EXISTS games_move_refuse()",
    ],
}
# A server built without lz4 keeps its own packing: slower, and as right.
PACK = """
    DO $$ BEGIN
        ALTER TABLE games_gamestate ALTER COLUMN state SET COMPRESSION lz4;
    EXCEPTION WHEN feature_not_supported THEN NULL;
    END $$
"""


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNGUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def pack(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PACK)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunPython(guard, unguard),
        migrations.RunPython(pack, migrations.RunPython.noop),
    ]
