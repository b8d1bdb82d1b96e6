"""Triggers that make the audit log append-only, which models cannot declare.

On SQLite, a migration that rebuilds moderation_auditentry drops the triggers and must run
``guard`` again; tests/moderation/test_audit.py fails if it does not.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

UNGUARD = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS moderation_log_no_update",
        "DROP TRIGGER IF EXISTS moderation_log_no_delete",
    ],
    "postgresql": [
        "DROP TRIGGER IF EXISTS moderation_log_append_only ON moderation_auditentry",
        "DROP FUNCTION IF EXISTS moderation_log_refuse()",
    ],
}
GUARD = {
    "sqlite": [
        *UNGUARD["sqlite"],
        """
        CREATE TRIGGER moderation_log_no_update BEFORE UPDATE ON moderation_auditentry
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
        """
        CREATE TRIGGER moderation_log_no_delete BEFORE DELETE ON moderation_auditentry
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END
        """,
    ],
    "postgresql": [
        *UNGUARD["postgresql"],
        """
        CREATE FUNCTION moderation_log_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'restrict_violation';
        END $$
        """,
        """
        CREATE TRIGGER moderation_log_append_only BEFORE UPDATE OR DELETE ON moderation_auditentry
        FOR EACH ROW EXECUTE FUNCTION moderation_log_refuse()
        """,
    ],
}


def guard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Make the database refuse to change or delete entries."""
    for statement in GUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


def unguard(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for statement in UNGUARD[schema_editor.connection.vendor]:
        schema_editor.execute(statement)


OPERATIONS = [migrations.RunPython(guard, unguard)]
