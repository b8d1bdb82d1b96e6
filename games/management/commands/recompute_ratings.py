"""`manage.py recompute_ratings`: compute all ratings again from the stored results."""

from __future__ import annotations

from time import monotonic, sleep
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.models import RatingChange
from games.ratings.recomputation import (
    changes_counted,
    is_recomputing,
    recomputation_differences,
    recomputation_request,
    recomputation_run,
)

WAIT = 2.0
"""Seconds between two looks at what another process does."""


class Command(BaseCommand):
    help = (
        "Compute all ratings again from the stored results. After an interruption, start it again: "
        "it continues. Without that, the workers continue."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check",
            action="store_true",
            help="Write nothing; print how many values would change. Exit status 1 if any.",
        )

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        self.began = monotonic()
        self.total = changes_counted().values("game").distinct().count()
        if check:
            different = recomputation_differences(self.progress)
            self.stdout.write(f"{different} values differ.")
            if different:
                raise CommandError("Recomputed ratings differ from the stored ones.")
            return
        recomputation_request()
        recomputation_run(self.progress)
        while is_recomputing():
            self.stderr.write("Another process works on it, or was killed: waiting.")
            sleep(WAIT)
            recomputation_run(self.progress)
        changes = RatingChange.objects.count()
        self.stdout.write(f"Done: {changes} changes in {monotonic() - self.began:.1f} seconds.")

    def progress(self, games: int) -> None:
        seconds = max(monotonic() - self.began, 0.001)
        self.stderr.write(f"{games} of {self.total} games, {games / seconds:.0f} per second")
