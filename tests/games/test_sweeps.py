"""Sweeps find what is due, each part independently, no matter what starts them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import AccountDeletion, AccountExport, EmailKind, OutgoingEmail, User
from accounts.services.deletions import deletion_request
from accounts.services.email_queue import email_enqueue
from accounts.services.exports import export_request
from games import sweeps, tasks
from games.models import Game, Heartbeat, Status
from games.play.due_games import GameQueue
from games.play.outages import SWEEPS
from games.play.timing import fire_delay
from games.sweeps import deadlines_sweep, timers_sweep
from games.vacations.services import vacation_start
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.schedule import run_schedule
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    NOW,
    Clock,
    fresh,
    seat_at,
    shown_up,
)
from tests.toy_games import play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def due(*users: User) -> Game:
    """A game whose time is out at NOW + DAY."""
    return shown_up(start_game(*users, pace=A_DAY_EACH))


def test_a_sweep_does_all_that_clocks_need(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    lost = due(alice, bob)
    clock.shift(4 * HOUR)
    reminded, away = due(bob, alice), due(charlie, bob)
    vacation_start(user=charlie, until=NOW + 5 * HOUR)
    clock.move_to(NOW + DAY + fire_delay())
    assert timers_sweep() == 1
    assert seat_at(lost, 0).lost_at is not None
    entry = OutboxEntry.objects.get(kind="turn_reminder")
    assert (entry.subject, entry.users) == (reminded.id, [str(bob.id)])
    assert not fresh(away).paused
    assert Heartbeat.objects.filter(name=SWEEPS).exists()


@pytest.mark.parametrize("part", ["deadlines_sweep", "vacations_sweep", "reminders_sweep"])
def test_a_part_that_fails_keeps_no_other(
    part: str, monkeypatch: pytest.MonkeyPatch, clock: Clock, db: None
) -> None:
    called = []

    def parts(name: str) -> Any:
        def run(**words: Any) -> int:
            called.append(name)
            if name == part:
                raise ZeroDivisionError
            return 0

        run.__name__ = name
        return run

    names = ["deadlines_sweep", "vacations_sweep", "reminders_sweep"]
    for name in names:
        monkeypatch.setattr(sweeps, name, parts(name))
    assert timers_sweep() == 0
    assert called == names


def test_the_longest_overdue_come_first(alice: User, bob: User, clock: Clock) -> None:
    games = []
    for _ in range(3):
        games.append(due(alice, bob))
        clock.shift(1)
    clock.move_to(NOW + DAY + fire_delay() + HOUR)
    deadlines_sweep()
    lost_at = [seat_at(game, 0).lost_at for game in games]
    assert None not in lost_at
    finished = Game.objects.order_by("finished_at").values_list("id", flat=True)
    assert set(finished) == {game.id for game in games}


def test_it_goes_on_until_nothing_is_due(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameQueue, "batch", 2)
    games = [due(alice, bob) for _ in range(5)]
    clock.shift(DAY + fire_delay())
    assert deadlines_sweep() == 5
    assert {fresh(game).status for game in games} == {Status.FINISHED}


def test_it_stops_in_time(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    due(alice, bob)
    clock.shift(DAY + fire_delay())
    monkeypatch.setattr(GameQueue, "budget", -1)
    assert deadlines_sweep() == 0


def test_it_finds_what_is_due_by_the_index_alone(
    alice: User, bob: User, clock: Clock, django_assert_num_queries: Any
) -> None:
    for _ in range(3):
        play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
        due(alice, bob)
    with django_assert_num_queries(1) as queries:
        assert deadlines_sweep() == 0
    assert "gamestate" not in queries[0]["sql"]


def test_a_move_made_in_time_takes_its_deadline_from_the_sweep(
    alice: User, bob: User, clock: Clock
) -> None:
    game = due(alice, bob)
    clock.shift(DAY)
    play(alice, game, "boast")
    play(alice, game)
    clock.shift(fire_delay())
    assert deadlines_sweep() == 0
    assert seat_at(game, 0).lost_at is None


# --- drivers -------------------------------------------------------------------------------------


def test_the_task_of_beat_sweeps(alice: User, bob: User, clock: Clock) -> None:
    game = due(alice, bob)
    clock.shift(DAY + fire_delay())
    tasks.timers_sweep()
    assert fresh(game).status == Status.FINISHED
    assert Heartbeat.objects.filter(name=SWEEPS).exists()


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_schedule_does_everything(clock: Clock) -> None:
    alice, bob = user_named("alice"), user_named("bob")
    game = due(alice, bob)
    bots = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    export_request(user=alice)
    deletion_request(user=bob)
    AccountDeletion.objects.update(due_at=timezone.now())
    email_enqueue(kind=EmailKind.RESET, address="a@example.org", user=alice)
    long_ago = timezone.now() - timedelta(days=settings.EMAIL_RETENTION_DAYS + 1)
    OutgoingEmail.objects.update(created_at=long_ago)
    clock.shift(DAY + fire_delay())
    run_schedule()
    assert fresh(game).status == Status.FINISHED
    assert fresh(bots).status == Status.FINISHED
    assert Heartbeat.objects.filter(name=SWEEPS).exists()
    assert OutboxEntry.objects.filter(fanned_out_at=None).count() == 0
    assert AccountExport.objects.get().ready_at is not None
    assert AccountDeletion.objects.get().done_at is not None
    assert not OutgoingEmail.objects.filter(kind=EmailKind.RESET).exists()
