"""Processes whose clocks are an hour ahead or behind: sweeps go on, and nothing comes early."""

from __future__ import annotations

import json
import signal
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from redis import Redis

from accounts.models import User
from core.task_wakeup import MOST_WAITING
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, PlatformEvent, Seat
from serving.heartbeats import BEAT
from tests.faults.copies import copies, time_out
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service
from tests.faults.waiting import until

pytestmark = [
    pytest.mark.fault(15),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]
HOUR = 3600
HALF_AN_HOUR = timedelta(minutes=30)
PACE = {"kind": "per_decision", "allowance": 4 * HOUR}
SHIFTED = [
    ("worker", HOUR),
    ("beat", -HOUR),
    ("worker", -HOUR),
    ("beat", HOUR),
]
CLOCK = Path(__file__).parent / "clock"


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    game = game_create(user=alice, ruleset="citadels", seats=2, options={}, pace=PACE)
    game_join(user=bob, game_id=game.id)
    game = game_start(user=alice, game_id=game.id)
    Seat.objects.update(acted_at=timezone.now())
    return game


def shift(running: Service, seconds: int) -> None:
    """Shift the clock of what is started from now on."""
    running.more = {"PYTHONPATH": str(CLOCK), "CLOCK_SHIFT": str(seconds)} if seconds else {}


def resolve_some(game: Game) -> float:
    """Let a game fall due; return how many seconds its resolution takes."""
    (due,) = copies(game, 1)
    time_out(due)
    return until(lambda: times_lost(due) == 1, patience=HANG)


def times_lost(game: Game) -> int:
    return PlatformEvent.objects.filter(game=game, kind="seat_lost").count()


@pytest.mark.parametrize(("who", "seconds"), SHIFTED[: in_full(4, otherwise=2)])
def test_sweeps_go_on(who: str, seconds: int, running: Service, game: Game, note: Note) -> None:
    (later,) = copies(game, 1)
    time_out(later, late=-HALF_AN_HOUR)
    for name in ("worker", "beat"):
        shift(running, seconds if name == who else 0)
        getattr(running, name)()
    resolve_some(game)
    note("resolved in s", resolve_some(game))
    assert times_lost(later) == 0


def test_a_beat_whose_clock_was_ahead_sends_at_once(
    running: Service, game: Game, note: Note
) -> None:
    schedule = str(running.folder / "beat-schedule")
    shift(running, HOUR)
    ahead = running.celery("beat", "--schedule", schedule)
    until(lambda: (running.folder / "heartbeats" / BEAT).exists(), patience=HANG)
    ahead.send_signal(signal.SIGTERM)  # as it ends it stores what it knows, if it stores anything
    ahead.wait(HANG)
    shift(running, 0)
    running.broker.flush()
    running.worker()
    running.celery("beat", "--schedule", schedule)
    note("resolved in s", resolve_some(game))


def test_sweeps_do_not_pile_up_behind_a_worker_that_stands_still(
    running: Service, game: Game, note: Note
) -> None:
    worker = running.worker()
    running.beat()
    resolve_some(game)
    worker.send_signal(signal.SIGSTOP)
    longest = 0
    with Redis(unix_socket_path=str(running.broker.socket)) as broker:
        until(lambda: broker.llen("timers") >= MOST_WAITING, patience=HANG)
        for _ in range(in_full(60, otherwise=5)):
            beat_on(running)
            longest = max(longest, *(frequent(broker, name) for name in ("timers", "bots")))
    worker.send_signal(signal.SIGCONT)
    resolve_some(game)
    assert longest <= MOST_WAITING
    note("messages at most", longest)


RARE = ("games.tasks.purge", "accounts.tasks.exports", "accounts.tasks.deletions")
"""Tasks that are sent to these queues even if many messages wait in them."""


def frequent(broker: Redis, queue: str) -> int:
    """Return how many messages wait in a queue, except those of rare tasks."""
    messages = broker.lrange(queue, 0, -1)
    return sum(json.loads(message)["headers"]["task"] not in RARE for message in messages)


def beat_on(running: Service) -> None:
    """Return when beat has looked at its schedule once more."""
    sign = running.folder / "heartbeats" / BEAT
    before = sign.stat().st_mtime_ns
    until(lambda: sign.stat().st_mtime_ns != before, patience=HANG)
