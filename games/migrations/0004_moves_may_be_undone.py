"""What a move says never changes; that it was undone may be written beside it."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

COLUMNS = (
    "id, game_id, number, seat, actor, user_id, topic, choice, chance, events, first_event, "
    "last_event, state_hash, created_at"
)
GUARD = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS games_move_append_only",
        f"""
        CREATE TRIGGER games_move_append_only BEFORE UPDATE OF {COLUMNS} ON games_move
        BEGIN SELECT RAISE(ABORT, 'moves are never changed'); END
        """,
    ],
    "postgresql": [
        "DROP TRIGGER IF EXISTS games_move_append_only ON games_move",
        f"""
        CREATE TRIGGER games_move_append_only BEFORE UPDATE OF {COLUMNS} ON games_move
        FOR EACH ROW EXECUTE FUNCTION games_move_refuse()
        """,
    ],
}


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("games", "0003_clocks")]

    operations = [migrations.RunPython(guard, migrations.RunPython.noop)]
