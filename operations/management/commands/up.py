"""`manage.py up`: run the whole service on this machine."""

from __future__ import annotations

import fcntl
import os
import secrets
import signal
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.db import connection

from accounts.selectors import operator_exists
from accounts.services import operator_create
from core.dev_services import Children, StartFailed, listening, start_broker, wait_for
from core.serve import PortTaken, claim_port, is_loopback
from games.rules import COMPILED

OPERATOR = "admin"
BANNER = """
  The service is up.  Stop it with Ctrl-C.

    start      {url}/
    play       {url}/play/
    API        {url}/api/v1/
    rulesets   {url}/api/v1/rulesets/     (no token needed)
    docs       {url}/docs/                (the reference of the API: {url}/api/docs/)
    admin      {url}/admin/

    database   {database}
    broker     {broker}
    e-mails    {mail}
    engine     {engine}
"""
ENGINE = "compiled" if COMPILED else "plain Python"
LOGIN = """
  The admin's login, shown this once:   {username}   {password}
"""


class Command(BaseCommand):
    help = "Migrate, then serve: broker (unless REDIS_URL is set), web, worker and beat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
        parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        lock = only_one(settings.VAR_DIR / "up.lock")
        free_port(host, port)
        call_command("migrate", verbosity=0)
        url = environment(host, port)["PUBLIC_URL"]
        call_command("register_web_client", public_url=url, verbosity=0)
        password = operator_password()
        connection.close()
        stop = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, stopper(stop))
        children = Children()
        try:
            broker = self.start(children, host, port)
            self.greet(host, port, broker, password)
            while not stop.wait(0.3):
                children.restart_dead()
        except StartFailed as error:
            raise CommandError(str(error)) from None
        finally:
            children.stop()
            lock.close()
        self.stdout.write("Stopped.")

    def start(self, children: Children, host: str, port: int) -> str:
        env = environment(host, port)
        broker = start_broker(children, settings.VAR_DIR, env)
        children.start("worker", celery("worker", *WORKER), env)
        children.start("beat", celery("beat"), env)
        children.start("web", web(host, port), env)
        wait_for(lambda: listening(host, port), "web", children)
        return broker

    def greet(self, host: str, port: int, broker: str, password: str | None) -> None:
        database = f"{connection.vendor}: {connection.settings_dict['NAME']}"
        url = address(host, port)
        self.stdout.write(
            BANNER.format(url=url, database=database, broker=broker, mail=mail(), engine=ENGINE)
        )
        if password:
            self.stdout.write(LOGIN.format(username=OPERATOR, password=password))
        self.stdout.flush()


# These workers only run tasks: they need no gossip between them.
WORKER = (
    *("--concurrency", os.environ.get("WORKERS") or "2"),
    *("--queues", "timers,bots,notify"),
    *("--without-gossip", "--without-mingle", "--without-heartbeat"),
)


def environment(host: str, port: int) -> dict[str, str]:
    """Return the environment of the processes. Variables that the operator has set win."""
    return {
        "PUBLIC_URL": address(host, port),
        "LOCAL_ONLY": str(is_loopback(host)),
        **os.environ,
        "PYTHONUNBUFFERED": "1",
    }


def mail() -> str:
    """Return where e-mails go, for display."""
    if settings.EMAIL_BACKEND.endswith(".filebased.EmailBackend"):
        return f"{settings.EMAIL_FILE_PATH}/ (a file each)"
    return str(settings.EMAIL_BACKEND)


def address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{shown}:{port}"


def celery(*words: str) -> list[str]:
    return [sys.executable, "-m", "celery", "--app", "citadels", "--quiet", *words]


def web(host: str, port: int) -> list[str]:
    # SQLite has one writer: a second process would only wait for the first.
    workers = 1 if connection.vendor == "sqlite" else min(4, os.cpu_count() or 1)
    return [*serve("web", host, port), "--workers", str(workers)]


def serve(application: str, host: str, port: int) -> list[str]:
    command = [sys.executable, "-m", "core.serve", application, "--log-level", "warning"]
    return [*command, "--host", host, "--port", str(port)]


def operator_password() -> str | None:
    """Return the password of the new superuser on the first run, else None."""
    if operator_exists():
        return None
    password = secrets.token_urlsafe(12)
    operator_create(username=OPERATOR, password=password)
    return password


def only_one(path: Path) -> Any:
    """Lock var/: two services must not share one broker. The lock ends with the process."""
    try:
        file = path.open("w")
    except OSError as error:
        raise CommandError(f"Cannot write to {path.parent}: {error.strerror}.") from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise CommandError("It is running already (from this folder).") from None
    return file


def free_port(host: str, port: int) -> None:
    """Raise CommandError if another program, or another instance of this service, uses the port."""
    try:
        claim_port(host, port).close()
    except PortTaken as error:
        raise CommandError(f"Cannot listen on {host}:{port}: {error}") from None


def stopper(stop: threading.Event) -> Any:
    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    return on_signal
