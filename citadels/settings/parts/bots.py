"""Time limits of bots, in seconds."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from citadels.settings.parts.environment import env

BOT_SECONDS_MAX = 0.25
"""The longest thinking time of any level: the worker that plays the move waits for it."""
BOT_SECONDS = dict.fromkeys(("hard", "expert"), env.float("BOT_SEARCH_MS", default=50) / 1000)
"""Thinking time of the levels that search."""
if max(BOT_SECONDS.values()) > BOT_SECONDS_MAX:
    raise ImproperlyConfigured(f"BOT_SEARCH_MS is at most {1000 * BOT_SECONDS_MAX:.0f}.")
ANALYSIS_DAY_LIMIT: int = env.int("ANALYSIS_DAY_LIMIT", default=10)
"""Analyses of finished games that a user may request in 24 hours."""
HINT_DAY_LIMIT: int = env.int("HINT_DAY_LIMIT", default=50)
"""Hints that a user may request in 24 hours."""
BOT_MOVE_SECONDS: float = env.float("BOT_MOVE_MS", default=250) / 1000
"""Delay of a bot's move. A bot moves at a random instant between 0.4 times and once this time after
its turn begins, which says nothing about what it thinks of. If twice the thinking time of its level
is longer than 0.4 times this time, the move is that much later, or up to 0.6 times this time after
that. 0: a bot moves as soon as it has decided.
"""
BOT_CPU_SECONDS: float = env.float("BOT_CPU_SECONDS", default=10)
"""Wall-clock limit of one decision. A bot that exceeds it is stopped, and a random legal choice is
played.
"""
