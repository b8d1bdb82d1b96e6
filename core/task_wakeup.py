"""Wakes workers, to make work start sooner. It may fail, since a sweep finds all that is due."""

from __future__ import annotations

from time import monotonic
from typing import Any

from celery import current_app
from django.db import transaction

from core.breaker import CircuitBreaker

LONGEST_COUNTDOWN = 60
MOST_WAITING = 10
"""Messages in a queue from which on no further sweep is sent."""
MOST_WAITING_FOR_RARE = 1000
"""The same for tasks that are sent once a minute or less often, such as exports. They are few, and
must not wait until messages of other tasks have left the queue.
"""


broker = CircuitBreaker("The broker cannot be reached, the sweep takes over")
"""Brokers raise many kinds of errors, and none of them matters here."""


def send_task(task: str, args: list[Any], after: float = 0) -> bool:
    """Publish a task. Returns False if that failed, or if enough messages are waiting."""

    def publish() -> bool:
        with current_app.producer_or_acquire() as producer:
            if not args and is_backed_up(task, producer.channel):
                return False
            current_app.send_task(task, args=args, countdown=after or None, producer=producer)
            return True

    return bool(broker.call(publish))


def is_backed_up(task: str, channel: Any, *, most: int = MOST_WAITING) -> bool:
    """True if at least ``most`` messages wait in the queue of a sweep, so that another one adds
    nothing.

    This bounds the queue while no worker takes messages. Messages that expire would not: they stay
    in the queue until a worker takes them, which then compares its clock with the sender's.
    """
    queue = current_app.amqp.router.route({}, task)["queue"]
    return bool(queue(channel).queue_declare().message_count >= most)


class TaskWakeup:
    """Wakes the workers of one task.

    With a ``rest``, no message is sent for that number of seconds after the last one: the worker
    that it woke, or the next sweep, finds what has come in the meantime.
    """

    def __init__(self, task: str, *, rest: float = 0.0) -> None:
        self.task = task
        self.rest = rest
        self.silent_until = 0.0

    def wake(self, *ids: str, after: float = 0) -> None:
        """Wake a worker ``after`` a number of seconds.

        Long waits are left to the sweep: brokers deliver messages that wait long twice.
        """
        is_resting = self.rest and monotonic() < self.silent_until
        if is_resting or after > LONGEST_COUNTDOWN:
            return
        if send_task(self.task, list(ids), after):
            self.silent_until = monotonic() + self.rest

    def wake_on_commit(self, *ids: str, after: float = 0) -> None:
        """Wake a worker after the current transaction commits."""
        # Not a partial: Django reads the name of a callback that fails, which a partial does not
        # have.
        transaction.on_commit(lambda: self.wake(*ids, after=after), robust=True)
