"""Waking whoever waits for news: workers for a bot's turn, streams for those who watch.

Accelerators that may fail: the sweep and the streams' poll need none.
"""

from __future__ import annotations

from functools import cache
from uuid import UUID

from django.conf import settings
from django.db import transaction
from redis import Redis

from core.breaker import CircuitBreaker
from core.task_wakeup import TaskWakeup

TASK = "games.tasks.bots_play"
bots = TaskWakeup(TASK)

CHANNEL = "citadels:changes"
"""Where Redis tells the streams which game or user there is news of: an id, and nothing else."""
PUBLISH_SECONDS = 0.5

channel = CircuitBreaker("Redis cannot be reached, streams poll instead")
"""Nothing that fails here may look like a failure of the move."""


def bots_wake_on_commit(game_id: UUID, after: float = 0) -> None:
    """Wake a worker for the bots of a game ``after`` so many seconds, when that is stored."""
    transaction.on_commit(lambda: bots_wake(game_id, after), robust=True)


def bots_wake(game_id: UUID, after: float = 0) -> None:
    """Wake a worker for the bots of a game. A broker that is down is logged, and no error."""
    bots.wake(str(game_id), after=after)


def game_publish_on_commit(game_id: UUID) -> None:
    """Tell those who watch a game that there is something new, when it is safely stored."""
    transaction.on_commit(lambda: publish(game_id), robust=True)


def user_publish_on_commit(user_id: UUID) -> None:
    """Tell the streams of a user that he has taken a seat, or left one, when that is stored."""
    transaction.on_commit(lambda: publish(user_id), robust=True)


def publish(key: UUID) -> None:
    """Tell all streams of this id. Without Redis they poll, and notice somewhat later."""
    if settings.REDIS_URL:
        channel.call(lambda: redis_client(settings.REDIS_URL).publish(CHANNEL, str(key)))


@cache
def redis_client(url: str) -> Redis:
    """The connections of this process, for telling; short of patience, since a move waits."""
    return Redis.from_url(
        url, socket_connect_timeout=PUBLISH_SECONDS, socket_timeout=PUBLISH_SECONDS
    )
