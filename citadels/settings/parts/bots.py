"""Limits of the time that bots think and wait, in seconds."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from citadels.settings.parts.environment import env

BOT_SECONDS_MAX = 0.25
"""No level may think longer: the worker that plays its move waits for it."""
BOT_SECONDS = {"quick": env.float("BOT_QUICK_MS", default=50) / 1000}
"""How long the levels that search may think about one choice."""
if max(BOT_SECONDS.values()) > BOT_SECONDS_MAX:
    raise ImproperlyConfigured(f"BOT_QUICK_MS is at most {1000 * BOT_SECONDS_MAX:.0f}.")
BOT_MOVE_SECONDS: float = env.float("BOT_MOVE_MS", default=250) / 1000
"""A bot moves at a random instant that says nothing about what it thinks of: between 0.4 times
and once this time after it was asked. If twice the time of its level is longer than 0.4 times this
time, the instant is that long after it was asked, or up to 0.6 times this time later. 0: a bot
moves as soon as it has decided."""
BOT_CPU_SECONDS: float = env.float("BOT_CPU_SECONDS", default=10)
"""After which a bot that does not keep to its time is broken off, and a legal choice is made by
chance."""
