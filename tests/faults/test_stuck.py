"""A process that stands still with a game in its hands holds up nothing but that game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from time import monotonic

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from games.bots.turns import WAKE_GRACE
from games.models import Game
from games.sweeps import autos_sweep, deadlines_sweep
from tests.conftest import ClientOf
from tests.faults.waiting import hold_lock
from tests.timed import A_DAY_EACH, fresh, shown_up
from tests.toy_games import start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
PATIENCE = 15.0
"""Seconds; far less than the lock is held for."""


def deadlines(alice: User, bob: User) -> Game:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    past = timezone.now() - timedelta(hours=1)
    Game.objects.filter(id=game.id).update(
        clock_since=past - timedelta(days=1), deadline_at=past, due_at=past
    )
    return game


def bots_turns(alice: User, bob: User) -> Game:
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    past = timezone.now() - WAKE_GRACE - timedelta(seconds=1)
    Game.objects.filter(id=game.id).update(auto_at=past)
    return game


@pytest.mark.parametrize(
    ("due", "sweep"), [(deadlines, deadlines_sweep), (bots_turns, autos_sweep)]
)
def test_a_sweep_passes_it_over(
    due: Callable[[User, User], Game], sweep: Callable[[], int], alice: User, bob: User
) -> None:
    stuck, other = due(alice, bob), due(alice, bob)
    begun = monotonic()
    with hold_lock(Game.objects.filter(id=stuck.id)):
        assert sweep() == 1
        assert monotonic() - begun < PATIENCE
    assert (fresh(stuck).status, fresh(stuck).attempts) == ("active", 0)
    assert fresh(other).status == "finished"
    assert sweep() == 1
    assert fresh(stuck).status == "finished"


def test_a_command_waits_for_it_for_a_while_and_may_be_sent_again(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    path, command = f"/api/v1/games/{game.id}/commands/", {"decision": 1, "choices": ["pass"]}
    client = client_of(alice)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    with hold_lock(Game.objects.filter(id=game.id)):
        response = client.post(path, command, format="json")
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert response["Retry-After"]
    assert client.post(path, command, format="json").status_code == 200


def test_no_lock_is_for_ever() -> None:
    shown = {}
    for name in ("lock_timeout", "idle_in_transaction_session_timeout"):
        with connection.cursor() as cursor:
            cursor.execute(f"SHOW {name}")
            (shown[name],) = cursor.fetchone()
    assert shown == {"lock_timeout": "20s", "idle_in_transaction_session_timeout": "1min"}
    assert settings.LOCK_SECONDS < settings.REQUEST_SECONDS  # so that who waits loses to no sweep
