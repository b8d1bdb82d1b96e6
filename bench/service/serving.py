"""The web processes, as production serves them, and the Redis that they count in."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import engine
from citadels.embedded import (
    Children,
    answers,
    listening,
    socket_path,
    valkey_binary,
    valkey_command,
    wait_for,
)
from citadels.serve import OPTIONS

ROOT = Path(__file__).parents[2]
UNLIMITED = "100000000/min"
"""Counted like any other rate, and never reached."""


def environment(database: str, var: Path, redis: str) -> dict[str, str]:
    """Of a process of the service: the shape of production, for this machine only."""
    rates = {f"THROTTLE_{scope}": UNLIMITED for scope in ("READ", "WRITE", "COMMAND")}
    return {
        **{name: value for name, value in os.environ.items() if not name.endswith("_URL")},
        **rates,
        "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
        "DATABASE_URL": database,
        "REDIS_URL": redis,
        "VAR_DIR": str(var),
        "SECRET_KEY": "for-the-benchmark-only",
        "ALLOWED_HOSTS": "127.0.0.1",
        "NUM_PROXIES": "0",
        "PUBLIC_URL": "http://127.0.0.1",
        "SECURE_SSL_REDIRECT": "false",
        "EMAIL_URL": "dummymail://",
        "LOG_LEVEL": "ERROR",
        "BOT_MOVE_MS": "0",  # what a move costs is measured, not how long bots wait
    }


@contextmanager
def children() -> Iterator[Children]:
    """Child processes that are stopped in the end."""
    started = Children()
    try:
        yield started
    finally:
        started.stop()


def start_redis(started: Children, folder: Path) -> str:
    """The address of a Redis of the benchmark's own; empty where none comes with the packages."""
    binary = valkey_binary()
    if binary is None:
        return ""
    path = socket_path(folder)
    started.start("redis", [*valkey_command(binary, folder, path), "--save", ""], os.environ)
    wait_for(lambda: answers(path), "redis", started)
    return f"unix://{path}"


def start_web(
    started: Children, application: str, processes: int, env: Mapping[str, str]
) -> tuple[int, int]:
    """Serve ``application`` as the image does; the port, and the id of the parent process."""
    port = port_free()
    command = [
        *(str(Path(sys.executable).parent / "granian"), *OPTIONS, "--log-level", "error"),
        *("--host", "127.0.0.1", "--port", str(port), "--workers", str(processes)),
        application,
    ]
    places = os.pathsep.join([str(engine_place()), str(ROOT)])
    # Server and Celery look in the working directory first, and must not find another engine.
    started.start("web", command, {**env, "PYTHONPATH": places}, cwd=engine_place())
    wait_for(lambda: listening("127.0.0.1", port), "web", started)
    return port, started.running[-1].process.pid


def engine_place() -> Path:
    """The folder of the engine that this process runs with, compiled or not."""
    return Path(engine.__file__).parents[1]


def compiled_in(pid: int) -> bool:
    """Whether a process has the compiled engine in its memory."""
    maps = Path(f"/proc/{pid}/maps")
    return maps.exists() and "engine__mypyc" in maps.read_text()


def port_free() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- what processes cost -------------------------------------------------------------------------


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for parent in found:
        children_of = Path(f"/proc/{parent}/task/{parent}/children")
        if children_of.exists():
            found += [int(child) for child in children_of.read_text().split()]
    return found


def cpu_seconds(pids: list[int]) -> float:
    """What these processes have used of the processors so far; those that are gone count for 0."""
    ticks = 0
    for pid in pids:
        try:
            words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        ticks += int(words[11]) + int(words[12])
    return ticks / os.sysconf("SC_CLK_TCK")
