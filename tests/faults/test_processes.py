"""Workers are killed, Redis forgets, beat stands still or runs twice: what is due is resolved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db.models import Count, Model
from django.utils import timezone

from accounts.models import User
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, GameState, Move, PlatformEvent, Seat
from tests.faults.copies import copies, time_out
from tests.faults.figures import Note
from tests.faults.processes import HANG, LEASE_SECONDS, Service
from tests.faults.waiting import hold_lock, until

pytestmark = [
    pytest.mark.fault(3),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]
MANY = 10
BOT = "novice"
AN_HOUR = {"kind": "per_decision", "allowance": 3600}


@pytest.fixture
def game(alice: User, bob: User, charlie: User) -> Game:
    """A real game, which processes that do not know the toy can play."""
    game = game_create(user=alice, ruleset="citadels", seats=3, options={}, pace=AN_HOUR)
    for user in (bob, charlie):
        game_join(user=user, game_id=game.id)
    game = game_start(user=alice, game_id=game.id)
    Seat.objects.update(acted_at=timezone.now())
    return game


def unresolved(games: Sequence[Game]) -> int:
    return len(games) - len(resolutions(games))


def resolutions(games: Sequence[Game]) -> dict[object, int]:
    """How often each game of these lost a seat to the clock, if it has."""
    events = PlatformEvent.objects.filter(game__in=games, kind="seat_lost").values_list("game")
    return dict(events.annotate(times=Count("id")))


def resolved(game: Game, number: int = MANY) -> float:
    """Let games fall due; the seconds until each is resolved, which happens once."""
    games = copies(game, number)
    time_out(*games)
    took = until(lambda: not unresolved(games), patience=HANG)
    assert set(resolutions(games).values()) == {1}
    return took


def at_work(game: Game) -> None:
    """Return when the processes that were started resolve deadlines."""
    resolved(game, number=1)


def test_beat_and_a_worker_need_no_redis(running: Service, game: Game, note: Note) -> None:
    """Without one they pass messages in a folder."""
    running.broker.kill()
    running.more = {"REDIS_URL": ""}
    for name in ("broker", "broker-control"):
        (running.folder / name).mkdir()
    running.worker()
    running.beat()
    at_work(game)
    note("resolved in s", resolved(game))


def test_beat_and_a_worker_alone_are_enough_and_redis_may_lose_everything(
    running: Service, game: Game, note: Note
) -> None:
    running.worker()
    running.beat()
    at_work(game)
    note("resolved in s", resolved(game))
    running.broker.flush()
    note("after a flush in s", resolved(game))
    running.broker.kill()
    games = copies(game, MANY)
    time_out(*games)
    running.broker.start()
    took = until(lambda: not unresolved(games), patience=HANG)
    assert set(resolutions(games).values()) == {1}
    note("after a restart in s", took)


def test_two_of_each_do_nothing_twice(running: Service, game: Game, note: Note) -> None:
    for start in (running.worker, running.beat) * 2:
        start()
    at_work(game)
    note("resolved in s", resolved(game))


@pytest.mark.parametrize("stuck_at", [Seat, GameState])
def test_a_worker_that_is_killed_at_work_is_made_up_for(
    stuck_at: type[Model], running: Service, game: Game, alice: User, note: Note
) -> None:
    """It has taken a game on, and begun to write; another worker starts in its place."""
    worker = running.worker()
    running.beat()
    at_work(game)
    (due,) = copies(game, 1)
    rows = stuck_at._default_manager.filter(game=due)
    with hold_lock(rows) as release:
        (time_out if stuck_at is Seat else bot_due)(due)
        until(release.is_awaited)
        running.kill(worker)
        running.worker()
        release.set()
        took = until(lambda: over(due), patience=HANG)
    note("lease of s", LEASE_SECONDS)
    note("resolved in s", took)


def bot_due(game: Game) -> None:
    """A bot sits where a player sat, and has to decide."""
    assert game.to_act is not None
    game.seats.filter(number=game.to_act).update(
        bot=BOT, bot_profile="balanced", lost_at=timezone.now(), loss="resigned"
    )
    overdue = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(id=game.id).update(
        **dict.fromkeys(("clock_left", "clock_since", "deadline_at", "due_at", "remind_at")),
        auto_at=overdue,
    )


def over(game: Game) -> bool:
    """The seat was lost once, or its bot has moved, once for each number."""
    numbers = list(Move.objects.filter(game=game).values_list("number", flat=True))
    assert len(numbers) == len(set(numbers))
    lost = resolutions([game]).get(game.id, 0)
    assert lost < 2
    return lost == 1 or len(numbers) > 1
