"""Start the service as people run it: `make run`, or the web process of the image."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from http.client import HTTPException
from itertools import cycle
from pathlib import Path

from django.conf import settings

from tests.citadels.test_container import arguments_of, command_of, services
from tests.faults.clients import send
from tests.faults.processes import HANG, Service, service
from tests.faults.waiting import until

EMBEDDED, PRODUCTION = "embedded", "production"
WEB_WORKERS = 2
CLIENT_ADDRESSES = {"NUM_PROXIES": "1"}
"""Clients name their addresses in X-Forwarded-For, as behind one proxy."""


class Server:
    """A running service. ``process`` is the parent of its web processes."""

    def __init__(
        self, form: str, port: int, process: subprocess.Popen[bytes], folder: Path
    ) -> None:
        self.form, self.port, self.process, self.folder = form, port, process, folder

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    def wait_until_up(self) -> None:
        until(self.answers_or_ended, patience=HANG)
        assert self.process.poll() is None, self.log

    def answers_or_ended(self) -> bool:
        return self.process.poll() is not None or answers(self.port)


@cache
def empty_database() -> Path:
    """Return a SQLite database with all tables and no rows; migrations take long."""
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = folder / "db.sqlite3"
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        env={**os.environ, "DATABASE_URL": f"sqlite:///{path}"},
        cwd=settings.BASE_DIR,
        check=True,
    )
    return path


@contextmanager
def embedded_server(more: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run `make run` with SQLite and its own broker, in a folder of its own.

    ``more`` is added to its environment.
    """
    env = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    shutil.copy(empty_database(), folder)
    shape = {"VAR_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "citadels.settings.dev"}
    port = free_port()
    command = [sys.executable, "-m", "citadels", "run", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            command,
            env={**env, **CLIENT_ADDRESSES, **shape, **(more or {})},
            cwd=settings.BASE_DIR,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        server = Server(EMBEDDED, port, process, folder)
        server.wait_until_up()
        yield server
    finally:
        sys.stdout.write(server.log)  # pytest shows it if the test fails
        stop(process)
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def production_server(more: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Run the image's web processes on the test's PostgreSQL and a Redis of their own.

    Needs a test whose commits are visible: ``django_db(transaction=True)``. ``more`` is added to
    the environment.
    """
    with service() as running:
        running.more = {**PRODUCTION_SETTINGS, **(more or {})}
        server = start_web(running)
        try:
            yield server
        finally:
            sys.stdout.write(server.log)


PRODUCTION_SETTINGS = {
    **CLIENT_ADDRESSES,
    "DJANGO_SETTINGS_MODULE": "citadels.settings.production",
    "SECRET_KEY": "of-a-test",
    "ALLOWED_HOSTS": "127.0.0.1",
    "PUBLIC_URL": "http://127.0.0.1",
    "SECURE_SSL_REDIRECT": "false",
    "SECURE_COOKIES": "false",
}


def start_web(running: Service) -> Server:
    """Start the image's web processes in a service, by the command of the Dockerfile."""
    port = free_port()
    words = arguments_of(command_of(services()["web"]))
    for option, value in (
        ("--host", "127.0.0.1"),
        ("--port", str(port)),
        ("--workers", str(WEB_WORKERS)),
    ):
        words[words.index(option) + 1] = value
    process = running.start(*words)
    server = Server(PRODUCTION, port, process, running.folder)
    server.wait_until_up()
    return server


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end; kill its group if it does not."""
    process.terminate()
    try:
        process.wait(HANG)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


SHARE = 1000
FIRST_PORT = 20_000 + SHARE * int(re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or 0)
PORTS = cycle(range(FIRST_PORT, FIRST_PORT + SHARE))


def free_port() -> int:
    """Return a port that nothing else gets, even if it is not used at once.

    It is below those that the kernel gives to connections, and of the share of this xdist worker.
    """
    while True:
        port = next(PORTS)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def answers(port: int) -> bool:
    """True if a web process answers within a short time.

    A busy worker would accept the request and keep it, so this must not wait for long.
    """
    with suppress(OSError, HTTPException):
        return send(port, "GET", "/healthz", timeout=2.0).status == 200
    return False
