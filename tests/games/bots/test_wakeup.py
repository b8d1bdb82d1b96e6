"""A bot takes its turn even if the worker that was woken for it fails."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from core.task_wakeup import broker
from games import tasks
from games.bots import turns
from games.bots.turns import WAKE_GRACE, BotTurnQueue
from games.models import Game, Status
from games.play import commands, wakeup
from games.play.due_games import GameQueue
from games.rules.live_game import LiveGame
from games.sweeps import autos_sweep
from tablekernel import registry
from tests.games.bots.waking import rung
from tests.tablekernel.toy import TOY
from tests.toy_games import play as play_one
from tests.toy_games import seen, start_game

__all__ = ["rung"]

pytestmark = pytest.mark.usefixtures("toy")


def after_grace(game: Game) -> Game:
    """A game with an overdue bot turn."""
    Game.objects.filter(id=game.id).update(
        auto_at=timezone.now() - WAKE_GRACE - timedelta(seconds=1)
    )
    game.refresh_from_db()
    return game


def test_a_move_wakes_the_next_bots_when_it_is_stored(
    alice: User, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = start_game(alice, bots=["easy"])
        game = play_one(alice, game, "pass")
    assert rung == []  # alice still has to decide
    with django_capture_on_commit_callbacks(execute=True):
        play_one(alice, game)
        assert rung == []
    assert rung == [game.id]


def test_a_start_wakes_the_bot_that_begins(
    alice: User, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert rung == [game.id]


def test_a_broker_that_is_down_fails_nothing_and_is_let_alone_for_a_while(
    alice: User,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    calls = []

    def down(*args: Any, **kwargs: Any) -> None:
        calls.append(args)
        raise ConnectionError("nobody there")

    monkeypatch.setattr(current_app, "send_task", down)
    monkeypatch.setattr(broker, "open_until", 0.0)
    with django_capture_on_commit_callbacks(execute=True):
        game = start_game(alice, bots=["easy"], options={"rounds": 1})
        game = play_one(alice, game, "pass")
    assert (game.move_count, game.to_act) == (1, 1)
    assert "nobody there" in caplog.text
    wakeup.bots_wake(game.id)
    assert len(calls) == 1
    monkeypatch.setattr(broker, "open_until", 0.0)
    wakeup.bots_wake(game.id)
    assert len(calls) == 2


def test_the_sweep_plays_what_nobody_has_played_in_time(alice: User) -> None:
    first, second = (start_game(alice, seats=2, join=False, bots=["easy"] * 2) for _ in range(2))
    assert autos_sweep() == 0  # both still have their grace
    after_grace(first)
    assert autos_sweep() == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.move_count) == (Status.FINISHED, 0)


def test_the_sweep_loads_no_state_to_find_what_is_due(alice: User) -> None:
    after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        BotTurnQueue().find(10)
    assert len(queries) == 1
    assert "gamestate" not in queries[0]["sql"]


def test_a_game_that_fails_is_put_off_longer_each_time_and_holds_up_no_other(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = (
        after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2)) for _ in range(2)
    )
    live_game_load = commands.live_game_load

    def poisoned(game: Game, state: Any, text_context: Any = None) -> LiveGame:
        if game.id == bad.id:
            raise ZeroDivisionError("the rules have a fault")
        return live_game_load(game, state, text_context)

    for module in (turns, commands):
        monkeypatch.setattr(module, "live_game_load", poisoned)
    waits = []
    for _ in range(4):
        now = timezone.now()
        autos_sweep()
        bad.refresh_from_db()
        assert bad.auto_at is not None
        waits.append(round((bad.auto_at - now).total_seconds()))
        after_grace(bad)
    assert waits == [seconds * settings.LEASE_SECONDS for seconds in (1, 2, 4, 8)]
    assert "the rules have a fault" in caplog.text
    good.refresh_from_db()
    assert good.status == Status.FINISHED

    monkeypatch.undo()
    monkeypatch.setitem(registry.RULESETS, "toy", TOY)
    autos_sweep()
    bad.refresh_from_db()
    assert (bad.status, bad.attempts) == (Status.FINISHED, 0)


def test_a_game_that_ends_the_process_is_put_off_too(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process is dead and cannot defer the game."""

    bad, good = (
        after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2)) for _ in range(2)
    )
    choose = turns.bot_choose

    def deadly(turn: turns.BotTurn) -> str:
        if turn.game_id == bad.id:
            raise Killed
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", deadly)
    with pytest.raises(Killed):
        autos_sweep()
    autos_sweep()
    good.refresh_from_db()
    assert good.status == Status.FINISHED
    bad.refresh_from_db()
    assert (bad.status, bad.attempts) == (Status.ACTIVE, 1)


def test_a_call_that_comes_again_since_its_worker_died_finds_the_game_put_off(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        """The process is dead, and the broker delivers the message again."""

    def deadly(turn: turns.BotTurn) -> str:
        raise Killed

    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    with monkeypatch.context() as patch:
        patch.setattr(turns, "bot_choose", deadly)
        with pytest.raises(Killed):
            tasks.bots_play(str(game.id))
        tasks.bots_play(str(game.id))  # would kill this process, too
    game.refresh_from_db()
    assert (game.move_count, game.attempts) == (0, 1)
    after_grace(game)
    autos_sweep()
    game.refresh_from_db()
    assert game.status == Status.FINISHED


def test_of_two_sweeps_one_plays_a_game(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2))
    now = timezone.now()
    assert BotTurnQueue().take_lease(game.id, now)
    assert BotTurnQueue().take_lease(game.id, now) is None
    waiting = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert BotTurnQueue().take_lease(waiting.id, now) is None


def test_the_sweep_goes_on_until_nothing_is_due(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameQueue, "batch", 2)
    for _ in range(5):
        after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2))
    assert autos_sweep() == 5
    assert not Game.objects.filter(status=Status.ACTIVE).exists()


def test_the_sweep_stops_in_time(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        after_grace(start_game(alice, seats=2, join=False, bots=["easy"] * 2))
    monkeypatch.setattr(GameQueue, "budget", -1)
    assert autos_sweep() == 0


def test_the_tasks_do_what_their_services_do(alice: User) -> None:
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    tasks.bots_play(str(game.id))
    tasks.bots_sweep()
    tasks.timers_sweep()
    tasks.purge()
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert seen(alice, game)["result"] is not None


def test_tasks_have_the_names_that_settings_and_wakeups_use() -> None:
    assert tasks.bots_play.name == wakeup.TASK
    assert tasks.bots_sweep.name == "games.tasks.bots_sweep"
