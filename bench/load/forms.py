"""The service under load: as production, or as ``make run`` starts it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.compiled import built
from bench.footprint import replies, running
from bench.load.watch import Pids, Postgres, families, family_by_name
from bench.service import (
    ROOT,
    environment,
    environment_inherited,
    migrate,
    port_free,
    scratch_database,
    start_redis,
)
from core.dev_services import Children, socket_path, wait_for

CELERY = "celery --app citadels --quiet"
WORKER = f"{CELERY} worker --concurrency 2 --queues {{}} --without-gossip --without-mingle"
PROCESSES = {
    "web": "core.serve web --workers 2 --log-level error --port {port}",
    "worker timers": WORKER.format("timers"),
    "worker notify": WORKER.format("notify"),
    "worker bots": WORKER.format("bots"),
    "beat": f"{CELERY} beat --schedule {{var}}/beat",
    "timers": "manage run_timers",
}
"""The modules that the processes of ``docker-compose.yml`` run. Web serves the streams."""
NAMES = {"valkey-server": "redis"}


@dataclass(frozen=True, slots=True)
class Form:
    """A running service: its address, the environment of its processes, and its processes."""

    url: str
    env: Mapping[str, str]
    pids: Callable[[], Pids]
    postgres: Postgres | None = None


@contextmanager
def production(*, compiled: bool = False) -> Iterator[Form]:
    """Run all processes of ``docker-compose.yml``, with a database and a Redis of their own.

    Redis writes what changes to its disk, as there. Raises ServerMissing.
    """
    started, port = Children(), port_free()
    with scratch_database("load") as url, tempfile.TemporaryDirectory(prefix="load-") as var:
        try:
            redis = start_redis(started, Path(var), "--appendonly", "yes")
            env = environment(url, var, redis)
            places = [built(), ROOT] if compiled else [ROOT]
            env["PYTHONPATH"] = os.pathsep.join(map(str, places))
            migrate(ROOT, env)
            for name, command in PROCESSES.items():
                words = command.format(port=port, var=var).split()
                started.start(name, [sys.executable, "-m", *words], env, cwd=places[0])
            wait_for(lambda: replies(port), "web", started)
            roots = {child.name: child.process.pid for child in started.running}
            postgres = Postgres(url)

            def pids() -> Pids:
                return {**families(roots), **postgres.pids()}

            yield Form(f"http://127.0.0.1:{port}", env, pids, postgres)
        finally:
            started.stop()


@contextmanager
def embedded() -> Iterator[Form]:
    """Run the service as ``make run`` does: on SQLite, with a Redis of its own."""
    port = port_free()
    with (
        tempfile.TemporaryDirectory(prefix="load-") as var,
        running(ROOT, var, port) as (parent, _),
    ):
        env = environment_inherited()
        env |= {"DJANGO_SETTINGS_MODULE": "citadels.settings.dev", "VAR_DIR": var}
        redis = socket_path(Path(var) / "valkey")
        if redis.exists():
            env["REDIS_URL"] = f"unix://{redis}"
        yield Form(
            f"http://127.0.0.1:{port}", env, lambda: family_by_name(parent, NAMES), postgres=None
        )
