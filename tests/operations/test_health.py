"""Health checks for load balancers, monitors and containers."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import orjson
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from accounts.models import User
from citadels.celery import app
from games.models import Game, Heartbeat
from games.play.outages import heartbeat
from games.play.timing import fire_delay
from notifications.models import OutboxEntry
from operations import health, health_endpoint
from operations.build import build_info
from operations.health import readiness
from operations.health_endpoint import HealthEndpoint
from serving import health as process_health
from serving import liveness
from serving.heartbeats import BEAT, STREAM, WEB, WORKED, WORKER
from tests.timed import A_DAY_EACH, DAY, Clock
from tests.toy_games import start_game

pytestmark = pytest.mark.usefixtures("toy")


def ask(path: str, method: str = "GET") -> tuple[str, Any]:
    """What the door answers; "on": it handed the request on."""

    def application(environ: Any, start_response: Any) -> list[bytes]:
        start_response("on", [])
        return [b"{}"]

    started: list[str] = []
    environ = {"PATH_INFO": path, "REQUEST_METHOD": method}
    parts = HealthEndpoint(application)(environ, lambda status, headers: started.append(status))
    return started[0], orjson.loads(b"".join(parts) or b"null")


def test_alive_is_who_answers_without_a_database() -> None:  # this test may use none
    assert ask("/healthz") == ("200 OK", {"alive": True})
    assert ask("/healthz", "HEAD") == ("200 OK", None)
    assert ask("/healthz", "POST")[0] == ask("/api/v1/")[0] == ask("/healthz/more")[0] == "on"


@pytest.fixture
def well(alice: User, bob: User, clock: Clock) -> Game:
    """A game runs, and sweeps were here just now."""
    game = start_game(alice, bob, pace=A_DAY_EACH)
    OutboxEntry.objects.update(fanned_out_at=timezone.now())
    heartbeat()
    return game


def failing() -> set[str]:
    found = readiness()
    return {name for name, check in found["checks"].items() if not check["ok"]}


def test_ready_is_a_service_whose_sweeps_keep_up(well: Game) -> None:
    status, found = ask("/readyz")
    assert (status, found["ready"]) == ("200 OK", True)
    assert set(found["checks"]) == set(health.CHECKS)
    assert found["checks"]["heartbeats"]["ages"] == {"sweeps": 0.0}


def test_not_ready_where_nothing_sweeps(well: Game, clock: Clock, settings: Any) -> None:
    clock.shift(settings.READY_HEARTBEAT)
    assert failing() == set()
    clock.shift(1)
    assert failing() == {"heartbeats"}
    status, found = ask("/readyz")
    assert (status, found["ready"]) == ("503 Service Unavailable", False)
    Heartbeat.objects.all().delete()
    assert failing() == {"heartbeats"}


def test_drivers_of_older_versions_are_not_shown(well: Game) -> None:
    for name in ("beat", "run_timers"):
        Heartbeat.objects.create(name=name, at=timezone.now() - DAY)
    found = readiness()["checks"]["heartbeats"]
    assert (found["ok"], set(found["ages"])) == (True, {"sweeps"})


def test_not_ready_where_deadlines_wait(well: Game, clock: Clock, settings: Any) -> None:
    clock.shift(DAY + fire_delay() + timedelta(seconds=settings.READY_OVERDUE))
    heartbeat()
    OutboxEntry.objects.update(fanned_out_at=timezone.now())
    assert failing() == set()
    clock.shift(1)
    assert failing() == {"deadlines"}
    late = readiness()["checks"]["deadlines"]
    assert (late["due"], late["oldest"]) == (1, settings.READY_OVERDUE + 1)


def test_not_ready_where_nobody_is_told_anything(well: Game, clock: Clock, settings: Any) -> None:
    OutboxEntry.objects.update(fanned_out_at=None)
    clock.shift(settings.READY_OUTBOX + 1)
    heartbeat()
    assert failing() == {"outbox"}


def test_not_ready_before_the_migrations(well: Game) -> None:
    MigrationRecorder.Migration.objects.filter(app="games", name__startswith="0001").delete()
    assert failing() == {"migrations"}
    assert readiness()["checks"]["migrations"]["missing"] == ["games.0001_initial"]


def test_not_ready_without_a_database_and_it_does_not_say_which(
    well: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise OperationalError("postgres://user:password@db.internal is gone")

    with monkeypatch.context() as patched:
        patched.setattr(connection, "cursor", gone)
        patched.setattr(connection, "close", lambda: None)  # the test goes on with it
        found = readiness()
    assert found["checks"] == {"database": {"ok": False, "error": "OperationalError"}}
    assert not found["ready"]


def test_many_requests_at_once_cost_one_check(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, end = Event(), Event()
    checks = []

    def check() -> health.Check:
        checks.append(1)
        begun.set()
        end.wait()
        return {"ready": True, "checks": {}}

    monkeypatch.setattr(health_endpoint, "readiness", check)
    monkeypatch.setattr(health_endpoint, "READY_CACHE_SECONDS", 3600)
    ready = HealthEndpoint(lambda environ, start_response: []).readiness
    threads = [Thread(target=ready) for _ in range(5)]
    for thread in threads:
        thread.start()
    begun.wait()
    end.set()
    for thread in threads:
        thread.join()
    assert checks == [1]


# --- containers ----------------------------------------------------------------------------------


@pytest.fixture
def var(tmp_path: Path, settings: Any) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def grow_old(name: str, seconds: float) -> None:
    then = time.time() - seconds
    os.utime(liveness.heartbeats().folder / name, (then, then))


def fault_of(kind: str, *words: str) -> str:
    """Return what the health check of a process says, or an empty text."""
    try:
        process_health.main(["--of", kind, *words], settings.VAR_DIR)
    except SystemExit as wrong:
        return str(wrong)
    return ""


def test_a_worker_is_well_while_it_takes_messages_and_gets_on(
    var: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no sign of life" in fault_of("worker")
    lengths = {"bots": 0, "timers": 3}
    monkeypatch.setattr(liveness, "queue_lengths", lambda: lengths)
    liveness.on_worker_ready(sender=type("Consumer", (), {"app": app}))
    files = liveness.heartbeats()
    assert set(files.read(WORKER).split(",")) <= {"timers", "bots", "notify"}
    files.write(WORKER, "bots")
    assert fault_of("worker") == ""
    grow_old(WORKED, settings.STALLED_SECONDS + 5)
    liveness.on_worker_heartbeat()
    assert fault_of("worker") == ""  # nothing waits for it
    lengths["bots"] = 1
    grow_old(WORKED, settings.STALLED_SECONDS + 5)
    liveness.on_worker_heartbeat()
    assert "worked: none since" in fault_of("worker")
    liveness.on_task_done()
    assert fault_of("worker") == ""
    grow_old(WORKER, settings.LIVENESS_SECONDS + 5)
    assert "none since" in fault_of("worker")
    liveness.on_worker_heartbeat()
    assert fault_of("worker") == ""


def test_beat_is_well_while_it_ticks(var: Path, settings: Any) -> None:
    assert "no sign of life" in fault_of("beat")
    liveness.heartbeats().write(BEAT)
    assert fault_of("beat") == ""
    grow_old(BEAT, settings.LIVENESS_SECONDS + 5)
    assert "beat" in fault_of("beat")


def test_who_does_not_answer_is_not_well() -> None:
    assert "does not answer" in fault_of("web", "--port", "1")


def test_a_health_check_imports_nothing_large() -> None:
    """It runs every minute in every container."""
    code = (
        "import sys; from serving import health;"
        "print({'django', 'celery', 'redis'} & set(sys.modules))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


def test_servers_that_live_are_counted(var: Path) -> None:
    files = liveness.heartbeats()
    for name in ("web-1", "web-2", BEAT):
        files.write(name)
    assert files.count_fresh(WEB, seconds=45) == 2
    grow_old("web-1", 46)
    assert [files.count_fresh(kind, seconds=45) for kind in (WEB, STREAM, BEAT)] == [1, 0, 1]


def test_the_metrics_port_says_what_is_running_and_the_public_one_does_not(well: Game) -> None:
    told = orjson.loads(
        b"".join(
            HealthEndpoint(lambda *words: [], about=build_info())(
                {"PATH_INFO": "/readyz", "REQUEST_METHOD": "GET"}, lambda status, headers: None
            )
        )
    )
    assert told["version"] == settings.SERVICE_VERSION
    assert told["commit"]
    assert not {"version", "commit"} & set(ask("/readyz")[1])
