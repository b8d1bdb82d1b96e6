"""How long bots think, in seconds of a processor for one choice."""

from __future__ import annotations

from citadels.settings.parts.environment import env

BOT_SECONDS = {
    "quick": env.float("BOT_QUICK_MS", default=50) / 1000,
    "steady": env.float("BOT_STEADY_MS", default=1000) / 1000,
    "deep": env.float("BOT_DEEP_MS", default=5000) / 1000,
}
"""Of the levels that think."""
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
