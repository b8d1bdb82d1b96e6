"""Bots: their names, and their time limits in seconds."""

from __future__ import annotations

import re

from django.core.exceptions import ImproperlyConfigured

from citadels.settings.parts.environment import env

BOT_NAMES: list[str] = env.list("BOT_NAMES", default=[])
"""Given names of bots, instead of those of the service. A bot that has a seat keeps its name."""
for _name in BOT_NAMES:
    if not re.fullmatch(r"[^\W_][\w .-]{0,29}", _name):
        raise ImproperlyConfigured(
            f"{_name!r} in BOT_NAMES is not 1 to 30 letters, digits, spaces, dots and dashes."
        )
BOT_SECONDS_AWAITED = 0.25
"""A worker waits for the moves of levels with at most this thinking time. It stores the choices of
other levels until the time of the move.
"""
BOT_THINKING_SECONDS: float = env.float("BOT_THINKING_MS", default=2000) / 1000
"""Upper limit of the thinking time of a choice. Each game declares the time of its levels."""
ANALYSIS_DAY_LIMIT: int = env.int("ANALYSIS_DAY_LIMIT", default=10)
"""Analyses of finished games that a user may request in 24 hours."""
HINT_DAY_LIMIT: int = env.int("HINT_DAY_LIMIT", default=50)
"""Hints that a user may request in 24 hours."""
BOT_MOVE_SECONDS: float = env.float("BOT_MOVE_MS", default=250) / 1000
"""Delay of a bot's move, which hides how long it thinks. The earliest instant is 0.4 times this
delay after the turn begins, or twice the thinking time of the level if that is longer. The bot
moves at random within the following 0.6 times this delay. 0: it moves as soon as it has decided.
"""
BOT_CPU_SECONDS: float = env.float("BOT_CPU_SECONDS", default=10)
"""CPU time limit of one decision. A bot that exceeds it is stopped, and a random legal choice is
played.
"""
if 2 * BOT_THINKING_SECONDS >= BOT_CPU_SECONDS:
    raise ImproperlyConfigured(
        f"BOT_CPU_SECONDS ({BOT_CPU_SECONDS:g}) must be more than twice the time of "
        f"BOT_THINKING_MS ({1000 * BOT_THINKING_SECONDS:g})."
    )
