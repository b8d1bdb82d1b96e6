"""Write down stored states of the format of today, for the tests of all formats to come.

    .venv/bin/python -m tests.engine.citadels.states.record

Needed once for each new format, before the first match is stored in it. The states come from the
matches in ``replays/``: as many as it takes to show every frame that ever waits for an answer. A
file that is there already is not written again: what matches were stored like does not change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import orjson

from engine.citadels.serialization import FORMAT
from tablekernel import registry

HERE = Path(__file__).parent
REPLAYS = HERE.parent / "replays"


def positions() -> Iterator[bytes]:
    """Every position of the matches that are kept."""
    for path in sorted(REPLAYS.glob("*.json")):
        record = orjson.loads(path.read_bytes())
        seed = bytes.fromhex(record["seed"])
        rules = registry.ruleset(record["ruleset"], record["rules_version"]).rules
        state, _ = rules.start(record["options"], record["seats"], seed)
        for move in record["moves"]:
            yield rules.dump(state)
            rules.play(state, move["seat"], move["choice"])


def chosen() -> list[bytes]:
    """The first position of each waiting frame, each match size and each edition."""
    seen: set[object] = set()
    found = []
    for data in positions():
        document = orjson.loads(data)
        shows = {frame[0] for frame in document["stack"]} | {len(document["gold"])}
        shows.add(document["edition"])
        if not shows <= seen:
            seen |= shows
            found.append(data)
    return found


def main() -> None:
    with (HERE / f"format_{FORMAT}.jsonl").open("xb") as file:
        file.writelines(data + b"\n" for data in chosen())


if __name__ == "__main__":
    main()
