"""`manage.py run_timers`: drives all sweeps, beside or instead of Celery's beat."""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from time import monotonic
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from django.db import close_old_connections, connections

from accounts.services.email_sending import emails_send
from core import liveness
from games.sweeps import autos_sweep, timers_sweep
from notifications.services.digest import digests_create
from notifications.services.relay import relay_all
from operations import exporter
from operations.maintenance import Maintenance

logger = logging.getLogger(__name__)

DRIVER = "run_timers"
MAINTENANCE_STOP_SECONDS = 10.0
"""Seconds to wait for an export or a deletion when the process is told to end. The sweeps end
meanwhile, and everything must be over before the process is killed.
"""


class Command(BaseCommand):
    help = (
        "Do what is due, without a broker: deadlines, bots, reminders, notifications, copies and "
        "deletions of accounts, and once a day the purges."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--every", type=float, default=settings.SWEEP_SECONDS, help="Seconds between sweeps."
        )
        parser.add_argument("--once", action="store_true", help="One sweep of each, then end.")

    def handle(self, *args: Any, every: float, once: bool, **options: Any) -> None:
        stop, stop_requested_at = threading.Event(), monotonic()

        def on_signal(number: int, frame: FrameType | None) -> None:
            nonlocal stop_requested_at
            if not stop.is_set():
                stop_requested_at = monotonic()
            stop.set()

        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, on_signal)
        exporter.serve()
        # Bots and mail servers may be slow. Clocks wait for neither.
        threads = [
            threading.Thread(target=drive, args=(sweep, every, stop, once), name=name)
            for name, sweep in BESIDE.items()
        ]
        # An export may take minutes. A process that ends abandons it, and the next attempt builds
        # it.
        long = threading.Thread(
            target=drive,
            args=(Maintenance().maintain, every, stop, once),
            name="maintain",
            daemon=True,
        )
        for thread in (*threads, long):
            thread.start()
        # in this thread, where a bot's CPU limit can be enforced
        drive(autos_sweep, every, stop, once)
        for thread in threads:
            thread.join()
        long.join(
            None if once else max(0.0, stop_requested_at + MAINTENANCE_STOP_SECONDS - monotonic())
        )


def drive(sweep: Callable[[], object], every: float, stop: threading.Event, once: bool) -> None:
    """Call ``sweep`` every ``every`` seconds until ``stop``, whatever it raises."""
    while not stop.is_set():
        liveness.write_heartbeat(f"timers-{sweep.__name__}")
        close_old_connections()
        try:
            sweep()
        except Exception:  # the database may be away for a while
            logger.exception("A sweep failed")
        if once or stop.wait(every):
            break
    connections.close_all()


def clocks() -> None:
    timers_sweep(driver=DRIVER)


BESIDE: dict[str, Callable[[], object]] = {
    "clocks": clocks,
    "notifications": relay_all,
    "digests": digests_create,
    "emails": emails_send,
}
