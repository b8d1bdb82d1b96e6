"""Verifies the records of games offline, with the rules of this repository.

    python -m clients.python.records game.json [COMMITMENT]
    python -m clients.python.records games.ndjson.gz

Give the commitment that the game showed while it was played. Only that proves that the seed was
fixed before the first shuffle. A file of lines (.ndjson, .ndjson.gz) has a record in each.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tablekernel import registry
from tablekernel.record import Verdict, verify


def verify_record(data: bytes, commitment: str = "") -> Verdict:
    """Replay the record. With ``commitment``, also check that the seed matches it."""
    verdict = verify(data, registry.list_all_rules())
    if verdict.ok and commitment and json.loads(data)["commitment"] != commitment:
        return Verdict(False, "the seed of the record does not match the commitment")
    return verdict


def verify_lines(path: Path) -> Iterator[tuple[int, Verdict]]:
    """Replay the record in each line of a file. Yields the numbers of the lines, from 1."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            yield number, verify_record(line.rstrip(b"\n"))


def main(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2:
        print(__doc__)
        return 2
    path = Path(words[0])
    if ".ndjson" in path.suffixes:
        return print_lines(path)
    verdict = verify_record(path.read_bytes(), *words[1:])
    print(f"{'passed' if verdict.ok else 'FAILED'}: {verdict.reason}")
    return 0 if verdict.ok else 1


def print_lines(path: Path) -> int:
    count = failed = 0
    for number, verdict in verify_lines(path):
        count += 1
        if not verdict.ok:
            failed += 1
            print(f"line {number} FAILED: {verdict.reason}")
    print(f"{count - failed} of {count} passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
