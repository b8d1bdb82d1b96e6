"""How long bots may think: less while many matches wait, rather than one of them not at all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import monotonic, thread_time

from django.conf import settings

from games.engines.bots import bot_seconds
from games.selectors import autos_waiting
from games.services import instant

BRIEF_SECONDS = 0.25
"""Who may think longer than this plays one move in a run, so that a run of others costs little."""
SLACK = 1.25
"""Wall-clock limit of a bot's thinking, as a multiple of its CPU seconds."""
HAND_OVER = timedelta(milliseconds=250)
"""After that time, in which the choice is stored and a worker woken to play it."""
LATE = timedelta(seconds=1)
"""What waits for longer than this waits since the workers have too much to do."""


def thinking_seconds(*, slug: str, level: str) -> float:
    """Of a processor, that the bot of ``level`` may use for a choice now; 0: it answers at once."""
    usual = bot_seconds(slug=slug, level=level)
    return usual * share_left(autos_waiting(now=instant.now() - LATE)) if usual else 0.0


def share_left(waiting: int) -> float:
    """Of the time that bots have, while so many matches wait. Without any patience they have the
    least as soon as one does.
    """
    patience: float = settings.BOT_PATIENCE
    return max(settings.BOT_LEAST_SHARE, patience / (patience + waiting)) if waiting else 1.0


def thinks_long(*, slug: str, level: str) -> bool:
    """Whether a run has to begin with this bot's choice, and end with it."""
    return bot_seconds(slug=slug, level=level) > BRIEF_SECONDS


def breaking_off(seconds: float) -> float:
    """When a bot that has so many seconds is broken off."""
    return max(settings.BOT_CPU_SECONDS, 2 * seconds)


def shown_after(seconds: float) -> timedelta:
    """How long after a bot began to think with so many seconds its move is seen, however long it
    did: by then it is done.
    """
    return timedelta(seconds=seconds * SLACK) + HAND_OVER


def bot_clock() -> Callable[[], float]:
    """Return the clock by which a bot counts the time that it has used: CPU time, or more where
    others share the processor, so that the bot has decided in time.
    """
    used, since = thread_time(), monotonic()
    return lambda: max(thread_time() - used, (monotonic() - since) / SLACK)
