"""The service watches itself, so that nobody forfeits for time in which it could not work.

Each sweep first leaves a heartbeat. If the last one is too long ago, the time in between was an
outage: a row that every clock leaves out from then on (see ``timing.calendar_of``), whoever reads
it and however often. There is nothing to be applied to games, so nothing can be applied twice.
An outage that no sweep has written down yet counts on no clock either.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import urllib3
from django.conf import settings
from django.db import transaction

from core import database_clock
from games.models import Heartbeat, Outage

logger = logging.getLogger(__name__)

SWEEPS = "sweeps"
WEB = "web"
PROBE_EVERY = timedelta(seconds=20)
PROBE_TIMEOUT = urllib3.Timeout(connect=2, read=3)
WEB_MISSED = timedelta(seconds=60)
"""Without an answer for so long, players are taken to be locked out: no deadline is resolved, and
the time counts on no clock."""

_http = urllib3.PoolManager(retries=False, timeout=PROBE_TIMEOUT)


def heartbeat(*, driver: str) -> datetime:
    """Leave a sign of life for the sweeps and for ``driver``; returns the instant.

    The first one after a gap writes the outage down, in the same transaction.
    """
    now = database_clock.now()
    beat(name=SWEEPS, now=now, gap=max_gap())
    Heartbeat.objects.update_or_create(name=driver, defaults={"at": now})
    return now


def outages_since(since: datetime) -> list[tuple[datetime, datetime]]:
    """When the service was not able to work since then, up to now."""
    outages = Outage.objects.filter(ended_at__gt=since).order_by("began_at")
    spans = list(outages.values_list("began_at", "ended_at"))
    gaps = {SWEEPS: max_gap()}
    if settings.WEB_PROBE_URL:
        gaps[WEB] = WEB_MISSED
    signs = list(Heartbeat.objects.filter(name__in=gaps).values_list("name", "at"))
    now = database_clock.now()
    return spans + [(at, now) for name, at in signs if now - at > gaps[name]]  # still open


def outage_ended(*, now: datetime) -> bool:
    """Whether the sign of life of this instant was the first after an outage."""
    return Outage.objects.filter(ended_at=now).exists()


@transaction.atomic
def beat(*, name: str, now: datetime, gap: timedelta) -> None:
    """A sign of life of ``name``; more than ``gap`` without one becomes a ``Outage``."""
    Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
    last = Heartbeat.objects.select_for_update().get(name=name)
    if now <= last.at:
        return
    if now - last.at > gap:
        Outage.objects.create(began_at=last.at, ended_at=now, what=name)
        logger.error("No %s from %s to %s: this time counts on no clock", name, last.at, now)
    last.at = now
    last.save(update_fields=["at"])


def max_gap() -> timedelta:
    return timedelta(seconds=settings.MAX_GAP_SECONDS)


def web_probe(*, now: datetime) -> None:
    """Ask the web process whether it answers, if the settings say where and it is time to."""
    if not settings.WEB_PROBE_URL:
        return
    last = Heartbeat.objects.filter(name=WEB).values_list("at", flat=True).first()
    if last is not None and now - last < PROBE_EVERY:
        return
    try:
        reply = _http.request("GET", settings.WEB_PROBE_URL)
    except urllib3.exceptions.HTTPError as error:
        logger.warning("The web process does not answer: %s", error)
        return
    if reply.status < 500:
        beat(name=WEB, now=now, gap=WEB_MISSED)
    else:
        logger.warning("The web process answers %s", reply.status)


def resolvable_until() -> datetime:
    """Up to which instant what is due may be resolved: by now, but only where the web process has
    answered since the grace was over, so that whoever tried in time was heard.
    """
    now = database_clock.now()
    if not settings.WEB_PROBE_URL:
        return now
    last = Heartbeat.objects.filter(name=WEB).values_list("at", flat=True).first()
    return now if last is None else min(now, last + timedelta(seconds=settings.REQUEST_SECONDS))


def players_locked_out(*, now: datetime) -> bool:
    """Whether the web process has not answered for a while."""
    if not settings.WEB_PROBE_URL:
        return False
    last = Heartbeat.objects.filter(name=WEB).values_list("at", flat=True).first()
    return last is None or now - last > WEB_MISSED
