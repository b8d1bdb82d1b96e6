"""Coming back from a bot: what is left of the time, and who plays from then on."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.bots import turns
from games.models import Actor, Failure, Game, PauseKind
from games.play import wakeup
from games.seats.resign import seat_return
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


def away(clock: Clock, *users: User, pace: dict[str, Any]) -> Game:
    """A game in which a bot stands in for the first of the users."""
    game = shown_up(start_game(*users, pace=pace, timeouts=STAND_IN, bot_delay=60))
    return time_out(clock, game)


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The games that a worker was woken for."""
    calls: list[Any] = []
    monkeypatch.setattr(wakeup, "bots_wake", lambda game_id, after=0: calls.append(game_id))
    return calls


def test_a_bot_plays_no_seat_whose_player_returned_while_it_thought(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = away(clock, alice, bob, pace=A_DAY_EACH)
    choose = turns.bot_choose

    def slow(turn: turns.BotTurn) -> str:
        seat_return(user=alice, game_id=game.id)
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", slow)
    assert turns.bot_turn_play(game_id=game.id) is None
    assert not game.moves.filter(actor=Actor.BOT).exists()
    assert play(alice, fresh(game)).move_count == 1


def test_nothing_is_due_any_more_when_a_player_returned_while_his_bot_thought(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else every sweep would look at the game again, until he moves."""
    game = away(clock, alice, bob, pace=A_DAY_EACH)
    choose = turns.bot_choose

    def slow(turn: turns.BotTurn) -> str:
        seat_return(user=alice, game_id=game.id)
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", slow)
    clock.shift(60)
    assert turns.bots_run(game_id=game.id) == 0
    game = fresh(game)
    assert (game.auto_at, game.attempts) == (None, 0)


def test_no_failure_is_noted_when_a_game_was_frozen_while_its_bot_thought(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = away(clock, alice, bob, pace=A_DAY_EACH)
    choose = turns.bot_choose

    def slow(turn: turns.BotTurn) -> str:
        pause(game)
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", slow)
    clock.shift(60)
    assert turns.bots_run(game_id=game.id) == 0
    assert not Failure.objects.exists()
    game = fresh(game)
    assert (game.frozen, game.auto_at, game.attempts) == (True, None, 0)


def test_a_bank_that_was_used_up_is_not_filled_by_a_return(
    alice: User, bob: User, clock: Clock
) -> None:
    pace = {"kind": "reserve", "allowance": 24 * 3600, "bank": 72 * 3600}
    game = away(clock, alice, bob, pace=pace)
    assert seat_at(game, 0).bank == 0 * HOUR
    seat_return(user=alice, game_id=game.id)
    assert left(game) == 24 * HOUR  # what everybody has for nothing


@pytest.mark.parametrize(("increment", "given"), [(12, 12 * HOUR), (0, HOUR)])
def test_a_fischer_clock_leaves_who_returns_time_to_come_back_in(
    increment: int, given: Any, alice: User, bob: User, clock: Clock
) -> None:
    hours = {"initial": 48, "increment": increment, "cap": 72}
    pace = {"kind": "fischer", **{name: n * 3600 for name, n in hours.items()}}
    game = away(clock, alice, bob, pace=pace)
    seat_return(user=alice, game_id=game.id)
    assert left(game) == given
    clock.shift(HOUR / 2)
    game = until_turn_of(1, game, alice, bob)
    assert seat_at(game, 0).bank == given - HOUR / 2 + increment * HOUR


def test_a_worker_is_woken_for_a_game_that_is_suspended_no_longer(
    alice: User, clock: Clock, rung: list[Any], django_capture_on_commit_callbacks: Any
) -> None:
    game = turn(alice, start_game(alice, bots=["greedy"]))
    pause(game, PauseKind.QUARANTINE)
    with django_capture_on_commit_callbacks(execute=True):
        resume(game, PauseKind.QUARANTINE)
    assert rung == [game.id]
