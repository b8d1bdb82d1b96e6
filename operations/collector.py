"""Metrics that are read from the database and the broker at each scrape."""

from __future__ import annotations

import logging
import math
import shutil
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector
from redis import RedisError

from games.maintenance.selectors import find_maintenance
from operations import db_metrics
from operations.build import build_info
from operations.db_metrics import Backlog
from serving.heartbeats import BEAT, SERVERS, WORKER
from serving.liveness import heartbeats
from serving.queues import queue_lengths

logger = logging.getLogger(__name__)
FRESH_SECONDS = 45
"""Processes without a heartbeat for this long do not count."""


class ServiceCollector(Collector):
    """Gauges of the whole service. Every process reports the same values."""

    def collect(self) -> Iterable[GaugeMetricFamily | InfoMetricFamily]:
        yield InfoMetricFamily("citadels_build", "What is running.", value=build_info())
        yield from machine()
        yield from broker()
        yield from backup()
        try:
            found = list(database())
        except (DatabaseError, InterfaceError) as error:
            logger.warning("The database cannot be asked for figures: %s", type(error).__name__)
            found = []
        finally:
            connections.close_all()  # those of this thread, which ends with its reply
        yield gauge("citadels_database_up", "1 if the database answers.", float(bool(found)))
        yield from found


def machine() -> Iterator[GaugeMetricFamily]:
    """Yield what runs on this machine, and how much of its disk is free."""
    kinds = (*SERVERS, WORKER, BEAT)
    yield labeled_gauge(
        "citadels_processes",
        "Processes of this machine with a heartbeat. Workers count once.",
        "kind",
        {kind: heartbeats().count_fresh(kind, seconds=FRESH_SECONDS) for kind in kinds},
    )
    with suppress(OSError):
        disk = shutil.disk_usage(settings.VAR_DIR)
        words = "Free part of the disk with the files of the service (VAR_DIR)."
        yield gauge("citadels_disk_free_ratio", words, disk.free / disk.total)


def database() -> Iterator[GaugeMetricFamily]:
    """Yield the metrics that are read from the database."""
    now = db_metrics.now()
    skew, words = abs(time.time() - now.timestamp()), "Between the clocks of machine and database."
    yield gauge("citadels_clock_skew_seconds", words, skew)
    yield labeled_gauge(
        "citadels_heartbeat_age_seconds",
        "Since the last sweep (sweeps), and the last answer to the probe (web).",
        "driver",
        db_metrics.heartbeat_ages(now=now),
    )
    yield from waiting("due", "Games that should have been seen to", db_metrics.due(now=now))
    yield from waiting("outbox", "What users should have been told", db_metrics.outbox(now=now))
    still = db_metrics.stopped_games_count()
    yield gauge("citadels_games_quarantined", "Games in quarantine.", still["quarantined"])
    yield gauge("citadels_games_frozen", "Games frozen by moderators.", still["frozen"])
    found = find_maintenance()
    is_on = float(found is not None and found.is_on)
    yield gauge("citadels_maintenance", "1 while the service is in maintenance.", is_on)


def broker() -> Iterator[GaugeMetricFamily]:
    """Yield the metrics of the broker; if it does not answer, only that."""
    try:
        lengths = queue_lengths()
    except (RedisError, OSError) as error:
        logger.warning("The metrics of the broker cannot be read: %s", type(error).__name__)
        yield gauge("citadels_broker_up", "1 if Redis answers.", 0)
        return
    if lengths:
        yield gauge("citadels_broker_up", "1 if Redis answers.", 1)
        name, words = "citadels_queue_length", "Messages waiting."
        yield labeled_gauge(name, words, "queue", lengths)


def backup() -> Iterator[GaugeMetricFamily]:
    """Yield the age of the last backup in seconds; infinite if there was none."""
    if not settings.BACKUP_STAMP:
        return
    try:
        age = time.time() - Path(settings.BACKUP_STAMP).stat().st_mtime
    except OSError:
        age = math.inf
    yield gauge("citadels_backup_age_seconds", "Since the last backup succeeded.", age)


def waiting(what: str, words: str, found: Mapping[str, Backlog]) -> Iterator[GaugeMetricFamily]:
    """Yield how many rows wait, and for how long the oldest has waited."""
    counts = {kind: one.count for kind, one in found.items()}
    ages = {kind: one.oldest for kind, one in found.items()}
    yield labeled_gauge(f"citadels_{what}", f"{words}.", "kind", counts)
    yield labeled_gauge(f"citadels_{what}_oldest_seconds", f"{words}: for how long.", "kind", ages)


def gauge(name: str, words: str, value: float) -> GaugeMetricFamily:
    """Return a metric with one value."""
    return GaugeMetricFamily(name, words, value=value)


def labeled_gauge(
    name: str, words: str, label: str, values: Mapping[str, float | int]
) -> GaugeMetricFamily:
    """Return a metric with a value for each label."""
    family = GaugeMetricFamily(name, words, labels=[label])
    for one, value in values.items():
        family.add_metric([one], value)
    return family
