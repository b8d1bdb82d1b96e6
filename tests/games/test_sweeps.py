"""Sweeps find what is due, each part independently, no matter what starts them."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from accounts.models import AccountExport, User
from accounts.services.exports import export_request
from games import sweeps, tasks
from games.models import Game, Heartbeat, Status
from games.play.due_games import GameQueue
from games.play.timing import fire_delay
from games.sweeps import deadlines_sweep, timers_sweep
from games.vacations.services import vacation_start
from notifications.models import OutboxEntry
from operations.management.commands import run_timers
from tests.conftest import user_named
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
    assert timers_sweep(driver="tests") == 1
    assert seat_at(lost, 0).lost_at is not None
    entry = OutboxEntry.objects.get(kind="turn_reminder")
    assert (entry.subject, entry.users) == (reminded.id, [str(bob.id)])
    assert not fresh(away).paused
    assert Heartbeat.objects.filter(name="tests").exists()


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
    assert timers_sweep(driver="tests") == 0
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
    assert Heartbeat.objects.filter(name="beat").exists()


def test_the_second_driver_goes_on_whatever_a_sweep_raises() -> None:
    stop, calls = threading.Event(), []

    def failing() -> None:
        calls.append(1)
        if len(calls) == 3:
            stop.set()
        raise ZeroDivisionError

    # in a thread, whose connections are its own: it closes them at the end
    thread = threading.Thread(target=run_timers.drive, args=(failing, 0.01, stop, False))
    thread.start()
    thread.join(timeout=10)
    assert (len(calls), thread.is_alive()) == (3, False)


@pytest.mark.django_db(transaction=True)
def test_who_is_told_to_end_waits_for_a_copy_while_the_sweeps_end_and_not_after_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[float] = []

    def tell() -> None:
        told.append(monotonic())
        signal.raise_signal(signal.SIGTERM)

    class Long:
        def maintain(self) -> None:
            sleep(60)

    monkeypatch.setattr(run_timers, "MAINTENANCE_STOP_SECONDS", 2.0)
    monkeypatch.setattr(run_timers, "Maintenance", Long)
    monkeypatch.setattr(run_timers, "BESIDE", {"slow": lambda: sleep(1.5)})
    monkeypatch.setattr(run_timers, "autos_sweep", tell)
    with signals_put_back():
        call_command("run_timers")
    assert 2.0 <= monotonic() - told[0] < 60.0


@contextmanager
def signals_put_back() -> Iterator[None]:
    before = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


@pytest.mark.slow
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_the_second_driver_does_everything_without_a_broker(clock: Clock) -> None:
    alice, bob = user_named("alice"), user_named("bob")
    game = due(alice, bob)
    bots = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    export_request(user=alice)
    clock.shift(DAY + fire_delay())
    with signals_put_back():
        for _ in range(2):  # the first relay may have been quicker than the clocks
            call_command("run_timers", once=True)
    assert fresh(game).status == Status.FINISHED
    assert fresh(bots).status == Status.FINISHED
    assert Heartbeat.objects.filter(name="run_timers").exists()
    assert OutboxEntry.objects.filter(fanned_out_at=None).count() == 0
    assert AccountExport.objects.get().ready_at is not None


@pytest.mark.slow
def test_the_second_driver_ends_when_it_is_told_to_even_without_a_database(
    tmp_path: Path,
) -> None:
    environment = {
        "DJANGO_SETTINGS_MODULE": "citadels.settings.test",
        "DATABASE_URL": f"sqlite:///{tmp_path}/empty.sqlite3",
        "VAR_DIR": str(tmp_path),
        "PATH": "/usr/bin:/bin",
    }
    driver = subprocess.Popen(
        [sys.executable, "manage.py", "run_timers", "--every", "0.1"],
        cwd=settings.BASE_DIR,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert driver.stderr is not None
    for line in driver.stderr:
        if "A sweep failed" in line:
            break
    driver.send_signal(signal.SIGTERM)
    _, said = driver.communicate(timeout=20)
    assert driver.returncode == 0, said
