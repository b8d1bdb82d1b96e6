"""Sealed records of matches that are played here, for tests that read records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tablekernel.record import move_row, seal, start_row
from tablekernel.rules import Rules


def recorded(
    rules: Rules,
    *,
    options: dict[str, Any],
    seats: int,
    seed: bytes,
    nonce: bytes,
    choices: Iterable[tuple[int, str]],
    about: dict[str, Any],
) -> bytes:
    """The record of a match in which these ``choices`` are made, each a seat and a key; it has no
    result if they do not end it. ``options`` are complete.
    """
    state, opening = rules.start(options, seats, seed)
    moves: list[dict[str, Any]] = []
    for number, (seat, key) in enumerate(choices, start=1):
        played = rules.play(state, seat, key)
        moves.append(move_row(number, seat, key, played.chance, played.hash))
    return seal(
        rules=rules,
        options=options,
        seats=seats,
        seed=seed,
        nonce=nonce,
        start=start_row(opening),
        moves=moves,
        result=rules.result(state),
        about=about,
    )
