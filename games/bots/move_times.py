"""The times of bot moves, which must not depend on how long a bot thinks.

A bot's thinking time depends on the number of its options, and so reveals something about its
hand. A worker therefore chooses the time of a move before the bot thinks, and waits for it.
"""

from __future__ import annotations

from math import ceil
from random import SystemRandom
from time import monotonic, sleep

from django.conf import settings

EARLIEST = 0.4
"""The earliest move, as a fraction of BOT_MOVE_SECONDS. Fast bots decide within that time."""
chance = SystemRandom()
"""Not the bots' generator, which is derived from the secret of the game."""


def choose_move_time(*, started_at: float, seconds: float) -> float:
    """Choose when a bot moves that starts at ``started_at`` and may think for ``seconds``."""
    within = settings.BOT_MOVE_SECONDS
    earliest = max(within * EARLIEST, 2 * seconds)
    return started_at + earliest + within * (1 - EARLIEST) * chance.random()


def quantized_move_time(now: float, *, started_at: float, move_time: float) -> float:
    """Return the chosen time or, if it has passed, the next one on a fixed grid.

    The grid hides by how much exactly a bot is late.
    """
    step = settings.BOT_MOVE_SECONDS
    return move_time if now <= move_time else started_at + step * ceil((now - started_at) / step)


def time_left(*, started_at: float, move_time: float) -> float:
    """Return the seconds until a move.

    If BOT_MOVE_SECONDS is 0, bots move as soon as they have decided.
    """
    if not settings.BOT_MOVE_SECONDS:
        return 0.0
    now = monotonic()
    return quantized_move_time(now, started_at=started_at, move_time=move_time) - now


def wait_for_move_time(*, started_at: float, move_time: float) -> None:
    """Sleep until the time of a move. The caller must not hold a lock or a transaction."""
    sleep(time_left(started_at=started_at, move_time=move_time))
