"""`manage.py make_puzzles`: play matches of bots and store their puzzles (docs/puzzles.md)."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from core.errors import ApiError
from core.parallel import mapping_over
from games.puzzles.services import is_stored, puzzle_store
from games.puzzles.shipped import line_of
from games.rules.puzzles import FoundPuzzle, can_make_puzzles, match_puzzles

MATCHES_AT_ONCE = 4
"""Matches that each process gets at a time."""

Play = Callable[[list[str]], Iterator[list[FoundPuzzle]]]
"""Plays the matches of some seeds, and returns the puzzles of each."""


class Command(BaseCommand):
    help = "Play matches of bots and store their puzzles. After Ctrl-C, those so far are kept."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--ruleset", required=True, metavar="NAME")
        add("--count", type=int, default=100, metavar="N", help="New puzzles.")
        add("--processes", type=int, default=1, metavar="N")
        add("--to", type=Path, metavar="FILE", help="Write them to a file, not to the database.")
        add("--seed", help="Repeat the matches of a seed; by default a new one.")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, count, processes = options["ruleset"], options["count"], options["processes"]
        if count < 1 or processes < 1:
            raise CommandError("--count and --processes must be at least 1.")
        try:
            if not can_make_puzzles(slug):
                raise CommandError(f"The bots of {slug} do not search, so it has no puzzles.")
        except ApiError as error:
            raise CommandError(f"There is no ruleset {slug}.") from error
        seed = options["seed"] or secrets.token_hex(8)
        if options["verbosity"] > 1:
            self.stdout.write(f"seed {seed}")
        self.stored, self.file = 0, options["to"]
        try:
            with mapping_over(processes) as mapping:
                play = partial(mapping, partial(match_puzzles, slug))
                self.store_until(count, seed, play, MATCHES_AT_ONCE * processes)
        except KeyboardInterrupt:
            raise CommandError(f"Interrupted; {self.summary()}", returncode=130) from None
        except BrokenProcessPool:
            raise CommandError(
                f"A process ended unexpectedly; {self.summary()}", returncode=2
            ) from None
        self.stdout.write(f"{self.stored} new puzzles")

    def summary(self) -> str:
        return f"{self.stored} new puzzles are stored."

    def store(self, puzzle: FoundPuzzle) -> None:
        """Store a puzzle in the database, or at the end of the file."""
        if self.file is None:
            puzzle_store(puzzle)
            return
        with self.file.open("ab") as file:
            file.write(line_of(puzzle))

    def store_until(self, count: int, seed: str, play: Play, size: int) -> None:
        """Store the puzzles of matches until there are enough new ones."""
        numbers = itertools.count(1)
        while self.stored < count:
            batch = [f"{seed}/{number}" for number in itertools.islice(numbers, size)]
            for name, found in zip(batch, play(batch), strict=True):
                new = [puzzle for puzzle in found if self.file or not is_stored(puzzle)]
                for puzzle in new[: count - self.stored]:
                    self.store(puzzle)
                    self.stored += 1
                number = name.rpartition("/")[2]
                self.stdout.write(f"match {number} ({name}): {self.stored} of {count} puzzles")
                if self.stored == count:
                    return
