"""`manage.py dump_games`: write all finished public games to a file (docs/history.md)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.history.records import dump_write

EVERY = 1000


class Command(BaseCommand):
    help = (
        "Write the records of all finished public games, without users, to a file. It is replaced "
        "when all are written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            count = dump_write(file, self.progress)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{count} games in {file}")

    def progress(self, count: int) -> None:
        if count % EVERY == 0:
            self.stderr.write(f"{count} games")
