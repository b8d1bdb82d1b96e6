"""Returning to a seat that a bot has taken over."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.bots import turns
from games.models import Actor, Failure, Game, PauseKind
from games.play import wakeup
from games.seats.resign import seat_return
from tests.games.bots.thinking import act_while_thinking
from tests.timed import (
    A_DAY_EACH,
    HOUR,
    Clock,
    fresh,
    left,
    pause,
    resume,
    seat_at,
    shown_up,
    time_out,
    turn,
    until_turn_of,
)
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")

STAND_IN = {"policy": "bot"}


def away_game(clock: Clock, *users: User, pace: dict[str, Any]) -> Game:
    """Return a game in which a bot plays for the first of the users."""
    game = shown_up(start_game(*users, pace=pace, timeouts=STAND_IN, bot_delay=60))
    return time_out(clock, game)


@pytest.fixture
def woken_games(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the games that a worker is woken for."""
    calls: list[Any] = []
    monkeypatch.setattr(wakeup, "bots_wake", lambda game_id, after=0: calls.append(game_id))
    return calls


def test_a_bot_does_not_move_if_the_player_returned_meanwhile(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = away_game(clock, alice, bob, pace=A_DAY_EACH)
    act_while_thinking(monkeypatch, lambda: seat_return(user=alice, game_id=game.id))
    assert turns.bot_turn_play(game_id=game.id) is None
    assert not game.moves.filter(actor=Actor.BOT).exists()
    assert play(alice, fresh(game)).move_count == 1


def test_nothing_is_due_after_a_player_returned_while_the_bot_was_thinking(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise every sweep would process the game again, until the player moves."""
    game = away_game(clock, alice, bob, pace=A_DAY_EACH)
    act_while_thinking(monkeypatch, lambda: seat_return(user=alice, game_id=game.id))
    clock.shift(60)
    assert turns.bots_run(game_id=game.id) == 0
    game = fresh(game)
    assert (game.auto_at, game.attempts) == (None, 0)


def test_no_failure_is_stored_when_a_game_was_frozen_while_its_bot_was_thinking(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = away_game(clock, alice, bob, pace=A_DAY_EACH)
    act_while_thinking(monkeypatch, lambda: pause(game))
    clock.shift(60)
    assert turns.bots_run(game_id=game.id) == 0
    assert not Failure.objects.exists()
    game = fresh(game)
    assert (game.frozen, game.auto_at, game.attempts) == (True, None, 0)


def test_returning_does_not_refill_an_empty_bank(alice: User, bob: User, clock: Clock) -> None:
    pace = {"kind": "reserve", "allowance": 24 * 3600, "bank": 72 * 3600}
    game = away_game(clock, alice, bob, pace=pace)
    assert seat_at(game, 0).bank == 0 * HOUR
    seat_return(user=alice, game_id=game.id)
    assert left(game) == 24 * HOUR  # the allowance


@pytest.mark.parametrize(("increment", "given"), [(12, 12 * HOUR), (0, HOUR)])
def test_with_a_fischer_clock_a_returning_player_gets_the_extension(
    increment: int, given: Any, alice: User, bob: User, clock: Clock
) -> None:
    hours = {"initial": 48, "increment": increment, "cap": 72}
    pace = {"kind": "fischer", **{name: n * 3600 for name, n in hours.items()}}
    game = away_game(clock, alice, bob, pace=pace)
    seat_return(user=alice, game_id=game.id)
    assert left(game) == given
    clock.shift(HOUR / 2)
    game = until_turn_of(1, game, alice, bob)
    assert seat_at(game, 0).bank == given - HOUR / 2 + increment * HOUR


def test_a_worker_is_woken_when_a_game_is_no_longer_suspended(
    alice: User, clock: Clock, woken_games: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    game = turn(alice, start_game(alice, bots=["easy"]))
    pause(game, PauseKind.QUARANTINE)
    with django_capture_on_commit_callbacks(execute=True):
        resume(game, PauseKind.QUARANTINE)
    assert woken_games == [game.id]
