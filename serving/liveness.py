"""Heartbeat files of workers and beat. The age of a file is the age of the heartbeat."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery.signals import heartbeat_sent, task_postrun, worker_ready
from django.conf import settings

BEAT = "beat"
WORKER = "worker"
"""Written by the loop of a worker that takes messages. The file names the worker's queues."""
WORKED = "worked"
"""Written whenever a worker is ready, or has finished a task."""


def listen() -> None:
    """Write heartbeats from now on, if this process is a worker."""
    worker_ready.connect(on_worker_ready)
    heartbeat_sent.connect(on_worker_heartbeat)
    task_postrun.connect(on_task_done)


def on_worker_ready(sender: Any = None, **kwargs: object) -> None:
    write_heartbeat(WORKER, ",".join(sender.app.amqp.queues.consume_from))
    write_heartbeat(WORKED)


def on_worker_heartbeat(**kwargs: object) -> None:
    """Celery sends this signal from the loop that takes messages, while the broker is reachable."""
    write_heartbeat(WORKER)


def on_task_done(**kwargs: object) -> None:
    write_heartbeat(WORKED)


def write_heartbeat(name: str, words: str = "") -> None:
    """Write a heartbeat. A full disk does not stop the process."""
    path = heartbeat_path(name)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if words:
            path.write_text(words, encoding="utf-8")
        path.touch()


def heartbeat_age(name: str) -> float | None:
    """Return the seconds since the last heartbeat, or None if there is none."""
    try:
        return max(0.0, time.time() - heartbeat_path(name).stat().st_mtime)
    except OSError:
        return None


def read_heartbeat(name: str) -> str:
    """Return the text that was written with a heartbeat."""
    try:
        return heartbeat_path(name).read_text(encoding="utf-8")
    except OSError:
        return ""


def heartbeat_path(name: str) -> Path:
    """Return the file of a heartbeat."""
    folder: Path = settings.VAR_DIR / "heartbeats"
    return folder / name
