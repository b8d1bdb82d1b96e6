"""How long bots think, in seconds of a processor for one choice."""

from __future__ import annotations

import os


def _number(name: str, default: float) -> float:
    return float(os.environ.get(name) or default)


BOT_SECONDS = {
    "quick": _number("BOT_QUICK_MS", 50) / 1000,
    "steady": _number("BOT_STEADY_MS", 1000) / 1000,
    "deep": _number("BOT_DEEP_MS", 5000) / 1000,
}
"""Of the levels that think."""
BOT_PATIENCE = _number("BOT_PATIENCE", 8)
"""So many matches may wait for the workers before bots think half as long; with three times as many
they think a quarter as long, and so on."""
BOT_LEAST_SHARE = 0.1
"""Of their time is left to them whatever waits: the choice that comes of it is still a good one."""
BOT_CPU_SECONDS = _number("BOT_CPU_SECONDS", 10)
"""After which a bot that does not keep to its time is broken off, and a legal choice is made by
chance; never less than twice the time it has."""
BOT_SLOWNESS = 6
"""So many times as long as its time on the processor may a bot take where machines are slow or
shared, before another worker takes its match on."""
