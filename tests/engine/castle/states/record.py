"""Write down stored states of the format of today, for the tests of all formats to come.

    .venv/bin/python -m tests.engine.castle.states.record

Needed once for each new format, before the first match is stored in it. The states come from random
matches: the first in which each question is open, and one that is over. A file that is there
already is not written again: what matches were stored like does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

from engine.castle.checks import lively
from engine.castle.rules import RULES
from engine.castle.serialization import FORMAT
from engine.castle.topics import TOPICS

HERE = Path(__file__).parent
OVER = "over"


def positions() -> Iterator[tuple[str, bytes]]:
    """Positions of random matches, each with what is asked."""
    for number in count():
        rng = Random(number)
        state, _ = RULES.start(RULES.check_options({}, 2), 2, rng.randbytes(32))
        while (decision := RULES.decision(state)) is not None:
            yield decision.topic, RULES.dump(state)
            RULES.play(state, decision.seat, lively(decision, rng).key)
        yield OVER, RULES.dump(state)


def chosen() -> list[bytes]:
    """The first position of each kind."""
    found: dict[str, bytes] = {}
    for topic, data in positions():
        found.setdefault(topic, data)
        if found.keys() == TOPICS.keys() | {OVER}:
            break
    return list(found.values())


def main() -> None:
    with (HERE / f"format_{FORMAT}.jsonl").open("xb") as file:
        file.writelines(data + b"\n" for data in chosen())


if __name__ == "__main__":
    main()
