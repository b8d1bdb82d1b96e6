"""Wake-ups of streams: every change sends one, and no change fails because of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from pytest_django.fixtures import Settings

from accounts.models import User
from games.lobby.services import game_cancel, game_join, game_leave, game_start
from games.models import Game
from games.play import wakeup
from games.seats.resign import seat_resign
from tests.toy_games import lobby, play

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]


@pytest.fixture
def wakeups(monkeypatch: pytest.MonkeyPatch) -> list[tuple[UUID, int]]:
    """The wake-ups sent, each with the committed version of the game at that time."""
    news: list[tuple[UUID, int]] = []

    def tell(key: UUID) -> None:
        stored = Game.objects.filter(id=key).values_list("version", flat=True).first()
        news.append((key, stored or 0))

    monkeypatch.setattr(wakeup, "publish", tell)
    return news


def test_whatever_changes_a_game_is_told_when_it_is_stored(
    alice: User, bob: User, wakeups: list[tuple[UUID, int]]
) -> None:
    game = lobby(alice, seats=2)
    steps: list[Any] = [
        lambda: game_join(user=bob, game_id=game.id),
        lambda: game_leave(user=bob, game_id=game.id),
        lambda: game_join(user=bob, game_id=game.id),
        lambda: game_start(user=alice, game_id=game.id),
        lambda: play(alice, game),
        lambda: seat_resign(user=bob, game_id=game.id),
    ]
    for step in steps:
        wakeups.clear()
        step()
        game.refresh_from_db()
        assert wakeups[-1] == (game.id, game.version)
    off = lobby(alice, seats=2)
    game_cancel(user=alice, game_id=off.id)
    off.refresh_from_db()
    assert wakeups[-1] == (off.id, off.version)


def test_who_sits_down_or_leaves_is_told(
    alice: User, bob: User, wakeups: list[tuple[UUID, int]]
) -> None:
    game = lobby(alice, seats=2)
    assert (alice.id, 0) in wakeups
    for change in (game_join, game_leave):
        wakeups.clear()
        change(user=bob, game_id=game.id)
        assert (bob.id, 0) in wakeups


def test_a_redis_that_is_gone_fails_no_move(
    alice: User, bob: User, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(wakeup.channel, "open_until", 0.0)
    game = lobby(alice, bob)
    game_start(user=alice, game_id=game.id)
    assert play(alice, game, "boast").move_count == 1
    warnings = [line for line in caplog.messages if "Redis cannot be reached" in line]
    assert len(warnings) == 1  # for some seconds nobody tries again
