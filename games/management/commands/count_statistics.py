"""`manage.py count_statistics`: count finished games that are not counted, or verify the counts."""

from __future__ import annotations

from time import monotonic
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from games.statistics.tallies import (
    StatisticsQueue,
    differences_find,
    games_mark,
    statistics_forget,
)

PORTION = 2.0
"""Seconds between two lines of progress."""


class Command(BaseCommand):
    help = (
        "Count the finished public games that are not counted. It can be interrupted and run "
        "again: each game counts once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        again, check = "Delete all statistics first.", "Count again, and compare. Changes nothing."
        parser.add_argument("--again", action="store_true", help=again)
        parser.add_argument("--check", action="store_true", help=check)

    def handle(self, *args: Any, again: bool, check: bool, **options: Any) -> None:
        if check:
            self.check_rows()
            return
        if again:
            statistics_forget()
        total, done, began = games_mark(), 0, monotonic()
        while worked := StatisticsQueue().work(PORTION):
            done += worked
            seconds = max(monotonic() - began, 0.001)
            self.stderr.write(f"{done} of {total} games, {done / seconds:.0f} per second")
        self.stdout.write(f"Counted {done} games.")
        if done < total:
            raise CommandError(f"{total - done} games wait for another attempt: run it again.")

    def check_rows(self) -> None:
        """Report each row that differs from what its games give."""
        differing = 0
        for difference in differences_find():
            differing += 1
            self.stdout.write(difference)
        if differing:
            raise CommandError(f"{differing} rows differ. Count again with --again.")
        self.stdout.write("All rows agree with the games.")
