"""Beat sends what is due, whatever its clock said before, and no more than workers can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from celery import Celery, current_app
from celery.beat import Service
from celery.schedules import crontab

from core.task_wakeup import MOST_WAITING, MOST_WAITING_FOR_RARE, broker, send_task
from serving.beat import Scheduler

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
SCHEDULE = {
    "sweep": {"task": "sweep", "schedule": 5.0},
    "purge": {"task": "purge", "schedule": crontab(hour=4)},
}


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> Iterator[Celery]:
    """A Celery of its own, with the tasks in memory."""
    monkeypatch.setattr(broker, "open_until", 0.0)
    before = current_app._get_current_object()
    app = Celery(broker="memory://")
    app.conf.update(beat_schedule=SCHEDULE, task_default_queue="timers", timezone="UTC")
    app.set_current()
    yield app
    before.set_current()


def waiting(app: Celery) -> Counter[str]:
    """Take all messages out of the queue, and count them by their tasks."""
    found: Counter[str] = Counter()
    with app.connection_for_read() as connection:
        queue = app.amqp.queues["timers"](connection.default_channel)
        while message := queue.get(no_ack=True):
            found[message.headers["task"]] += 1
    return found


def send_due(scheduler: Scheduler) -> None:
    """Tick until nothing is due."""
    while scheduler.tick() == 0:
        pass


def test_everything_is_due_at_the_start(app: Celery) -> None:
    send_due(Scheduler(app))
    assert waiting(app) == {"sweep": 1, "purge": 1}


def test_beat_ends_even_if_the_first_exit_was_lost(app: Celery) -> None:
    service = Service(app, scheduler_cls=Scheduler)
    service.sync()  # what the handler of SIGTERM calls before it raises SystemExit
    service.start()
    assert waiting(app) == {}


@pytest.mark.parametrize("back", [timedelta(seconds=30), timedelta(hours=1), timedelta(days=400)])
def test_a_clock_that_is_set_back_stops_nothing(back: timedelta, app: Celery) -> None:
    with time_machine.travel(NOW, tick=False):
        scheduler = Scheduler(app)
        send_due(scheduler)
    waiting(app)
    with time_machine.travel(NOW - back, tick=False):
        send_due(scheduler)
    with time_machine.travel(NOW - back + timedelta(seconds=6), tick=False):
        send_due(scheduler)
    assert waiting(app)["sweep"] == 1


def test_sweeps_do_not_pile_up_while_nobody_takes_them(app: Celery) -> None:
    with time_machine.travel(NOW, tick=False):
        scheduler = Scheduler(app)
    for number in range(3 * MOST_WAITING):
        with time_machine.travel(NOW + timedelta(seconds=6 * number), tick=False):
            send_due(scheduler)
    with time_machine.travel(NOW + timedelta(days=1), tick=False):
        send_due(scheduler)
    found = waiting(app)
    assert found["purge"] == 2  # the next chance would come a day later
    assert found["sweep"] == MOST_WAITING - 1
    with time_machine.travel(NOW + timedelta(days=1, seconds=6), tick=False):
        send_due(scheduler)
    assert waiting(app) == {"sweep": 1}


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (0, {"sweep": 1, "exports": 1, "purge": 1}),
        (MOST_WAITING, {"exports": 1, "purge": 1}),
        (MOST_WAITING_FOR_RARE - len(SCHEDULE), {"exports": 1, "purge": 1}),
        (MOST_WAITING_FOR_RARE, {"purge": 1}),
    ],
)
def test_a_busy_queue_stops_frequent_tasks_first(
    others: int, expected: dict[str, int], app: Celery
) -> None:
    app.conf.beat_schedule = {"exports": {"task": "exports", "schedule": 60.0}, **SCHEDULE}
    scheduler = Scheduler(app)
    for number in range(others):
        send_task("play", [f"game {number}"])
    send_due(scheduler)
    found = waiting(app)
    assert found.pop("play", 0) == others
    assert found == expected


def test_nor_do_those_that_are_sent_after_a_change(app: Celery) -> None:
    sent = [send_task("sweep", []) for _ in range(2 * MOST_WAITING)]
    assert sum(sent) == MOST_WAITING
    assert send_task("play", ["an id"])  # for one game: nothing else may wake a worker for it
    assert waiting(app) == {"sweep": MOST_WAITING, "play": 1}


def test_a_broker_that_fails_costs_a_line_in_the_log(
    app: Celery, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def down(*args: Any, **kwargs: Any) -> None:
        raise OSError("no broker")

    scheduler = Scheduler(app)
    with monkeypatch.context() as patch:
        patch.setattr(app, "send_task", down)
        send_due(scheduler)
    assert len(caplog.messages) == len(SCHEDULE)
    assert all(record.exc_info is None for record in caplog.records)
