"""What the models of games cannot say: a move never changes, and PostgreSQL packs states with lz4.

On SQLite, a migration that rebuilds games_move drops the trigger and has to run ``guard`` again;
tests/games/models/test_constraints.py notices when it does not.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# That a move was undone may be written beside it.
COLUMNS = (
    "id, game_id, number, seat, actor, user_id, topic, choice, chance, events, first_event, "
    "last_event, state_hash, created_at"
)
UNGUARD = {
    "sqlite": ["DROP TRIGGER IF EXISTS games_move_append_only"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS games_move_append_only ON games_move",
        "DROP FUNCTION IF EXISTS games_move_refuse()",
    ],
}
GUARD = {
    "sqlite": [
        *UNGUARD["sqlite"],
        f"""
        CREATE TRIGGER games_move_append_only BEFORE UPDATE OF {COLUMNS} ON games_move
        BEGIN SELECT RAISE(ABORT, 'moves are never changed'); END
        """,
    ],
    "postgresql": [
        *UNGUARD["postgresql"],
        """
        CREATE FUNCTION games_move_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'moves are never changed' USING ERRCODE = 'restrict_violation';
        END $$
        """,
        f"""
        CREATE TRIGGER games_move_append_only BEFORE UPDATE OF {COLUMNS} ON games_move
        FOR EACH ROW EXECUTE FUNCTION games_move_refuse()
        """,
    ],
}
# A server built without lz4 keeps its own packing: slower, and as correct.
PACK = """
    DO $$ BEGIN
        ALTER TABLE games_gamestate ALTER COLUMN state SET COMPRESSION lz4;
    EXCEPTION WHEN feature_not_supported THEN NULL;
    END $$
"""


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Let the database refuse to change moves."""
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNGUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def pack(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(PACK)


OPERATIONS = [
    migrations.RunPython(guard, unguard),
    migrations.RunPython(pack, migrations.RunPython.noop),
]
