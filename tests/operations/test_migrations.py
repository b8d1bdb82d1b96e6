"""Migrations that old processes survive: expand, deploy, contract (docs/operations/run.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Lower
from django.test.utils import CaptureQueriesContext
from django_migration_linter import MigrationLinter
from django_migration_linter.sql_analyser.analyser import analyse_sql_statements

from core.migrations import AddConstraintBeside, AddIndexBeside

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
BASELINE = Path(__file__).with_name("baseline_migrations.txt")
"""Those that were there before the linter, and those that say why older versions can run on."""
STRICT = ["RUNPYTHON_REVERSIBLE", "RUNSQL_REVERSIBLE", "CREATE_INDEX", "CREATE_INDEX_EXCLUSIVE"]
"""What the linter only warns of by itself."""


def ours() -> list[str]:
    return [
        config.label
        for config in apps.get_app_configs()
        if Path(config.path).is_relative_to(settings.BASE_DIR)
        and ".venv" not in config.path
        and "site-packages" not in config.path
    ]


def baseline() -> set[tuple[str, str]]:
    lines = BASELINE.read_text(encoding="utf-8").split()
    return {(app, name) for app, _, name in (line.partition(".") for line in lines)}


def linter() -> MigrationLinter:
    return MigrationLinter(
        path=str(settings.BASE_DIR),
        include_apps=ours(),
        no_cache=True,
        quiet=["ok", "ignore", "warning"],
        warnings_as_errors_tests=STRICT,
    )


@pytest.mark.django_db(transaction=True)  # what asks for no transaction is refused within one
def test_no_new_migration_breaks_the_version_that_still_runs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    known, checker = baseline(), linter()
    loader = MigrationLoader(connection)
    assert known <= set(loader.disk_migrations)
    for key, migration in sorted(loader.disk_migrations.items()):
        if key[0] in ours() and key not in known:
            checker.lint_migration(migration)
    assert not checker.has_errors, capsys.readouterr().out


def refused(*operations: Any) -> set[str]:
    """What the linter says of a migration that somebody might write."""
    state = MigrationLoader(connection).project_state()
    written = type("Migration", (migrations.Migration,), {"operations": list(operations)})
    migration = written("9999_written", "games")
    with connection.schema_editor(collect_sql=True) as editor:
        migration.apply(state, editor)
    checker = linter()
    errors, _, warnings = analyse_sql_statements(checker.sql_analyser_class, editor.collected_sql)
    strict = [one for one in warnings if one.code in STRICT]
    return {issue.code for issue in [*errors, *strict]}


def test_what_an_old_process_cannot_live_with_is_refused() -> None:
    assert refused(migrations.RemoveField("game", "bot_delay")) == {"DROP_COLUMN"}
    assert refused(migrations.RenameField("game", "bot_delay", "delay")) == {"RENAME_COLUMN"}
    assert refused(migrations.DeleteModel("note")) == {"DROP_TABLE"}
    # Django gives the default to what is there, and takes it away again.
    number = models.IntegerField(default=0)
    assert refused(migrations.AddField("game", "more", number)) == {"NOT_NULL"}
    index = models.Index(fields=["title"], name="game_of_title")
    assert refused(migrations.AddIndex("game", index)) == {"CREATE_INDEX"}
    assert not refused(migrations.AddField("game", "more", models.IntegerField(null=True)))
    assert not refused(migrations.AddField("game", "more", models.IntegerField(db_default=0)))


@pytest.mark.django_db(transaction=True)
def test_an_index_is_built_concurrently_and_rebuilt_after_an_interruption() -> None:
    state = MigrationLoader(connection).project_state()
    index = models.Index(fields=["title", "id"], name="game_of_title")
    beside = AddIndexBeside("game", index)
    after = state.clone()
    beside.state_forwards("games", after)
    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX game_of_title ON games_game (id)")  # left behind, and no good
    try:
        with (
            connection.schema_editor(atomic=False) as editor,
            CaptureQueriesContext(connection) as said,
        ):
            beside.database_forwards("games", editor, state, after)
        assert "CREATE INDEX CONCURRENTLY" in said.captured_queries[-1]["sql"]
        assert columns_of("game_of_title") == ["title", "id"]
    finally:
        with connection.schema_editor(atomic=False) as editor:
            beside.database_backwards("games", editor, after, state)
    assert columns_of("game_of_title") == []


def test_a_check_is_added_first_and_validated_then() -> None:
    state = MigrationLoader(connection).project_state()
    check = models.CheckConstraint(condition=~models.Q(title="-"), name="game_has_a_title")
    beside = AddConstraintBeside("game", check)
    after = state.clone()
    beside.state_forwards("games", after)
    for _ in range(2):  # the second time, as after an interruption
        with (
            connection.schema_editor(atomic=False) as editor,
            CaptureQueriesContext(connection) as said,
        ):
            beside.database_forwards("games", editor, state, after)
        first, second = (query["sql"] for query in said.captured_queries[-2:])
        assert first.endswith("NOT VALID")
        assert "VALIDATE CONSTRAINT" in second
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, "games_game")
    assert found["game_has_a_title"]["check"]
    with connection.schema_editor(atomic=False) as editor:
        beside.database_backwards("games", editor, after, state)


@pytest.mark.django_db(transaction=True)
def test_a_unique_constraint_of_expressions_is_built_concurrently() -> None:
    state = MigrationLoader(connection).project_state()
    constraint = models.UniqueConstraint(Lower("title"), "id", name="game_of_title")
    beside = AddConstraintBeside("game", constraint)
    after = state.clone()
    beside.state_forwards("games", after)
    try:
        for _ in range(2):  # the second time, as after an interruption
            with (
                connection.schema_editor(atomic=False) as editor,
                CaptureQueriesContext(connection) as said,
            ):
                beside.database_forwards("games", editor, state, after)
            assert "CREATE UNIQUE INDEX CONCURRENTLY" in said.captured_queries[-1]["sql"]
    finally:
        with connection.schema_editor(atomic=False) as editor:
            beside.database_backwards("games", editor, after, state)


def columns_of(index: str) -> list[str]:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, "games_game")
    return list(found[index]["columns"]) if index in found else []
