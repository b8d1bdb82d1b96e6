"""Rows of matches that were played, kept in a file, so that a long run can be done in parts.

A row counts again only while it was played by the same code, on the same seeds, at the same pace.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from bench.arena import Row
from engine import COMPILED

ROOT = Path(__file__).parent.parent
ROWS = ROOT / "var" / "bench" / "ladder.jsonl"


class Terms(NamedTuple):
    """What must be the same for rows to be added up."""

    code: str
    seeds: str
    pace: str


def code_digest() -> str:
    """A digest of all that bots and rules are made of, and whether they were compiled."""
    digest = blake2b(digest_size=8)
    for path in sorted((ROOT / "engine").rglob("*.py")):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest() + ("-compiled" if COMPILED else "")


def keep(terms: Terms, row: Row, path: Path = ROWS) -> None:
    """Add a row at the end of the file."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps([*terms, *row]) + "\n")


def kept(terms: Terms, *, any_code: bool = False, path: Path = ROWS) -> Iterator[Row]:
    """The rows that were played on these terms; with ``any_code``, by whatever code."""
    if not path.exists():
        return
    with path.open() as file:
        for line in file:
            code, seeds, pace, *row = json.loads(line)
            if (seeds, pace) == terms[1:] and (any_code or code == terms.code):
                yield Row(*row)
