"""Verifies the record of a game offline, with the rules of this repository.

    python -m clients.python.records game.json [COMMITMENT]

Give the commitment that the game showed while it was played. Only that proves that the seed was
fixed before the first shuffle.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine import registry
from engine.kernel.record import Verdict, verify


def verify_record(data: bytes, commitment: str = "") -> Verdict:
    """Replay the record. With ``commitment``, also check that the seed matches it."""
    verdict = verify(data, registry.list_all_versions())
    if verdict.ok and commitment and json.loads(data)["commitment"] != commitment:
        return Verdict(False, "the seed of the record does not match the commitment")
    return verdict


def main(words: Sequence[str]) -> int:
    if not 1 <= len(words) <= 2:
        print(__doc__)
        return 2
    verdict = verify_record(Path(words[0]).read_bytes(), *words[1:])
    print(f"{'passed' if verdict.ok else 'FAILED'}: {verdict.reason}")
    return 0 if verdict.ok else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
