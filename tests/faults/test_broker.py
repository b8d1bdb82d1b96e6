"""The broker may be gone, or lose what it was given: the sweep needs none."""

from __future__ import annotations

from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
import time_machine
from celery import Celery, current_app
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.models import User
from citadels.settings.parts.celery import _broker
from core import task_wakeup
from core.task_wakeup import broker
from games import tasks
from games.bots.turns import WAKE_GRACE
from games.models import Game, Status
from tests.conftest import ClientOf
from tests.faults.together import PATIENCE
from tests.toy_games import Player, start_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


@pytest.fixture
def no_broker(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every call for a worker fails; the calls."""
    calls: list[Any] = []

    def down(*args: Any, **kwargs: Any) -> None:
        calls.append(args)
        raise OSError("no broker")

    monkeypatch.setattr(current_app, "send_task", down)
    monkeypatch.setattr(broker, "open_until", 0.0)
    return calls


def test_a_move_is_accepted_and_the_sweep_plays_the_bots(
    alice: User, client_of: ClientOf, no_broker: list[Any]
) -> None:
    game = start_game(alice, bots=["easy", "novice"], options={"rounds": 1})
    player = Player(client_of(alice), game.id)
    reply = player.send(1, "boast")
    assert reply.status_code == 200
    assert reply.json()["game"]["decision"]["seat"] == 1
    assert len(no_broker) == 1

    tasks.bots_sweep()  # too early: a worker might still be at it
    assert player.view()["move_count"] == 1
    with time_machine.travel(timezone.now() + WAKE_GRACE + timedelta(seconds=1)):
        tasks.bots_sweep()
    assert player.view()["move_count"] > 1


@pytest.mark.parametrize("ids", [[], ["an id"]])
def test_a_broker_that_is_down_refuses_at_once(
    ids: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each request that wakes a worker would wait while Celery tries to reach it."""
    url, options = _broker("redis://127.0.0.1:1/0")  # nothing listens on that port
    app = Celery(broker=url, set_as_current=False)
    app.conf.update(broker_transport_options=options, task_publish_retry=False)
    begin = monotonic()
    with pytest.raises(OperationalError):
        app.send_task("games.tasks.bots_play")
    monkeypatch.setattr(task_wakeup, "current_app", app)
    monkeypatch.setattr(broker, "open_until", 0.0)
    assert not task_wakeup.send_task("games.tasks.bots_play", ids)
    assert monotonic() - begin < PATIENCE  # Celery's own retries go on for minutes


def test_a_call_that_comes_late_or_twice_does_no_harm(alice: User, client_of: ClientOf) -> None:
    game = start_game(alice, bots=["easy"], options={"rounds": 1})
    Player(client_of(alice), game.id).send(1, "boast")
    for _ in range(3):
        tasks.bots_play(str(game.id))
    game.refresh_from_db()
    moves = list(game.moves.order_by("number").values_list("number", flat=True))
    assert moves == list(range(game.move_count + 1))


def test_a_call_for_a_game_that_is_gone_does_no_harm(alice: User) -> None:
    game = start_game(alice, bots=["easy"])
    game_id = str(game.id)
    Game.objects.all().delete()
    tasks.bots_play(game_id)


def test_a_worker_that_stopped_halfway_is_made_up_for(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, seats=3, join=False, bots=["easy"] * 3)
    with monkeypatch.context() as patch:
        patch.setattr("games.bots.turns.MOVES_PER_RUN", 4)
        patch.setattr("games.bots.turns.bots_wake", lambda game_id: None)  # the call is lost
        tasks.bots_play(str(game.id))
    game.refresh_from_db()
    assert (game.status, game.move_count) == (Status.ACTIVE, 4)
    with time_machine.travel(timezone.now() + WAKE_GRACE + timedelta(seconds=1)):
        tasks.bots_sweep()
    game.refresh_from_db()
    assert game.status == Status.FINISHED
