"""What a sweep costs, by how many matches are stored beside those that are due.

The matches are copies of a real one, made by the database: a match, its seats, their tenures and
its state. Those that are not due have deadlines in the next days, so that they stand in every index
a sweep looks at.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any

from bench.calibration import calibration_seconds

FEW = 10_000
COPIED = {
    "games_seat": "game_id",
    "games_gamestate": "game_id",
    "games_tenure": "game_id",
}


def sweeps_measured(*, stored: int, due: int) -> dict[str, Any]:
    """Seconds for ``due`` matches among FEW stored, and among ``stored``."""
    from django.db import connection

    from bench.service.world import matches_made

    connection.close()  # it was idle while others worked
    template = matches_made(1, seed=3)[0].id
    figures: dict[str, Any] = {"stored": [FEW, stored], "due": due}
    costs = []
    for total in (FEW, stored):
        filled(template, total)
        cost, seconds, resolved = swept(template, due)
        costs.append(cost)
        figures[f"seconds_among_{total}"] = round(seconds, 2)
        figures[f"resolved_per_second_among_{total}"] = round(resolved / seconds, 1)
        figures[f"seconds_with_nothing_due_among_{total}"] = round(idle(), 4)
    figures["cost_ratio"] = round(costs[1] / costs[0], 2)
    figures["cost_ratio_goal"] = "<= 1.5"
    return figures


def filled(template: Any, total: int) -> None:
    """Copy the match until there are ``total``, with deadlines in the next three days."""
    from games.models import Game

    missing = total - Game.objects.count()
    step = 50_000
    while missing > 0:
        count = min(step, missing)
        copied(template, count, "now() + interval '1 day' * (0.1 + 3 * random())")
        missing -= count
    analysed()


def swept(template: Any, due: int) -> tuple[float, float, int]:
    """Resolve ``due`` deadlines that have passed: the cost in units of the machine's speed, the
    seconds, and how many were resolved.
    """
    from games.services.sweeps import deadlines_sweep

    copied(template, due, "now() - interval '5 minutes'")
    analysed()
    before = calibration_seconds()
    begin, resolved = perf_counter(), 0
    while more := deadlines_sweep():
        resolved += more
    seconds = perf_counter() - begin
    if resolved != due:
        raise RuntimeError(f"{resolved} deadlines were resolved of {due}")
    return seconds / ((before + calibration_seconds()) / 2), seconds, resolved


def idle() -> float:
    """Seconds of a sweep that finds nothing, at best."""
    from games.services.sweeps import deadlines_sweep

    best = 1e9
    for _ in range(5):
        begin = perf_counter()
        deadlines_sweep()
        best = min(best, perf_counter() - begin)
    return best


def copied(template: Any, count: int, due_at: str) -> None:
    """Copies of a match with all that is in it, due at this instant."""
    from django.db import connection, transaction

    from games.models import Game

    names = [str(field.column) for field in Game._meta.concrete_fields]
    values = {
        **{name: f'g."{name}"' for name in names},
        "id": "f.id",
        "due_at": "f.due_at",
        "deadline_at": "f.due_at - interval '1 minute'",
        "remind_at": "NULL",
    }
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS "
            f"SELECT gen_random_uuid() AS id, {due_at} AS due_at "
            "FROM generate_series(1, %s::int)",
            [count],
        )
        cursor.execute(inserted("games_game", names, values, "g.id"), [template])
        for table, key in COPIED.items():
            own = columns_of(cursor, table)
            kept = {name: f'g."{name}"' for name in own} | {key: "f.id"}
            if table == "games_seat":
                kept["acted_at"] = "now()"  # its player has shown up
            cursor.execute(inserted(table, own, kept, f"g.{key}"), [template])


def inserted(table: str, names: list[str], values: dict[str, str], key: str) -> str:
    listed = ", ".join(f'"{name}"' for name in names)
    selected = ", ".join(values[name] for name in names)
    return (
        f"INSERT INTO {table} ({listed}) SELECT {selected} FROM {table} g, fresh f WHERE {key} = %s"
    )


def columns_of(cursor: Any, table: str) -> list[str]:
    """All but a key that the database numbers."""
    cursor.execute(
        "SELECT column_name::text FROM information_schema.columns "
        "WHERE table_name = %s AND is_identity = 'NO'",
        [table],
    )
    return [name for (name,) in cursor.fetchall()]


def analysed() -> None:
    """The database has to know how much there is, as it does in a service that runs."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
