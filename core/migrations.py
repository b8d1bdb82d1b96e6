"""Migration operations that change a large table without a long lock. They need
``atomic = False``.
"""

from __future__ import annotations

import sys

from django.apps.registry import Apps
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import DatabaseError
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint, AddIndex, RunPython
from django.db.migrations.state import ProjectState


class AddIndexBeside(AddIndexConcurrently):
    """Creates an index concurrently on PostgreSQL, and as usual on SQLite.

    If the migration is interrupted, an invalid index may be left, and the next run creates all its
    indexes again.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        name = schema_editor.quote_name(self.index.name)
        if schema_editor.connection.vendor == "postgresql":
            self._ensure_not_in_transaction(schema_editor)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        else:
            schema_editor.execute(f"DROP INDEX IF EXISTS {name}")
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor == "postgresql":
            super().database_backwards(app_label, schema_editor, from_state, to_state)
        else:
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)


class AddConstraintBeside(AddConstraint):
    """Adds a check on PostgreSQL in two steps, and as usual on SQLite.

    The first step locks the table for a moment: new rows are checked. The second one reads the rows
    that are there, while others are written.

    A unique constraint that is an index, such as one of expressions, is created concurrently.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        table, name = map(schema_editor.quote_name, (model._meta.db_table, self.constraint.name))
        check = str(self.constraint.create_sql(model, schema_editor))
        if index := check.partition("CREATE UNIQUE INDEX ")[2]:
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            schema_editor.execute(f"CREATE UNIQUE INDEX CONCURRENTLY {index}", params=None)
            return
        schema_editor.execute(f"ALTER TABLE {table} DROP CONSTRAINT IF EXISTS {name}")
        schema_editor.execute(f"{check} NOT VALID", params=None)
        schema_editor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")


WITHOUT_TRIGRAMS = """
The index {name} is missing, so searches in the admin read the whole table: {error}
Run CREATE EXTENSION pg_trgm in this database as a superuser. Then create the index as its owner:
{create};
"""


def trigram_index(name: str, on: str) -> RunPython:
    """Return an operation that indexes all parts of a text ``on``, on PostgreSQL only.

    Without the extension pg_trgm it creates no index and prints what to do. Searches work slowly.
    """

    def create(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return
        statement = f"CREATE INDEX CONCURRENTLY {name} ON {on}"
        try:
            schema_editor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError as error:
            given = {"name": name, "error": str(error).strip(), "create": statement}
            sys.stdout.write(WITHOUT_TRIGRAMS.format(**given))
            return
        drop(apps, schema_editor)  # of an interrupted run
        schema_editor.execute(statement)

    def drop(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")

    return RunPython(create, drop)
