"""Waking a worker for a bot's turn: an accelerator that may fail, since the sweep needs none."""

from __future__ import annotations

import logging
from time import monotonic
from uuid import UUID

from celery import current_app
from django.db import transaction

logger = logging.getLogger(__name__)

TASK = "games.tasks.bots_play"
EXPIRES = 60
"""Seconds after which a call nobody took is dropped: the sweep has played the turn by then."""
LONGEST_COUNTDOWN = 60
BREAK = 5.0
"""Seconds without a call after one failed: reaching for a dead broker slows every move down."""

_broken_until = 0.0


def bots_wake_on_commit(game_id: UUID, after: int = 0) -> None:
    """Wake a worker for the bots of a match when the transaction is safely stored."""

    def ring() -> None:  # Django wants a name of it, which a partial has not
        bots_wake(game_id, after)

    transaction.on_commit(ring, robust=True)


def bots_wake(game_id: UUID, after: int = 0) -> None:
    """Wake a worker for the bots of a match ``after`` so many seconds.

    A broker that is down is logged, and no error. Longer waits are left to the sweep: a call that
    lies in the broker for long is delivered twice.
    """
    global _broken_until
    if monotonic() < _broken_until or after > LONGEST_COUNTDOWN:
        return
    try:
        current_app.send_task(
            TASK, args=[str(game_id)], expires=after + EXPIRES, countdown=after or None
        )
    except Exception as error:  # brokers fail in many ways, and none of them matters here
        _broken_until = monotonic() + BREAK
        logger.warning("The broker cannot be reached, the sweep takes over: %s", error)


def game_told_on_commit(game_id: UUID) -> None:
    """Tell those who watch a match that it has changed."""
