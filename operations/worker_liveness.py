"""Signs of life of Celery's workers, and the port of their figures."""

from __future__ import annotations

from typing import Any

from celery.signals import heartbeat_sent, task_postrun, worker_ready

from core import liveness
from operations import exporter

WORKER, WORKED = "worker", "worked"


def listen() -> None:
    worker_ready.connect(worker_began)
    heartbeat_sent.connect(worker_lives)
    task_postrun.connect(worker_worked)


def worker_began(sender: Any = None, **kwargs: object) -> None:
    """The queues are written down, for who looks whether somebody waits in them."""
    liveness.sign(WORKER, ",".join(sender.app.amqp.queues.consume_from))
    liveness.sign(WORKED)
    exporter.serve()


def worker_lives(**kwargs: object) -> None:
    """Told by the loop that also takes messages, while the broker takes its word."""
    liveness.sign(WORKER)


def worker_worked(**kwargs: object) -> None:
    liveness.sign(WORKED)
