"""A process that dies in the middle of a command leaves nothing of it behind."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games import sweeps
from games.bots import turns
from games.lobby.services import game_start
from games.models import Game, GameState, IdempotencyKey, Move, Status
from games.play import commands, idempotency
from games.play.commands import command_send
from tests.faults.forks import exit_code_of
from tests.toy_games import lobby, options_of, start_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("toy")]

BREAKING_POINTS = [
    (commands, "moves_make"),
    (commands, "game_advance"),
    (commands, "command_reply"),
    (idempotency, "reply_store"),
]


class Boom(RuntimeError):
    pass


def after(module: Any, name: str, end: Callable[[], None]) -> Callable[..., Any]:
    """The function ``name`` of ``module``; when it has done its work, all ends."""
    original = getattr(module, name)

    def broken(*args: Any, **kwargs: Any) -> Any:
        original(*args, **kwargs)
        end()

    return broken


def stored(game: Game) -> tuple[Any, ...]:
    row = Game.objects.values().get(id=game.id)
    state = GameState.objects.values_list("state", flat=True).filter(game=game).first()
    return row, state, Move.objects.count(), IdempotencyKey.objects.count()


def command(user: User, game: Game) -> Any:
    return command_send(user=user, game_id=game.id, decision=1, choices=["boast"], key="k")


@pytest.mark.parametrize(("module", "name"), BREAKING_POINTS)
def test_an_error_anywhere_in_a_command_leaves_nothing(
    module: Any, name: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def boom() -> None:
        raise Boom

    game = start_game(alice, bob)
    before = stored(game)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, after(module, name, boom))
        with pytest.raises(Boom):
            command(alice, game)
    assert stored(game) == before
    assert not command(alice, game).replayed  # sent again, it is played as if nothing had been
    game.refresh_from_db()
    assert game.move_count == 1
    assert options_of(alice, game)


@pytest.mark.postgres
@pytest.mark.parametrize(("module", "name"), BREAKING_POINTS)
def test_a_process_killed_anywhere_in_a_command_leaves_nothing(
    module: Any, name: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob)
    before = stored(game)
    with monkeypatch.context() as patch:
        patch.setattr(module, name, after(module, name, lambda: os._exit(9)))
        assert exit_code_of(command, alice, game) == 9
    assert stored(game) == before
    assert not command(alice, game).replayed
    game.refresh_from_db()
    assert game.move_count == 1


def test_a_start_that_fails_leaves_a_lobby(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def boom() -> None:
        raise Boom

    game = lobby(alice, bob)
    before = stored(game)
    with monkeypatch.context() as patch:
        patch.setattr("games.lobby.start.game_advance", after(commands, "game_advance", boom))
        with pytest.raises(Boom):
            game_start(user=alice, game_id=game.id)
    assert stored(game) == before
    assert game_start(user=alice, game_id=game.id).status == "active"


@pytest.mark.postgres
def test_a_bot_that_kills_its_process_holds_up_no_other_game(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (start_game(alice, seats=2, join=False, bots=["easy"] * 2) for _ in range(2))
    for minutes, game in ((2, bad), (1, good)):
        overdue = timezone.now() - timedelta(minutes=minutes)
        Game.objects.filter(id=game.id).update(auto_at=overdue)
    choose = turns.bot_choose

    def deadly(turn: turns.BotTurn) -> str:
        if turn.game_id == bad.id:
            os._exit(9)
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", deadly)
    assert exit_code_of(sweeps.autos_sweep) == 9
    assert exit_code_of(sweeps.autos_sweep) == 0
    good.refresh_from_db()
    bad.refresh_from_db()
    assert (good.status, bad.status) == (Status.FINISHED, Status.ACTIVE)
