"""The processes of `make run`: a broker that answers, and no orphans."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from citadels import up
from serving import dev_services
from serving.dev_services import Children, StartFailed, start_broker, valkey_binary, wait_for

SLEEP = [sys.executable, "-c", "import time; time.sleep(60)"]
# A child that ignores the polite request, with a child of its own.
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, subprocess, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "print(subprocess.Popen(['sleep', '60']).pid, flush=True); time.sleep(60)",
]


@pytest.fixture
def children() -> Iterator[Children]:
    group = Children()
    yield group
    group.stop()


def alive(pid: int) -> bool:
    try:
        if sys.platform != "linux":
            os.kill(pid, 0)
            return True
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # also if it ends while its file is read
        return False


def within(seconds: float, what: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if what():
            return True
        time.sleep(0.02)
    return False


def test_stopping_leaves_nobody(children: Children) -> None:
    children.start("first", SLEEP, os.environ)
    children.start("second", SLEEP, os.environ)
    pids = [child.process.pid for child in children.running]
    assert children.find_dead() is None
    children.stop()
    assert not any(alive(pid) for pid in pids)


def test_a_process_that_does_not_stop_is_killed_with_its_children(
    children: Children, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dev_services, "STOP_SECONDS", 0.2)
    children.start("stubborn", STUBBORN, os.environ)
    out = ""
    while not out.endswith("\n"):
        out += capfd.readouterr().out
        time.sleep(0.02)
    children.stop()
    assert within(60, lambda: not alive(int(out)))


def test_a_dead_child_is_named(children: Children) -> None:
    children.start("brief", [sys.executable, "-c", ""], os.environ)
    assert within(60, lambda: children.find_dead() == "brief")
    with pytest.raises(StartFailed, match="brief"):
        wait_for(lambda: False, "brief", children)


@pytest.mark.skipif(sys.platform != "linux", reason="the parent's death is told on Linux only")
def test_children_follow_a_parent_that_was_killed() -> None:
    program = (
        "import os, sys, time; from serving.dev_services import Children; children = Children();"
        "children.start('x', [sys.executable, '-c', 'import time; time.sleep(60)'], os.environ);"
        "print(children.running[0].process.pid, flush=True); time.sleep(60)"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert within(60, lambda: not alive(child))


@pytest.mark.skipif(valkey_binary() is None, reason="no Valkey server for this machine")
def test_the_broker_answers_on_a_socket_of_its_own(children: Children, tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    assert start_broker(children, tmp_path, env) == "Valkey, embedded"
    assert env["REDIS_URL"].startswith("unix:///")
    with redis.Redis.from_url(env["REDIS_URL"]) as client:
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        assert client.config_get("port") == {"port": "0"}
    socket = Path(env["REDIS_URL"].removeprefix("unix://"))
    assert socket.stat().st_mode & 0o077 == 0


def test_a_broker_that_is_given_is_taken(children: Children, tmp_path: Path) -> None:
    env = {"REDIS_URL": "redis://example.org"}
    assert start_broker(children, tmp_path, env) == "Redis at REDIS_URL"
    assert children.running == []


def test_without_a_server_files_do(
    children: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev_services, "valkey_binary", lambda: None)
    env: dict[str, str] = {}
    assert "files" in start_broker(children, tmp_path, env)
    assert "REDIS_URL" not in env
    assert (tmp_path / "broker").is_dir()


def test_mail_leads_to_the_port_that_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {})
    up.environment_set("0.0.0.0", 9000)
    assert os.environ["PUBLIC_URL"] == "http://127.0.0.1:9000"
    os.environ["PUBLIC_URL"] = "https://play.example.org"
    up.environment_set("0.0.0.0", 9000)
    assert os.environ["PUBLIC_URL"] == "https://play.example.org"


# --- forks ---------------------------------------------------------------------------------------


def test_a_fork_runs_a_function_and_is_started_again(
    children: Children, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    begun = tmp_path / "begun"
    begun.touch()

    def run() -> None:
        with begun.open("a") as file:
            file.write("again ")
        time.sleep(60)

    children.start("sleeper", run, os.environ)
    (child,) = children.running
    assert within(60, lambda: begun.read_text() == "again ")
    child.process.send_signal(signal.SIGKILL)
    assert within(60, child.has_ended)
    assert child.process.returncode == -signal.SIGKILL
    children.restart_dead()
    assert within(60, lambda: begun.read_text() == "again again ")
    assert capfd.readouterr().err == "The sleeper ended with code -9 and is started again.\n"


@pytest.mark.slow
def test_a_fork_ends_when_it_is_asked(children: Children) -> None:
    """It does not inherit what the parent does on a signal."""
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        children.start("sleeper", lambda: time.sleep(60), os.environ)
        pid = children.running[0].process.pid
        children.stop()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert not alive(pid)


def test_a_fork_that_does_not_stop_is_killed(
    children: Children, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = tmp_path / "begun"

    def run() -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        begun.touch()
        time.sleep(60)

    monkeypatch.setattr(dev_services, "STOP_SECONDS", 0.2)
    children.start("stubborn", run, os.environ)
    pid = children.running[0].process.pid
    assert within(60, begun.exists)
    children.stop()
    assert within(60, lambda: not alive(pid))
