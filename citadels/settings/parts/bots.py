"""Limits of the time that bots think and wait, in seconds; a choice is limited in CPU time."""

from __future__ import annotations

from citadels.settings.parts.environment import env

BOT_SECONDS = {
    "quick": env.float("BOT_QUICK_MS", default=50) / 1000,
    "steady": env.float("BOT_STEADY_MS", default=1000) / 1000,
    "deep": env.float("BOT_DEEP_MS", default=5000) / 1000,
}
"""Of the levels that think."""
BOT_MOVE_SECONDS: float = env.float("BOT_MOVE_MS", default=250) / 1000
"""A fast bot moves at a random instant that says nothing about what it thinks of: between 0.4 times
and once this time after it was asked. If twice the time of its level is longer than 0.4 times this
time, the instant is that long after it was asked, or up to 0.6 times this time later. 0: a bot
moves as soon as it has decided."""
BOT_PATIENCE: float = env.float("BOT_PATIENCE", default=8)
"""So many matches may wait for the workers before bots think half as long; with three times as many
they think a quarter as long, and so on."""
BOT_LEAST_SHARE = 0.1
"""Of their time is left to them whatever waits: the choice that comes of it is still a good one."""
BOT_CPU_SECONDS: float = env.float("BOT_CPU_SECONDS", default=10)
"""After which a bot that does not keep to its time is broken off, and a legal choice is made by
chance; never less than twice the time it has."""
BOT_SLOWNESS = 6
"""So many times as long as its time on the processor may a bot take where machines are slow or
shared, before another worker takes its match on."""
