"""Regular work of run_timers, for installations without beat: exports, deletions of accounts,
analyses and purging.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from accounts.services import purge as accounts
from accounts.services.deletions import deletions_carry_out
from accounts.services.exports import exports_make
from core import database_clock
from games import personal_data as games
from games.analysis.queue import analyses_run
from moderation.services import privacy as moderation
from notifications.services import purge as notifications

logger = logging.getLogger(__name__)

PURGE_EVERY = timedelta(days=1)
PURGES: tuple[Callable[..., object], ...] = (
    games.expired_purge,
    notifications.expired_purge,
    accounts.expired_purge,
    moderation.expired_purge,
)


class Maintenance:
    """Maintenance of one process: it purges at the start, and every day after that.

    Other processes may do the same at the same time: everything here may run twice.
    """

    def __init__(self) -> None:
        self.purge_at: datetime | None = None

    def maintain(self) -> None:
        """Build exports, delete accounts and analyze games for some seconds, and purge once a day.
        A failure of one does not stop the others.
        """
        self.run_safely(exports_make)
        self.run_safely(deletions_carry_out)
        self.run_safely(analyses_run)
        now = database_clock.now()
        if self.purge_at is None or now >= self.purge_at:
            self.purge_at = now + PURGE_EVERY
            for purge in PURGES:
                self.run_safely(purge, now=now)

    def run_safely(self, work: Callable[..., object], **given: datetime) -> None:
        try:
            work(**given)
        except Exception:
            logger.exception("%s.%s failed", work.__module__, work.__name__)
