"""Play the matches that are kept here, and write them down.

    .venv/bin/python -m tests.engine.citadels.replays.record

Needed only when the shape of the state or the course of a match changes on purpose: the hashes in
the records then no longer fit. The difference in the scores is worth a look before it is committed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from engine.citadels.ruleset import CITADELS
from engine.kernel.loop import settle
from engine.kernel.record import move_row, sealed, start_row

HERE = Path(__file__).parent

MATCHES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "two": (("greedy", "greedy"), {}),
    "three": (("greedy", "random", "greedy"), {"first_crown": 1}),
    "four": (("greedy", "greedy", "random", "greedy"), {}),
    "eight": (("greedy",) * 6 + ("random",) * 2, {"first_crown": 7}),
}
"""Name of the file -> bots by seat, and options."""


def recorded(name: str) -> bytes:
    """The sealed record of one match."""
    bots, given = MATCHES[name]
    rng = Random(f"the match of {name}")
    seed, nonce = rng.randbytes(32), rng.randbytes(32)
    options = CITADELS.check_options(given, len(bots))
    state, played = CITADELS.start(options, len(bots), seed)
    start = start_row(played)
    moves: list[dict[str, Any]] = []
    while (decision := settle(state)) is not None:
        seat = decision.seat
        described = CITADELS.describe(state, decision)["options"]
        choice = CITADELS.bot(bots[seat])(CITADELS.view(state, seat), described, rng)
        played = CITADELS.play(state, seat, choice)
        moves.append(move_row(len(moves) + 1, seat, choice, played.chance, played.hash))
    result = CITADELS.result(state)
    assert result is not None
    return sealed(
        rules=CITADELS,
        options=options,
        seats=len(bots),
        seed=seed,
        nonce=nonce,
        start=start,
        moves=moves,
        result=result,
        about={"bots": list(bots)},
    )


def main() -> None:
    for name in MATCHES:
        (HERE / f"{name}.json").write_bytes(recorded(name) + b"\n")


if __name__ == "__main__":
    main()
