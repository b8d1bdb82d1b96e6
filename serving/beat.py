"""The scheduler of Celery's beat: what it sends, and when."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery.beat import ScheduleEntry
from celery.beat import Scheduler as CeleryScheduler
from celery.schedules import crontab

from core.task_wakeup import MOST_WAITING, MOST_WAITING_FOR_RARE, is_backed_up
from serving import liveness
from serving.heartbeats import BEAT

logger = logging.getLogger(__name__)

LONGEST_INTERVAL = timedelta(days=1)
RARE = timedelta(minutes=1)
"""Tasks with at least this interval are sent even if their queue is long."""


class Scheduler(CeleryScheduler):
    """A schedule in memory: every task is due once at the start.

    Celery's own scheduler stores when each task was last sent. If the clock was ahead at that time,
    a restarted beat sends nothing until the clock catches up.
    """

    closed = False

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at -= LONGEST_INTERVAL

    def close(self) -> None:
        super().close()
        self.closed = True

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due, and return the seconds until the next call.

        Celery ends beat with a SystemExit from a signal handler, which is lost if it is raised in a
        finalizer, for example of a connection. So a closed scheduler raises it again.
        """
        if self.closed:
            raise SystemExit
        self.follow_clock()
        return super().tick(*args, **kwargs)

    def follow_clock(self) -> None:
        """Restart the intervals if the clock of this machine was set back."""
        entries = self.schedule.values()
        if any(entry.last_run_at > entry.default_now() for entry in entries):
            for entry in entries:
                entry.last_run_at = min(entry.last_run_at, entry.default_now())
            self._heap = None  # the next tick creates it again

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a task, unless its queue is backed up: sweeps must not pile up behind a slow worker.

        A daily task is always sent, since its next chance comes a day later.
        """
        try:
            if not must_wait(entry, producer.channel):
                self.apply_async(entry, producer=producer, advance=False)
        except Exception as error:  # brokers raise many kinds of errors; the next tick tries again
            logger.warning("Beat cannot send %s: %s", entry.task, error)
        else:
            liveness.heartbeats().write(BEAT)


def must_wait(entry: ScheduleEntry, channel: Any) -> bool:
    """True if the queue of a task is too long to send the task now."""
    if isinstance(entry.schedule, crontab):
        return False
    most = MOST_WAITING_FOR_RARE if entry.schedule.run_every >= RARE else MOST_WAITING
    return is_backed_up(entry.task, channel, most=most)
