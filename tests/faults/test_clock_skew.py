"""Machines whose clocks differ: the database's counts."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from core import database_clock
from games.bots.turns import bots_run
from games.models import Game
from games.play import wakeup
from games.play.errors import DeadlinePassed
from tests.timed import fresh, shown_up, turn
from tests.toy_games import play, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
HOUR = timedelta(hours=1)
PACE = {"kind": "per_decision", "allowance": 3600}


@pytest.fixture(autouse=True)
def by_the_database(settings: Any) -> None:
    settings.CLOCK = "database"


def running(alice: User, bob: User) -> Game:
    return shown_up(start_game(alice, bob, pace=PACE))


def test_a_web_machine_ahead_of_time_refuses_nobody_who_is_in_time(alice: User, bob: User) -> None:
    game = running(alice, bob)
    with time_machine.travel(timezone.now() + 2 * HOUR):
        assert play(alice, game).move_count == 1


def test_a_web_machine_behind_lets_nobody_in_who_is_late(alice: User, bob: User) -> None:
    game = running(alice, bob)
    past = database_clock.now() - HOUR
    Game.objects.filter(id=game.id).update(clock_since=past - HOUR, deadline_at=past, due_at=past)
    with time_machine.travel(timezone.now() - 2 * HOUR), pytest.raises(DeadlinePassed):
        play(alice, game)


@pytest.mark.parametrize("skew", [-1, 1])
@pytest.mark.parametrize("pace", [PACE, {"kind": "none"}])
def test_a_bot_moves_at_once_whatever_the_web_machine_thinks_the_time_is(
    skew: int, pace: dict[str, Any], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[int] = []
    monkeypatch.setattr(wakeup, "bots_wake", lambda game_id, after=0: waits.append(after))
    with time_machine.travel(timezone.now() + timedelta(seconds=skew)):
        game = start_game(alice, bots=["easy"], pace=pace)
        game = turn(alice, game)
    assert game.to_act == 1
    assert set(waits) == {0}
    assert bots_run(game_id=game.id) > 0
    assert fresh(game).to_act != 1
