"""Choose the matches that are kept here, play them, and write them down.

    .venv/bin/python -m tests.engine.castle.replays.record

Needed only when the course of a match changes on purpose: the hashes in
the records then no longer fit. Of many random matches those are kept that together show every event
and every way to score (``shown``).
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from engine.castle.checks import lively
from engine.castle.names import SEATS
from engine.castle.rules import RULES
from tablekernel.loop import settle
from tablekernel.rules import Played
from tests.engine.recorded import recorded

HERE = Path(__file__).parent
MATCHES = 4
TRIED = 1_000
Shown = set[tuple[str, Any]]


def describe_move(topic: str, choice: str, played: Played) -> Shown:
    """What a move shows: the question and the verb, and its events with what they are about."""
    found: Shown = {(topic, choice.partition(":")[0])}
    for event in played.events:
        told = event.public
        about = told.get("wall_tile") if "wall_tile" in told else told.get("terrain")
        found.add((event.kind, (told.get("item"), about)))
    return found


def attempted(number: int) -> tuple[list[tuple[int, str]], Shown]:
    """A random match: its choices, and what they show."""
    rng = Random(f"match {number}")
    state, opening = RULES.start(RULES.check_options({}, SEATS), SEATS, seed_of(number))
    choices, found = [], describe_move("", "", opening)
    while (decision := settle(state)) is not None:
        choice = lively(decision, rng)
        played = RULES.play(state, decision.seat, choice.key)
        choices.append((decision.seat, choice.key))
        found |= describe_move(decision.topic, choice.key, played)
    return choices, found


def seed_of(number: int) -> bytes:
    return Random(f"seed {number}").randbytes(32)


def chosen() -> list[int]:
    """The numbers of matches of which each shows what those before it do not; then the next."""
    tries = {number: attempted(number)[1] for number in range(TRIED)}
    kept: list[int] = []
    missing = set[tuple[str, Any]]().union(*tries.values())
    while missing or len(kept) < MATCHES:
        best = max(tries.keys() - kept, key=lambda number: (len(tries[number] & missing), -number))
        kept.append(best)
        missing -= tries[best]
    return kept


def main() -> None:
    kept = chosen()
    for path in HERE.glob("*.json"):
        path.unlink()
    for place, number in enumerate(kept, start=1):
        data = recorded(
            RULES,
            options=RULES.check_options({}, SEATS),
            seats=SEATS,
            seed=seed_of(number),
            nonce=Random(f"nonce {number}").randbytes(32),
            choices=attempted(number)[0],
            about={"match": number},
        )
        (HERE / f"match_{place}.json").write_bytes(data + b"\n")


if __name__ == "__main__":
    main()
