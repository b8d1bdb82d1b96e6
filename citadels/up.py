"""Run the whole service on one machine: `citadels-server run`, or `make run`.

The settings depend on the address and on the broker, so both are found first. Then this process
imports everything, migrates, and forks the processes of the service: what they do not change, they
share.
"""

from __future__ import annotations

import gc
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from functools import partial
from importlib import import_module
from io import StringIO
from types import FrameType
from typing import Any

from django.core.management import CommandError

from citadels.settings.parts.paths import VAR_DIR
from serving import serve
from serving.dev_services import (
    Children,
    LockTaken,
    StartFailed,
    listening,
    lock_folder,
    start_broker,
    wait_for,
)

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
LOGIN = """
  The admin's login, shown this once:   {username}   {password}
"""
# These workers only run tasks: they need no gossip between them.
WORKER = {
    "queues": "timers,bots,notify",
    **dict.fromkeys(("without_gossip", "without_mingle", "without_heartbeat"), True),
}
SHARED = (
    *("citadels.celery", "citadels.urls", "core.api.handler", "granian.cli"),
    *("games.streams.server", "celery.apps.beat", "celery.apps.worker"),
)
"""Modules that the processes import. They start nothing: ``citadels.wsgi``, for example, would open
the port of the metrics here.
"""


def main(host: str, port: int) -> None:
    """Serve until SIGINT or SIGTERM. Ends with a message if the service cannot start."""
    try:
        run(host, port)
    except (LockTaken, StartFailed, CommandError) as error:
        sys.exit(str(error))
    except serve.PortTaken as error:
        sys.exit(f"Cannot listen on {host}:{port}: {error}")


def run(host: str, port: int) -> None:
    """Prepare and serve. Raises LockTaken, PortTaken, StartFailed."""
    try:
        VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartFailed(f"Cannot use the folder {VAR_DIR}: {error.strerror}.") from None
    lock = lock_folder(VAR_DIR)
    serve.claim_port(host, port).close()
    stop = stop_event()
    children = Children()
    try:
        environment_set(host, port)
        broker = start_broker(children, VAR_DIR, os.environ)
        password = prepare(os.environ["PUBLIC_URL"])
        for name, process in processes(host, port).items():
            children.start(name, process, os.environ)
        wait_for(lambda: listening(host, port) or stop.is_set(), "web", children)
        if not stop.is_set():
            greet(address(host, port), broker, password)
        while not stop.wait(1):
            children.restart_dead()
    finally:
        children.stop()
        lock.close()
    sys.stdout.write("Stopped.\n")


def stop_event() -> threading.Event:
    """Return an event that is set by the first signal to end."""
    stop = threading.Event()

    def on_signal(number: int, frame: FrameType | None) -> None:
        stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, on_signal)
    return stop


def environment_set(host: str, port: int) -> None:
    """Set what the settings need to know. Variables that the operator has set win."""
    for name, value in (
        ("DJANGO_SETTINGS_MODULE", "citadels.settings.dev"),
        ("PUBLIC_URL", address(host, port)),
        ("LOCAL_ONLY", str(serve.is_loopback(host))),
        ("PYTHONUNBUFFERED", "1"),
        ("CELERY_SKIP_CHECKS", "1"),  # this process makes them
    ):
        os.environ.setdefault(name, value)


def prepare(url: str) -> str | None:
    """Import what the processes share, and prepare the static files and the database.

    Returns the password of the operator if this is the first run.
    """
    import django

    django.setup()
    from celery import current_app
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connections

    if settings.STATIC_ROOT:  # in production, where the modules look for the files
        call_command("collectstatic", interactive=False, verbosity=0)
    for name in SHARED:
        import_module(name)
    current_app.loader.import_default_modules()  # the tasks

    call_command("check", stdout=StringIO())
    password = database_prepare(url)
    connections.close_all()
    gc.collect()
    gc.freeze()  # the garbage collection of a process would copy what it only looks at
    return password


def database_prepare(url: str) -> str | None:
    """Migrate, load the puzzles, and register the web client at its address. Returns what
    ``prepare`` returns.
    """
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_puzzles", verbosity=0)
    call_command("register_web_client", public_url=url, verbosity=0)
    return operator_password()


def operator_password() -> str | None:
    """Return the password of the new superuser on the first run, else None."""
    from accounts.selectors import operator_exists
    from accounts.services import operator_create

    if operator_exists():
        return None
    password = secrets.token_urlsafe(12)
    operator_create(username=OPERATOR, password=password)
    return password


def processes(host: str, port: int) -> dict[str, Callable[[], Any]]:
    """Return what each process runs. Raises StartFailed."""
    from citadels.celery import app

    concurrency = os.environ.get("WORKERS") or "2"
    if not concurrency.isdecimal():
        raise StartFailed(f"WORKERS is {concurrency!r}, and must be a number.")
    return {
        "worker": partial(worker, app, int(concurrency)),
        "beat": lambda: app.Beat(quiet=True).run(),
        "web": partial(serve.main, web(host, port)),
    }


def worker(app: Any, concurrency: int) -> None:
    """Run tasks. Celery's command line would import many more modules."""
    one = app.Worker(quiet=True, concurrency=concurrency, **WORKER)
    one.start()
    sys.exit(one.exitcode)


def web(host: str, port: int) -> list[str]:
    """Return the arguments of the web server."""
    from django.db import connection

    # SQLite has one writer: a second process would only wait for the first.
    workers = 1 if connection.vendor == "sqlite" else min(4, os.cpu_count() or 1)
    place = ["--host", host, "--port", str(port), "--workers", str(workers)]
    return ["web", "--log-level", "warning", *place]


def greet(url: str, broker: str, password: str | None) -> None:
    """Print where the service runs and what it uses, with the first log-in of the admin."""
    from django.conf import settings
    from django.db import connection

    from games.rules.rulesets import COMPILED

    mail = str(settings.EMAIL_BACKEND)
    if mail.endswith(".filebased.EmailBackend"):
        mail = f"{settings.EMAIL_FILE_PATH}/ (a file each)"
    engine = "compiled" if COMPILED else "plain Python"
    database = f"{connection.vendor}: {connection.settings_dict['NAME']}"
    sys.stdout.write(
        BANNER.format(url=url, database=database, broker=broker, mail=mail, engine=engine)
    )
    if password:
        sys.stdout.write(LOGIN.format(username=OPERATOR, password=password))
    sys.stdout.flush()


def address(host: str, port: int) -> str:
    """Return the URL at which a browser on this machine reaches the service."""
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    return f"http://{shown}:{port}"
