"""Bulk work on the large database, by the clock: purges, exports, backups, replays, migrations."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from threading import Event, Thread
from time import monotonic
from typing import Any

import psycopg
from rich.table import Table

from bench.load.prepare import table_bytes
from bench.million.operations import HEAVY, rows
from bench.service import ROOT, scratch_database

SAMPLE = 1000
"""Games that are purged, exported and replayed, if there are as many."""
APART = 10_000_000
"""Between the ids of copied outbox entries."""
OLD = "now() - interval '400 days'"
WHOLE = """
SELECT g.id FROM games_game g JOIN games_gamestate t ON t.game_id = g.id
WHERE g.status = 'finished' AND g.visibility = 'public' ORDER BY g.finished_at DESC LIMIT %s
"""
PASSING = ("games_idempotencykey", "notifications_outboxentry", "notifications_notification")
OF_WHOLE = ("games_move", "games_gamestate", "games_platformevent")
Figures = dict[str, Any]


@contextmanager
def timed(found: dict[str, Figures], name: str, games: int) -> Iterator[Figures]:
    """Measure bulk work on a number of games: seconds, and CPU of this process and its children."""
    row: Figures = {"games": games}
    print(name, file=sys.stderr)
    begin, before = monotonic(), cpu_seconds()
    yield row
    row["seconds"] = round(monotonic() - begin, 2)
    row["cpu_seconds"] = round(cpu_seconds() - before, 2)
    row["seconds_a_thousand"] = round(1000 * row["seconds"] / games, 3)
    found[name] = row


def cpu_seconds() -> float:
    usages = (getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def bulk(url: str, env: Mapping[str, str], matches: int) -> dict[str, Figures]:
    """Measure all bulk work on the database at ``url``. It changes the database."""
    from accounts.models import User
    from games.history.records import record_for
    from games.models import Game
    from operations.maintenance import PURGES

    found: dict[str, Figures] = {}
    whole = [game for (game,) in rows(WHOLE, SAMPLE)]
    user = User.objects.get(username=HEAVY)
    expired = expired_rows_make(SAMPLE)
    with timed(found, "purge", SAMPLE) as row:
        row["rows"] = expired
        for purge in PURGES:
            purge(now=rows("SELECT now()")[0][0])
    with timed(found, "export of records", len(whole)) as row:
        row["bytes"] = sum(len(record_for(user, game) or b"") for game in whole)
    played = user.seats.count()
    with timed(found, "export of a user's data", played) as row:
        row["bytes"] = exported_bytes(user)
    finished = Game.objects.filter(status="finished", state__isnull=False).count()
    replayed = min(SAMPLE, finished)  # the newest ones have all their moves
    manage = [sys.executable, "manage.py", "verify_replays", "--finished", str(replayed)]
    for processes in (1, os.cpu_count() or 1):
        with timed(found, f"replays, processes: {processes}", replayed):
            run([*manage, "--processes", str(processes)], env)
    for name, migration in migrations().items():
        with waiting(url) as waits, timed(found, name, matches) as row:
            migration()
        row["longest_wait_ms"] = round(1000 * max(waits))
    backup_and_restore(url, matches, found)
    return found


def expired_rows_make(games: int) -> int:
    """Copy what passes of the original games (replies, notifications) until it is that of ``games``
    games, with a date long ago. Return the number of rows.
    """
    from bench.million.fill import copy
    from games.models import IdempotencyKey
    from notifications.models import Notification, OutboxEntry

    played = rows("SELECT count(DISTINCT scope) FROM games_idempotencykey")[0][0]
    times = f"generate_series(1::bigint, {max(1, games // played)}) k"
    statements = (
        copy(
            IdempotencyKey,
            f"{times} CROSS JOIN games_idempotencykey o",
            key="o.key || k",
            created_at=OLD,
        ),
        copy(
            OutboxEntry,
            f"{times} CROSS JOIN notifications_outboxentry o",
            id=f"o.id + k * {APART}",
            created_at=OLD,
        ),
        copy(
            Notification,
            f"{times} CROSS JOIN notifications_notification o",
            id="gen_random_uuid()",
            entry_id=f"o.entry_id + k * {APART}",
            created_at=OLD,
        ),
    )
    for statement in statements:
        rows(f"{statement} RETURNING 1")
    counts = [
        f"(SELECT count(*) FROM {name} WHERE created_at < {OLD} + interval '1 day')"
        for name in PASSING
    ]
    return int(rows(f"SELECT {' + '.join(counts)}")[0][0])


def exported_bytes(user: Any) -> int:
    """Return the size of an export of a user's data."""
    from accounts.services.exports import export_write

    file = io.BytesIO()
    export_write(user=user, file=file)
    return len(file.getvalue())


