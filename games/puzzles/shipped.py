"""The puzzles that ship with the service, one on each line of a file. `make puzzles` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson
from django.db import connection, transaction

from games.puzzles.services import is_stored, puzzle_store
from games.rules.puzzles import FoundPuzzle

FILE = Path(__file__).with_name("shipped.ndjson")


def line_of(found: FoundPuzzle) -> bytes:
    """Return a puzzle as a line of the file."""
    return orjson.dumps(found._asdict(), option=orjson.OPT_APPEND_NEWLINE)


def shipped_puzzles() -> Iterator[FoundPuzzle]:
    """Yield the puzzles of the file."""
    for line in FILE.read_bytes().splitlines():
        found = orjson.loads(line)
        yield FoundPuzzle(**{**found, "values": [tuple(value) for value in found["values"]]})


@transaction.atomic
def shipped_load() -> int:
    """Store those puzzles of the file that are not stored yet. Returns how many.

    If two processes do this at once, the second one waits.
    """
    if connection.vendor == "postgresql":  # SQLite has one writer
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [__name__])
    new = [found for found in shipped_puzzles() if not is_stored(found)]
    for found in new:
        puzzle_store(found)
    return len(new)
