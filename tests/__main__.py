"""`make test`: each test once, on the database where it counts; the API's stories on both.

The first word may name another group: ``fast`` is the part of `make test` that needs no server,
``slow`` are the tests with this marker, ``clients`` those that need a browser or build clients.
Without a group, paths run whole, whatever their markers are.

Where PostgreSQL answers, tests of services run there alone. The engine, the clients, the programs,
the benchmarks and the stories of the API run on SQLite; the benchmarks and the stories run on
PostgreSQL too, their slow tests only there. Without PostgreSQL everything runs on SQLite. The
servers are used when they answer on 127.0.0.1 (or at DATABASE_URL and REDIS_URL). With CI or
REQUIRE_SERVICES set they must answer.
Words after the command go to pytest, for both runs.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import redis

ROOT = Path(__file__).parent
POSTGRES = os.environ.get("DATABASE_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = os.environ.get("REDIS_URL") or "redis://127.0.0.1:6379/15"
REQUIRED = bool(os.environ.get("CI") or os.environ.get("REQUIRE_SERVICES"))
ON_POSTGRES = (
    "accounts",
    "contract",
    "games",
    "moderation",
    "notifications",
    "operations",
)
"""Folders that run on PostgreSQL; on SQLite, only their tests with the marker ``sqlite``."""
ON_BOTH = ("api", "bench", "faults")
"""Folders that run on both databases, but their slow tests on PostgreSQL only."""
CLIENTS = ("browser", "clients")
"""Folders of the group `clients`, which runs on SQLite."""
GROUPS = ("fast", "slow", "clients")


def main(words: list[str]) -> int:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # headings before dots
    group = words.pop(0) if words and words[0] in GROUPS else ""
    processes = str(min(2, os.cpu_count() or 1))
    chosen = any(Path(word.split("::")[0]).exists() for word in words)
    if group == "clients":
        folders = [] if chosen else [str(ROOT / name) for name in CLIENTS]
        return pytest(["-n", processes, *words, *folders], {})

    if group or not chosen:
        left_out = [f"--ignore={ROOT / name}" for name in CLIENTS]
        words = ["-m", "slow" if group == "slow" else "not slow", *left_out, *words]
    if group == "fast":
        left_out = [f"--ignore={ROOT / name}" for name in ON_POSTGRES]
        return pytest(["-n", processes, *left_out, *words], {})

    missing = {"PostgreSQL": postgres_missing(), "Redis": redis_missing()}
    for server, reason in missing.items():
        if reason and REQUIRED:
            print(f"{server} is required here and does not answer: {reason}")
            return 1

    later = {"LATER": " ".join(ON_POSTGRES), "SLOW_LATER": " ".join(ON_BOTH)}
    if missing["PostgreSQL"]:
        later = {}
    print("== on SQLite")
    first = pytest(["-n", processes, *words], later)
    if missing["PostgreSQL"]:
        print(f"== NOT run on PostgreSQL: {missing['PostgreSQL']}")
        return first

    services = {"DATABASE_URL": POSTGRES}
    if missing["Redis"]:
        print(f"== without Redis: {missing['Redis']}")
    else:
        services["REDIS_URL"] = REDIS
    folders = [] if chosen else [str(ROOT / name) for name in (*ON_POSTGRES, *ON_BOTH)]
    print(f"== on PostgreSQL{'' if missing['Redis'] else ' and Redis'}")
    # One more than for SQLite: tests of services wait for their database and processes.
    more = str(int(processes) + 1)
    second = pytest(["-n", more, "--create-db", *words, *folders], services)
    return first or second


def pytest(words: list[str], settings: dict[str, str]) -> int:
    env = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    env["PYTHONDONTWRITEBYTECODE"] = ""  # the tests start hundreds of processes
    command = [sys.executable, "-m", "pytest", "-q", "--dist", "worksteal", *words]
    code = subprocess.call(command, env=env | settings)
    return 0 if code == 5 else code  # 5: the words chose no test of this run


def postgres_missing() -> str | None:
    """Why PostgreSQL cannot be used; None if it can."""
    try:
        with psycopg.connect(POSTGRES, connect_timeout=2) as connection:
            connection.execute("SELECT 1")
    except psycopg.Error as error:
        return " ".join(str(error).split())
    return None


def redis_missing() -> str | None:
    """Why Redis cannot be used; None if it can."""
    try:
        with redis.Redis.from_url(REDIS, socket_connect_timeout=2) as client:
            client.ping()
    except redis.RedisError as error:
        return " ".join(str(error).split())
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
