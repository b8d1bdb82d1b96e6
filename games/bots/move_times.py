"""When bots move: at an instant that says nothing about what they had to think about.

The time between two moves of a bot would tell how many options it had, and so something about its
hand. A worker therefore chooses the instant of a move before the bot thinks, and waits for it.
"""

from __future__ import annotations

from math import ceil
from random import SystemRandom
from time import monotonic, sleep

from django.conf import settings

EARLIEST = 0.4
"""Part of the time for a move that always passes: fast bots decide within it."""
chance = SystemRandom()
"""Not a bot's own generator: that one follows from the secret of the game."""


def choose_move_time(*, begun: float, seconds: float) -> float:
    """Return when a bot moves that was asked at ``begun`` and may think for ``seconds``."""
    within = settings.BOT_MOVE_SECONDS
    earliest = max(within * EARLIEST, 2 * seconds)
    return begun + earliest + within * (1 - EARLIEST) * chance.random()


def quantized_move_time(now: float, *, begun: float, chosen: float) -> float:
    """Return the chosen instant or, if it has passed, the next one of a fixed grid, so that a bot
    that is late shows its lateness in whole steps only.
    """
    step = settings.BOT_MOVE_SECONDS
    return chosen if now <= chosen else begun + step * ceil((now - begun) / step)


def wait_for_move_time(*, begun: float, chosen: float) -> None:
    """Sleep until the instant of a move. The caller holds no lock and no transaction.

    Without BOT_MOVE_SECONDS bots move as soon as they have decided.
    """
    if settings.BOT_MOVE_SECONDS:
        now = monotonic()
        sleep(quantized_move_time(now, begun=begun, chosen=chosen) - now)
