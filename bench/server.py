"""How quick the server is: commands, views, revalidations, moves of bots and sweeps a second, each
beside a floor that is measured in the same run.

The service runs on PostgreSQL as production serves it: one web process for each processor, and the
engine compiled where there is a C compiler. The load comes from this process, on the same machine.
The floors are the statements of the service run bare through psycopg by as many processes, and a
view of Django's that does nothing. Service and floors take turns, slice by slice; a ratio is the
median of those of the rounds, since machines have their moods. The database is the benchmark's own,
beside the one of ``DATABASE_URL``, and is dropped in the end. Writes ``bench/results/server.json``.

    make bench-server                # some minutes
    make bench-server ARGS=--long    # among 1,000,000 matches
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.compiled import built, compiler
from bench.compiled import environment as with_engine
from bench.service.database import NoPostgres, scratch_database
from bench.service.floors import workers
from bench.service.rounds import CONNECTIONS, Bench, Processors, Web, figures, printed
from bench.service.serving import (
    children,
    compiled_in,
    environment,
    family,
    start_redis,
    start_web,
)
from bench.service.sweeps import sweeps_measured
from bench.service.world import Planned, bot_matches_made, matches_made, reply_of
from engine import COMPILED

RESULTS = Path(__file__).parent / "results" / "server.json"


@dataclass(frozen=True, slots=True)
class Mode:
    """How long everything is tried."""

    rounds: int
    seconds: float
    matches: int
    stored: int
    due: int


SHORT = Mode(rounds=4, seconds=1.5, matches=64, stored=200_000, due=200)
LONG = Mode(rounds=12, seconds=4.0, matches=400, stored=1_000_000, due=1_000)


def measured(mode: Mode, processes: int, url: str, var: Path) -> dict[str, Any]:
    """All figures."""
    with children() as started:
        env = environment(url, var, start_redis(started, var))
        redis = [child.process.pid for child in started.running]
        os.environ.update(env)
        import django

        django.setup()
        matches, bare = matches_prepared(mode)
        service = Web(*start_web(started, "citadels.web:application", processes, env))
        empty = Web(*start_web(started, "bench.service.empty:application", processes, env))
        with workers(processes, url, [one.id for one in bare], reply_of(bare[0])) as floors:
            bench = Bench(
                service=service,
                empty=empty,
                floors=floors,
                processors=Processors(url, redis),
                matches=matches,
                bots=bot_matches_made(mode.matches // 2),
                seconds=mode.seconds,
            )
            found = figures(bench.run(mode.rounds))
        found["compiled"] = compiled_served(service, processes)
        found["stored"] = stored_bytes()
    found["sweeps"] = sweeps_measured(stored=mode.stored, due=mode.due)
    return found


def matches_prepared(mode: Mode) -> tuple[list[Planned], list[Planned]]:
    """Matches for the load, and others for the floors."""
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return matches_made(mode.matches), matches_made(2 * CONNECTIONS, seed=2)


def compiled_served(service: Web, processes: int) -> bool:
    """Whether the engine was compiled, as the web processes had it. Raises RuntimeError: it should
    have been.
    """
    found = sum(compiled_in(pid) for pid in family(service.pid))
    if COMPILED and Path("/proc/self/maps").exists() and found < processes:
        raise RuntimeError(f"{found} of {processes} web processes had the compiled engine")
    return COMPILED


def stored_bytes() -> dict[str, int]:
    """What is stored for each move, and the state that each replaces."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT avg(pg_column_size(m.*)), max(pg_column_size(m.*)), "
            "pg_total_relation_size('games_move') / (SELECT count(*) FROM games_move) "
            "FROM games_move m WHERE number > 0 AND actor = 'player'"
        )
        mean, most, share = cursor.fetchone()
        cursor.execute("SELECT max(pg_column_size(t.*)), max(length(state)) FROM games_gamestate t")
        state, text = cursor.fetchone()
    return {
        "move_row_mean": round(mean),
        "move_row_max": most,
        "move_with_its_share_of_the_indexes": round(share),
        "state_row_max": state,
        "state_text_max": text,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--short", action="store_true", help="some minutes (the default)")
    length.add_argument("--long", action="store_true", help="much longer, among 1,000,000 matches")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    args = parser.parse_args()
    if not COMPILED and compiler() is not None:  # as the image has it
        again = [sys.executable, "-P", "-m", "bench.server", *sys.argv[1:]]
        os.execve(sys.executable, again, with_engine(built()))
    mode = LONG if args.long else SHORT
    try:
        with scratch_database() as url, tempfile.TemporaryDirectory(prefix="bench-") as var:
            found = measured(mode, args.processes, url, Path(var))
    except NoPostgres as reason:
        print(f"The server is measured on PostgreSQL, and none is reachable: {reason}")
        return 1
    report = {
        "mode": "long" if args.long else "short",
        "processes": args.processes,
        "processors": os.cpu_count(),
        "python": platform.python_version(),
        **found,
    }
    print(f"The engine is {'compiled' if report['compiled'] else 'pure Python'}.\n")
    printed(report)
    for part in ("sweeps", "stored"):
        print()
        for name, value in report[part].items():
            print(f"{name:44s}{value}")
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(report, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