def run(command: list[str], env: Mapping[str, str]) -> None:
    """Run a command of the service; it has to succeed."""
    subprocess.run(command, cwd=ROOT, env=env, check=True, stdout=sys.stderr)


def migrations() -> dict[str, Callable[[], None]]:
    """Return migrations that add an index and a check to the table of all games."""
    from django.db import connection, models
    from django.db.migrations.loader import MigrationLoader

    from core.migrations import AddConstraintBeside, AddIndexBeside

    def applied(operation: Any) -> Callable[[], None]:
        def apply() -> None:
            before = MigrationLoader(connection).project_state()
            after = before.clone()
            operation.state_forwards("games", after)
            with connection.schema_editor(atomic=False) as editor:
                operation.database_forwards("games", editor, before, after)

        return apply

    index = models.Index(fields=["topic", "id"], name="game_bench")
    check = models.CheckConstraint(condition=~models.Q(title="-"), name="game_bench_check")
    return {
        "migration: an index": applied(AddIndexBeside("game", index)),
        "migration: a check": applied(AddConstraintBeside("game", check)),
    }


@contextmanager
def waiting(url: str) -> Iterator[list[float]]:
    """Change a game all the time, and note how long each change takes."""
    waits, over = [0.0], Event()

    def work() -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            while not over.wait(0.01):
                begin = monotonic()
                connection.execute(
                    "UPDATE games_game SET version = version WHERE id = "
                    "(SELECT id FROM games_game LIMIT 1)"
                )
                waits.append(monotonic() - begin)

    thread = Thread(target=work)
    thread.start()
    try:
        yield waits
    finally:
        over.set()
        thread.join()


def backup_and_restore(url: str, matches: int, found: dict[str, Figures]) -> None:
    """Back up the database and restore it, with the commands of docs/operations.md."""
    with tempfile.TemporaryDirectory(prefix="million-") as folder:
        dump = Path(folder) / "dump"
        with timed(found, "backup", matches) as row:
            run(["pg_dump", "--format=custom", "--no-owner", f"--file={dump}", url], os.environ)
            row["bytes"] = dump.stat().st_size
        with scratch_database("restored") as restored, timed(found, "restore", matches):
            options = ["--no-owner", "--exit-on-error", "--single-transaction"]
            run(["pg_restore", *options, f"--dbname={restored}", str(dump)], os.environ)


def stored_bytes(matches: int, whole: int) -> Figures:
    """Return the bytes of a game with its indexes: of its row, seats and ratings, and of its
    moves.
    """
    sizes = table_bytes()
    moves = sum(sizes[name] for name in OF_WHOLE)
    lists = {name for name in sizes if name.startswith("games_")} - {*OF_WHOLE, *PASSING}
    return {
        "database": sum(sizes.values()),
        "a_game_without_its_moves": round(sum(sizes[name] for name in lists) / matches),
        "moves_of_a_game": round(moves / whole),
        "moves": rows("SELECT count(*) FROM games_move")[0][0],
        "tables": {name: sizes[name] for name in sorted(sizes, key=sizes.__getitem__)[:-9:-1]},
    }


def table_of(found: dict[str, Figures]) -> Table:
    """Return the table that is printed."""
    table = Table(title="bulk work", title_justify="left")
    table.add_column("work")
    for heading in ("games", "seconds", "CPU s", "s / 1,000 games", "longest wait ms", "MB"):
        table.add_column(heading, justify="right")
    for name, row in found.items():
        table.add_row(
            name,
            f"{row['games']:,}",
            f"{row['seconds']:.1f}",
            f"{row['cpu_seconds']:.1f}",
            f"{row['seconds_a_thousand']:.3f}",
            str(row.get("longest_wait_ms", "")),
            f"{row['bytes'] / 1e6:.1f}" if "bytes" in row else "",
        )
    return table
