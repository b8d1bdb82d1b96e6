"""Wake-ups: workers when a bot has to move, streams when a game has changed.

They only save time and may fail: sweeps and streams also poll.
"""

from __future__ import annotations

from functools import cache
from uuid import UUID

from django.conf import settings
from django.db import transaction
from redis import Redis

from core import tracing
from core.breaker import CircuitBreaker
from core.task_wakeup import TaskWakeup

TASK = "games.tasks.bots_play"
bots = TaskWakeup(TASK)

CHANNEL = "citadels:changes"
"""The Redis channel on which streams get the id of a game or user with news, and nothing else than
the ``traceparent`` after a space if the change is traced.
"""
PUBLISH_SECONDS = 0.5

channel = CircuitBreaker("Redis cannot be reached, streams poll instead")
"""A failure here must not look like a failure of the move."""


def bots_wake_on_commit(game_id: UUID, after: float = 0) -> None:
    """Wake a worker for the bots of a game, ``after`` seconds after the commit."""
    transaction.on_commit(lambda: bots_wake(game_id, after), robust=True)


def bots_wake(game_id: UUID, after: float = 0) -> None:
    """Wake a worker for the bots of a game. If the broker is down, that is only logged."""
    bots.wake(str(game_id), after=after)


def game_publish_on_commit(game_id: UUID) -> None:
    """Notify the streams of a game after the commit."""
    transaction.on_commit(lambda: publish(game_id), robust=True)


def user_publish_on_commit(user_id: UUID) -> None:
    """Notify the streams of a user, who has taken or left a seat, after the commit."""
    transaction.on_commit(lambda: publish(user_id), robust=True)


def publish(key: UUID) -> None:
    """Notify all streams of this id. Without Redis they poll, and notice a little later."""
    if settings.REDIS_URL:
        news = f"{key} {tracing.traceparent()}".rstrip()
        channel.call(lambda: redis_client(settings.REDIS_URL).publish(CHANNEL, news))


@cache
def redis_client(url: str) -> Redis:
    """Return this process's client for publishing; its timeouts are short, since a move waits."""
    return Redis.from_url(
        url, socket_connect_timeout=PUBLISH_SECONDS, socket_timeout=PUBLISH_SECONDS
    )
