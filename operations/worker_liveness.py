"""Heartbeats of Celery workers, and the port of their metrics."""

from __future__ import annotations

from typing import Any

from celery.signals import heartbeat_sent, task_postrun, worker_ready

from core import liveness
from operations import exporter

WORKER, WORKED = "worker", "worked"


def listen() -> None:
    worker_ready.connect(on_worker_ready)
    heartbeat_sent.connect(on_worker_heartbeat)
    task_postrun.connect(on_task_done)


def on_worker_ready(sender: Any = None, **kwargs: object) -> None:
    """Store the worker's queues, for the health check."""
    liveness.write_heartbeat(WORKER, ",".join(sender.app.amqp.queues.consume_from))
    liveness.write_heartbeat(WORKED)
    exporter.serve()


def on_worker_heartbeat(**kwargs: object) -> None:
    """Celery sends this signal from the loop that takes messages, while the broker is reachable."""
    liveness.write_heartbeat(WORKER)


def on_task_done(**kwargs: object) -> None:
    liveness.write_heartbeat(WORKED)
