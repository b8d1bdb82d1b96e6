"""Waking a worker: an accelerator that may fail, since a sweep finds all that is due."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

LONGEST_COUNTDOWN = 60
BREAK = 5.0
"""Seconds without a call after one failed: reaching for a dead broker slows every caller down."""


class Broker:
    """What is known of the broker; all doorbells of a process share it."""

    def __init__(self) -> None:
        self.broken_until = 0.0

    def send(self, task: str, args: list[Any], expires: float, after: float = 0) -> bool:
        """Publish a task; whether it went out. A broker that is down is logged, and no error."""
        if monotonic() < self.broken_until:
            return False
        try:
            current_app.send_task(task, args=args, expires=after + expires, countdown=after or None)
        except Exception as error:  # brokers fail in many ways, and none of them matters here
            self.broken_until = monotonic() + BREAK
            logger.warning("The broker cannot be reached, the sweep takes over: %s", error)
            return False
        return True


broker = Broker()


class Doorbell:
    """Rings for one task. A call that nobody took within ``expires`` seconds is dropped.

    A bell with a ``rest`` is silent for so many seconds after it rang: who answers it finds what
    has come meanwhile, or else the next sweep does.
    """

    def __init__(self, task: str, *, expires: float, rest: float = 0.0) -> None:
        self.task = task
        self.expires = expires
        self.rest = rest
        self.silent_until = 0.0

    def ring(self, *ids: str, after: float = 0) -> None:
        """Wake a worker ``after`` so many seconds.

        Long waits are left to the sweep: a call that lies in the broker for long comes twice.
        """
        resting = self.rest and monotonic() < self.silent_until
        if resting or after > LONGEST_COUNTDOWN:
            return
        if broker.send(self.task, list(ids), self.expires, after):
            self.silent_until = monotonic() + self.rest

    def ring_on_commit(self, *ids: str, after: float = 0) -> None:
        """Wake a worker when the transaction is safely stored."""
        # No partial: Django asks what failed for its name, which a partial has not.
        transaction.on_commit(lambda: self.ring(*ids, after=after), robust=True)
