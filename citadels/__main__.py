"""The command `citadels-server`; in a checkout, `python -m citadels`.

`run` serves everything on one machine. `web`, `stream`, `worker` and `beat` start one process of a
larger installation; `manage` is Django's command line. Each has a `--help` of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

NO_TABLES = (
    "There are no tables in {place}: run migrate, or set DATABASE_URL (the environment of the "
    "service is in /etc/citadels/environment: use citadels-manage)."
)


def main(words: Sequence[str] | None = None) -> None:
    """Run one of the commands. Ends with a message if it cannot start."""
    parser = argparse.ArgumentParser(prog="citadels-server", description=__doc__)
    data_dir_add(parser)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="those of the command")
    given = parser.parse_args(words)
    data_dir_set(given.data_dir)
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):  # an empty line of a settings file
        os.environ["DJANGO_SETTINGS_MODULE"] = "citadels.settings.dev"
    COMMANDS[given.command](given.command, given.arguments)


def data_dir_add(parser: argparse.ArgumentParser) -> None:
    """Add the option ``--data-dir``."""
    help_text = "the folder for the database and all other files of the service (VAR_DIR)"
    parser.add_argument("--data-dir", type=Path, help=help_text)


def data_dir_set(folder: Path | None) -> None:
    """Let the settings, which are not read yet, use this folder for files."""
    if folder is not None:
        os.environ["VAR_DIR"] = str(folder.absolute())


def run(command: str, words: list[str]) -> None:
    """Serve everything on this machine."""
    parser = argparse.ArgumentParser(prog=f"citadels-server {command}", description=run.__doc__)
    parser.add_argument("--host", default=os.environ.get("HOST") or "127.0.0.1")
    parser.add_argument("--port", type=int, default=int(os.environ.get("PORT") or 8000))
    data_dir_add(parser)
    given = parser.parse_args(words)
    data_dir_set(given.data_dir)
    from citadels import up

    up.main(given.host, given.port)


def serve(command: str, words: list[str]) -> None:
    """Start a server."""
    from serving import serve

    serve.main([command, *words], program="citadels-server")


def celery(command: str, words: list[str]) -> None:
    """Start a process of Celery."""
    from celery.bin.celery import celery

    celery.main(["--app", "citadels", command, *words], prog_name="citadels-server")


def manage(command: str, words: list[str]) -> None:
    """Run a command of Django. Ends with a message if the database has no tables."""
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from citadels.settings.parts import keys

    keys.creates_keys = words[:1] in (["migrate"], ["reset_database"], ["runserver"])
    try:
        execute_from_command_line([f"citadels-server {command}", *words])
    except DatabaseError:
        if place := empty_database():
            sys.exit(NO_TABLES.format(place=place))
        raise


def empty_database() -> str:
    """Return the URL of the database, without a password, if it has no tables; else ""."""
    from django.db import DatabaseError, connection

    given = connection.settings_dict
    try:
        if connection.introspection.table_names():
            return ""
    except DatabaseError:
        if connection.vendor != "sqlite" or Path(given["NAME"]).exists():
            return ""
    host = "" if connection.vendor == "sqlite" else given["HOST"]
    return f"{connection.vendor}://{host}/{given['NAME']}"


COMMANDS = {
    "run": run,
    "web": serve,
    "stream": serve,
    "worker": celery,
    "beat": celery,
    "manage": manage,
}

if __name__ == "__main__":
    main(sys.argv[1:])
