"""`manage.py load_puzzles`: store the puzzles that ship with the service (docs/puzzles.md)."""

from __future__ import annotations

from typing import Any

from django.core.management import BaseCommand

from games.puzzles.shipped import shipped_load


class Command(BaseCommand):
    help = "Store the puzzles that ship with the service. Run it after migrate; it may run again."

    def handle(self, *args: Any, verbosity: int, **options: Any) -> None:
        count = shipped_load()
        if verbosity:
            self.stdout.write(f"{count} new puzzles")
