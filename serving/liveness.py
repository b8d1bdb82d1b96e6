"""Heartbeats of workers and servers: see `serving.heartbeats`."""

from __future__ import annotations

from typing import Any

from celery.signals import heartbeat_sent, task_postrun, worker_ready
from django.conf import settings
from redis import RedisError

from serving.heartbeats import WORKED, WORKER, Heartbeats
from serving.queues import queue_lengths


def listen() -> None:
    """Write heartbeats from now on, if this process is a worker."""
    worker_ready.connect(on_worker_ready)
    heartbeat_sent.connect(on_worker_heartbeat)
    task_postrun.connect(on_task_done)


def heartbeats() -> Heartbeats:
    """Return the heartbeat files of this machine."""
    return Heartbeats(settings.VAR_DIR / "heartbeats")


def on_worker_ready(sender: Any = None, **kwargs: object) -> None:
    heartbeats().write(WORKER, ",".join(sender.app.amqp.queues.consume_from))
    heartbeats().write(WORKED)


def on_worker_heartbeat(**kwargs: object) -> None:
    """Celery sends this signal from the loop that takes messages, while the broker is reachable."""
    files = heartbeats()
    files.write(WORKER)
    idle = files.age(WORKED)
    if idle and idle > settings.STALLED_SECONDS / 2 and not is_work_waiting(files):
        files.write(WORKED)


def is_work_waiting(files: Heartbeats) -> bool:
    """True if there are messages in the queues of this worker. No if Redis does not answer: no
    worker can do anything then.
    """
    try:
        lengths = queue_lengths()
    except (RedisError, OSError):
        return False
    return any(lengths.get(name) for name in files.read(WORKER).split(","))


def on_task_done(**kwargs: object) -> None:
    heartbeats().write(WORKED)
