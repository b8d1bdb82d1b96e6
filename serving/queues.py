"""The queues of tasks in the broker."""

from __future__ import annotations

from django.conf import settings
from redis import Redis


def queue_lengths() -> dict[str, int]:
    """Return the number of messages in each queue, or nothing without Redis. Raises RedisError."""
    if not settings.REDIS_URL:
        return {}
    with Redis.from_url(settings.REDIS_URL, **settings.REDIS_OPTIONS) as broker:
        return {name: int(broker.llen(name)) for name in queues()}


def queues() -> list[str]:
    """Return the names of the task queues."""
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    return sorted(routed | {settings.CELERY_TASK_DEFAULT_QUEUE})
