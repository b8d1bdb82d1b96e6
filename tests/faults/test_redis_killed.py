"""Redis is killed again and again under load: workers and beat come back by themselves."""

from __future__ import annotations

from time import monotonic

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.services import game_create, game_join, game_start
from games.models import Game, Move, PlatformEvent, Seat, Status
from tests.faults.copies import copies, time_out
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.processes import HANG, Service
from tests.faults.waiting import hold_lock, until
from tests.toy_games import bot_named

pytestmark = [
    pytest.mark.fault(13),
    pytest.mark.slow,
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
]
KILLS = in_full(10, otherwise=3)
BOT_GAMES = in_full(20, otherwise=5)
AN_HOUR = {"kind": "per_decision", "allowance": 3600}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A running game of a real ruleset, which the processes know."""
    game = game_create(user=alice, ruleset="citadels", seats=2, options={}, pace=AN_HOUR)
    game_join(user=bob, game_id=game.id)
    game = game_start(user=alice, game_id=game.id)
    Seat.objects.update(acted_at=timezone.now())
    return game


def bot_games(user: User, number: int) -> list[Game]:
    """Running games of bots only, whose turns are due."""
    bots = [bot_named("novice")] * 3
    game = game_create(
        user=user, ruleset="citadels", seats=3, options={}, bots=bots, join=False, pace=AN_HOUR
    )
    return copies(game_start(user=user, game_id=game.id), number)


def times_lost(game: Game) -> int:
    return PlatformEvent.objects.filter(game=game, kind="seat_lost").count()


def unfinished(games: list[Game]) -> int:
    ids = [game.id for game in games]
    return Game.objects.filter(id__in=ids).exclude(status=Status.FINISHED).count()


def each_move_once(game: Game) -> bool:
    numbers = list(
        Move.objects.filter(game=game).order_by("number").values_list("number", flat=True)
    )
    return numbers == list(range(len(numbers)))


@pytest.mark.parametrize("noticed", [True, False])
def test_workers_and_beat_outlive_it(
    noticed: bool, running: Service, game: Game, alice: User, note: Note
) -> None:
    """A task is in progress at each kill; it ends after Redis is back, or while it is gone."""
    processes = [running.worker(concurrency=2), running.beat()]
    bots = bot_games(alice, BOT_GAMES)
    longest = 0.0
    for _ in range(KILLS):
        during, after = copies(game, 2)
        with hold_lock(Seat.objects.filter(game=during)) as release:
            time_out(during)
            until(release.is_awaited, patience=HANG)
            running.broker.kill()
            begin = monotonic()
            if noticed:
                running.broker.start()
                release.set()
            else:
                release.set()
                until(lambda: times_lost(during) == 1, patience=HANG)  # noqa: B023
                running.broker.start()
        time_out(after)
        until(lambda: times_lost(during) == times_lost(after) == 1, patience=HANG)  # noqa: B023
        longest = max(longest, monotonic() - begin)
        assert [process.poll() for process in processes] == [None, None]
    until(lambda: not unfinished(bots), patience=HANG)
    assert all(each_move_once(game) for game in bots)
    note("kills", KILLS)
    note("processes ended", 0)
    note("games of bots", BOT_GAMES)
    note("resolved again after at most s", longest)


def test_they_outlive_a_redis_that_cannot_write(running: Service, game: Game, note: Note) -> None:
    processes = [running.worker(), running.beat()]
    before, after = copies(game, 2)
    time_out(before)
    until(lambda: times_lost(before) == 1, patience=HANG)
    running.broker.lose_disk()
    until(lambda: "celery.worker" in running.said(), patience=HANG)  # it has noticed
    time_out(after)
    running.broker.find_disk()
    begin = monotonic()
    until(lambda: times_lost(after) == 1, patience=HANG)
    assert [process.poll() for process in processes] == [None, None]
    note("resolved again after s", monotonic() - begin)
