"""Thousands of games are due at the same moment: two workers resolve them, each once."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from time import monotonic

import pytest
from django.db.models import Count
from django.utils import timezone

from accounts.models import User
from games.models import Game, PlatformEvent
from games.sweeps import DeadlineQueue, deadlines_sweep
from tests.faults.copies import begun, copies, time_out
from tests.faults.figures import Note
from tests.faults.forks import at_once_in_processes
from tests.faults.lengths import in_full

pytestmark = [
    pytest.mark.fault(8),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
MANY = in_full(10_000, otherwise=1_000)
WORKERS = 2
BOUND = 900
"""Seconds that it may take where other tests use the machine at the same time."""


def drain() -> int:
    """Sweep until nothing is due or leased; how many deadlines that were.

    A worker that met the lock of the other one leaves the game until its lease ends.
    """
    end, swept = monotonic() + BOUND, 0
    while monotonic() < end and due_before(timezone.now() + DeadlineQueue.lease):
        swept += deadlines_sweep()
    return swept


def due_before(instant: datetime) -> bool:
    return Game.objects.filter(due_at__lt=instant).exists()


def test_they_are_drained(alice: User, bob: User, charlie: User, note: Note) -> None:
    games = copies(begun(alice, bob, charlie, timeouts={"policy": "forfeit"}), MANY)
    time_out(*games)
    begin = monotonic()
    swept = at_once_in_processes(*[partial(drain)] * WORKERS, patience=BOUND)
    took = monotonic() - begin
    lost = PlatformEvent.objects.filter(kind="seat_lost").values("game").annotate(times=Count("id"))
    assert lost.count() == MANY
    assert not lost.filter(times__gt=1).exists()
    assert sum(swept) == MANY  # what somebody else was at is not counted
    note("forfeits", MANY)
    note("workers", WORKERS)
    note("in s", took)
    note("a second", round(MANY / took))
    note("shares", " + ".join(map(str, swept)))
