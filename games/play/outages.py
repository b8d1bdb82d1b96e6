"""Outage detection, so that no player loses time while the service is down.

Each sweep starts by storing a heartbeat. If the previous one is too old, the time between them was
an outage. It is stored as a row, and every clock skips that time from then on (see
``timing.calendar_of``). Nothing is applied to the games themselves, so nothing can be applied
twice. An outage that is still going on is skipped as well.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import urllib3
from django.conf import settings
from django.db import transaction

from core import database_clock
from core.metrics import WEB_PROBES
from games.models import Actor, Heartbeat, Move, Outage

logger = logging.getLogger(__name__)

SWEEPS = "sweeps"
WEB = "web"
PROBE_EVERY = timedelta(seconds=20)
PROBE_TIMEOUT = urllib3.Timeout(connect=2, read=3)
WEB_MISSED = timedelta(seconds=60)
"""After this time without an answer, players count as locked out: no deadline is resolved, and no
clock counts the time."""
RECENT_MOVES = 1_000
"""Moves that are read to find one of a player, since they have no index by time."""

_http = urllib3.PoolManager(retries=False, timeout=PROBE_TIMEOUT)


def heartbeat() -> datetime:
    """Store a heartbeat of the sweeps; return its time.

    The first one after a gap also stores the outage, in the same transaction.
    """
    now = database_clock.now()
    beat(name=SWEEPS, now=now, gap=max_gap())
    return now


def outages_since(since: datetime) -> list[tuple[datetime, datetime]]:
    """Return the outages since then, including one that is still going on."""
    return [(began_at, ended_at) for began_at, ended_at, _name in named_outages(since)]


def named_outages(since: datetime) -> list[tuple[datetime, datetime, str]]:
    """Return begin, end and name of the outages since then, as ``outages_since`` does."""
    outages = Outage.objects.filter(ended_at__gt=since).order_by("began_at")
    spans = list(outages.values_list("began_at", "ended_at", "what"))
    gaps = {SWEEPS: max_gap()}
    if settings.WEB_PROBE_URL:
        gaps[WEB] = WEB_MISSED
    heartbeats = list(Heartbeat.objects.filter(name__in=gaps).values_list("name", "at"))
    now = database_clock.now()
    return spans + [
        (at, now, name) for name, at in heartbeats if now - at > gaps[name]
    ]  # still open


def is_after_outage(*, now: datetime) -> bool:
    """True if the heartbeat at ``now`` was the first one after an outage."""
    return Outage.objects.filter(ended_at=now).exists()


@transaction.atomic
def beat(*, name: str, now: datetime, gap: timedelta) -> None:
    """Store a heartbeat of ``name``, and an ``Outage`` if there was none for more than ``gap``."""
    rows = Heartbeat.objects.select_for_update()
    last, _ = rows.get_or_create(name=name, defaults={"at": now})
    if now <= last.at:
        return
    if now - last.at > gap:
        Outage.objects.create(began_at=last.at, ended_at=now, what=name)
        logger.error("No %s from %s to %s: this time counts on no clock", name, last.at, now)
    last.at = now
    last.save(update_fields=["at"])


def max_gap() -> timedelta:
    """Return the longest time between two heartbeats that is not an outage."""
    return timedelta(seconds=settings.MAX_GAP_SECONDS)


def web_probe(*, now: datetime) -> None:
    """Check that the web process answers, if a URL is set and the last check is old enough.

    If it does not answer, the move of a player shows as well that players reach the service. So a
    wrong URL does not stop the deadlines of games that are played.
    """
    if not settings.WEB_PROBE_URL:
        return
    last = last_answer()
    if last is not None and now - last < PROBE_EVERY:
        return
    if wrong := probe(settings.WEB_PROBE_URL):
        logger.warning("The web process does not answer the probe: %s", wrong)
        WEB_PROBES.labels("failed").inc()
        if last and (moved := last_move_of_a_player()):
            Heartbeat.objects.filter(name=WEB, at__lt=moved).update(at=moved)
        return
    WEB_PROBES.labels("answered").inc()
    beat(name=WEB, now=now, gap=WEB_MISSED)


def probe(url: str) -> str:
    """Request a URL. Returns what is wrong with the reply, or an empty text."""
    try:
        status = _http.request("GET", url).status
    except urllib3.exceptions.HTTPError as error:
        return str(error)
    return str(status) if status >= 500 else ""


def last_answer() -> datetime | None:
    """Return when the web process was last reached, or None if it never answered the probe."""
    return Heartbeat.objects.filter(name=WEB).values_list("at", flat=True).first()


def last_move_of_a_player() -> datetime | None:
    """Return the time of a player's move among the last moves, or None if there is none."""
    moves = Move.objects.order_by("-pk").values_list("actor", "created_at")[:RECENT_MOVES]
    return next((at for actor, at in moves if actor == Actor.PLAYER), None)


def resolvable_until() -> datetime:
    """Return the time up to which deadlines may be resolved.

    Usually now; but only as far as the web process has answered since, so that commands that were
    sent in time could arrive.
    """
    now = database_clock.now()
    last = last_answer() if settings.WEB_PROBE_URL else None
    return now if last is None else min(now, last + timedelta(seconds=settings.REQUEST_SECONDS))


def are_players_locked_out(*, now: datetime) -> bool:
    """True if the web process has not answered for ``WEB_MISSED``.

    A probe that has never succeeded says nothing about players: its URL is wrong.
    """
    last = last_answer() if settings.WEB_PROBE_URL else None
    return last is not None and now - last > WEB_MISSED
