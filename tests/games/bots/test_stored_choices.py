"""A bot that thinks for seconds: its choice is stored until the time of the move."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest
from django.apps import apps
from django.conf import LazySettings
from django.db import OperationalError

from accounts.models import User
from games.bots import turns
from games.bots.turns import WAKE_GRACE, bots_run
from games.models import Actor, Failure, Game, GameState, Status
from games.play.rollback import game_rollback
from games.play.save import NO_CHOICE
from games.seats.resign import seat_resign, seat_return
from games.staff import game_freeze, game_unfreeze
from games.staff.ending import game_end
from games.sweeps import autos_sweep
from tablekernel.bots import Bots, Budget, Observation
from tablekernel.frames import Choice
from tests.conftest import ClientOf
from tests.games.bots.thinking import act_while_thinking, note_calls
from tests.games.bots.waking import rung
from tests.tablekernel.toy import BOTS
from tests.timed import A_DAY_EACH, NOW, Clock, clock, fresh, shown_up, time_out
from tests.toy_games import Player, play, start_game

__all__ = ["clock", "rung"]

pytestmark = pytest.mark.usefixtures("toy", "clock")
THINKING = 0.3
"""Seconds: more than a worker waits."""
LAST = timedelta(seconds=2 * THINKING + 0.25)
"""The latest time of a move after the beginning."""
Observations = list[Observation]


@pytest.fixture(autouse=True)
def observations(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Observations:
    """Let bots of the level ``easy`` think for long. Returns what they were given."""
    found: Observations = []

    def bot(observation: Observation, budget: Budget, rng: Random) -> Choice:
        assert budget.seconds == THINKING
        found.append(observation)
        return observation.options[-1]

    monkeypatch.setattr(Bots, "bot", lambda self, level, profile=None: bot)
    monkeypatch.setattr(BOTS, "seconds", {"easy": THINKING})
    settings.BOT_THINKING_SECONDS = THINKING
    settings.BOT_MOVE_SECONDS = 0.25
    return found


@pytest.fixture
def game(alice: User) -> Game:
    """A game in which the bot has to decide first."""
    return start_game(alice, seats=2, join=False, bots=["easy"] * 2)


def bots_of(game: Game) -> list[Any]:
    return list(game.moves.filter(actor=Actor.BOT).values_list("choice", flat=True))


def test_it_is_played_when_the_time_of_the_move_has_come(
    game: Game, observations: Observations, rung: list[Any], clock: Clock
) -> None:
    assert bots_run(game_id=game.id) == 1
    assert (fresh(game).move_count, len(observations)) == (0, 1)
    assert game.auto_at is not None
    assert timedelta(seconds=2 * THINKING - 0.1) < game.auto_at - NOW <= LAST
    assert (game.attempts, rung) == (0, [game.id])
    clock.shift(LAST)
    assert bots_run(game_id=game.id) == 2  # the move, and the choice for the next decision
    assert (bots_of(game), len(observations)) == ([observations[0].options[-1].key], 2)


def test_a_sweep_plays_it_if_the_message_to_the_worker_is_lost(game: Game, clock: Clock) -> None:
    bots_run(game_id=game.id)
    assert autos_sweep() == 0
    clock.shift(LAST + WAKE_GRACE)
    assert autos_sweep() == 1
    assert fresh(game).move_count == 1


def test_nobody_can_see_when_the_bot_has_decided(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play_until_the_bot_decides(start_game(alice, bots=["easy", "easy"]), alice)
    host = Player(client_of(alice), game.id)
    before, tag = host.view(), host.client.get(host.path)["ETag"]
    assert bots_run(game_id=game.id) == 1
    assert GameState.objects.get(game=game).bot_choice
    assert (host.view(), host.client.get(host.path)["ETag"]) == (before, tag)


def play_until_the_bot_decides(game: Game, user: User) -> Game:
    while fresh(game).to_act == 0:
        play(user, game)
    return game


def test_the_time_is_chosen_before_the_bot_thinks_and_nothing_is_locked_meanwhile(
    transactional_db: None, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("choose_move_time", "bot_choose", "time_left")
    steps = note_calls(monkeypatch, *((turns, name) for name in names))
    bots_run(game_id=game.id)
    assert steps == ["choose_move_time", "bot_choose", "time_left, locked"]


def test_a_worker_that_dies_while_the_bot_thinks_leaves_the_decision_to_another_one(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def die(turn: turns.BotTurn) -> str:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(turns, "bot_choose", die)
        with pytest.raises(Killed):
            bots_run(game_id=game.id)
    assert GameState.objects.get(game=game).bot_choice == ""
    clock.shift(turns.BotTurnQueue.lease + WAKE_GRACE)
    assert autos_sweep() == 1
    assert GameState.objects.get(game=game).bot_choice
    clock.shift(LAST + WAKE_GRACE)
    assert autos_sweep() == 1
    assert fresh(game).move_count == 1


def test_it_is_dropped_if_another_worker_was_faster(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtake(turn: turns.BotTurn) -> str:
        turns.choice_play(turn, "pass")
        return "boast"

    monkeypatch.setattr(turns, "bot_choose", overtake)
    assert turns.bot_turn_play(game_id=game.id) is None
    assert bots_of(game) == ["pass"]
    assert GameState.objects.get(game=game).bot_choice == ""


def test_after_a_freeze_the_bot_thinks_again_so_that_nobody_sees_that_it_had_chosen(
    game: Game, observations: Observations, clock: Clock
) -> None:
    bots_run(game_id=game.id)
    game_freeze(game_id=game.id)
    clock.shift(10 * LAST)
    assert (autos_sweep(), fresh(game).move_count) == (0, 0)
    game_unfreeze(game_id=game.id)
    clock.shift(WAKE_GRACE)
    assert (autos_sweep(), fresh(game).move_count, len(observations)) == (1, 0, 2)
    clock.shift(LAST + WAKE_GRACE)
    assert (autos_sweep(), fresh(game).move_count) == (1, 1)


def test_a_game_that_is_frozen_while_the_bot_thinks_stores_nothing(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    act_while_thinking(monkeypatch, lambda: game_freeze(game_id=game.id))
    assert turns.bot_turn_play(game_id=game.id) is None
    assert GameState.objects.get(game=game).bot_choice == ""
    assert fresh(game).auto_at is None


def test_a_turn_that_begins_again_while_the_bot_thinks_stores_nothing(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def freeze_for_a_second() -> None:
        game_freeze(game_id=game.id)
        clock.shift(1)
        game_unfreeze(game_id=game.id)

    act_while_thinking(monkeypatch, freeze_for_a_second)
    assert turns.bot_turn_play(game_id=game.id) is None
    assert GameState.objects.get(game=game).bot_choice == ""
    assert fresh(game).auto_at == NOW + timedelta(seconds=1)


def test_a_game_that_ends_while_the_bot_thinks_stores_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = play_until_the_bot_decides(start_game(alice, seats=2, bots=["easy"]), alice)
    act_while_thinking(monkeypatch, lambda: seat_resign(user=alice, game_id=game.id))
    assert turns.bot_turn_play(game_id=game.id) is None
    assert (fresh(game).status, game.attempts) == (Status.FINISHED, 0)
    assert not Failure.objects.exists()


def test_a_second_message_does_not_play_it_early(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots_run(game_id=game.id)
    due = fresh(game).auto_at
    waits: list[float] = []

    def wait(seconds: float) -> None:
        waits.append(seconds)
        clock.shift(seconds)

    monkeypatch.setattr(turns, "sleep", wait)
    assert bots_run(game_id=game.id)
    assert len(waits) == 1
    assert game.moves.get(number=1).created_at == due


def test_a_stored_choice_that_is_no_option_is_made_again(
    game: Game, observations: Observations, clock: Clock
) -> None:
    bots_run(game_id=game.id)
    GameState.objects.filter(game=game).update(bot_choice="lay:99")
    clock.shift(LAST + WAKE_GRACE)
    assert (autos_sweep(), fresh(game).move_count, len(observations)) == (1, 0, 2)


def test_it_is_not_played_at_another_decision(
    alice: User, game: Game, observations: Observations, clock: Clock
) -> None:
    for _ in range(2):
        bots_run(game_id=game.id)
        clock.shift(LAST)
    assert fresh(game).move_count == 1  # and the next choice is stored
    count = len(observations)
    game_rollback(game_id=game.id, to_move=0, by=alice, reason="bug")
    assert bots_run(game_id=game.id) == 1
    assert (fresh(game).move_count, len(observations)) == (0, count + 1)


def test_it_is_not_played_for_a_player_who_has_returned(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"})
    moves = time_out(clock, shown_up(game)).move_count
    assert bots_run(game_id=game.id) == 1
    assert GameState.objects.get(game=game).bot_choice
    seat_return(user=alice, game_id=game.id)
    clock.shift(LAST + WAKE_GRACE)
    assert (autos_sweep(), fresh(game).move_count) == (0, moves)
    assert play(alice, game, "pass").move_count == moves + 1


def test_the_choice_of_a_bot_that_fails_is_stored_as_well(
    game: Game, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(observation: Observation, budget: Budget, rng: Random) -> Choice:
        raise RuntimeError("no idea")

    monkeypatch.setattr(Bots, "bot", lambda self, level, profile=None: fail)
    assert bots_run(game_id=game.id) == 1
    assert GameState.objects.get(game=game).bot_choice in ("boast", "pass")
    assert re.search("bot easy failed", caplog.text)


def test_a_bot_that_could_not_read_what_it_knows_chooses_later(
    game: Game, observations: Observations, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(turns, "observation_of", Mock(side_effect=OperationalError("no connection")))
        assert bots_run(game_id=game.id) == 0
    assert (GameState.objects.get(game=game).bot_choice, fresh(game).attempts) == ("", 0)
    clock.shift(WAKE_GRACE + 2 * turns.BotTurnQueue.lease)
    assert (autos_sweep(), len(observations)) == (1, 1)


def test_nothing_is_left_of_it_when_the_game_is_over(game: Game) -> None:
    bots_run(game_id=game.id)
    game_end(game_id=game.id)
    stored = GameState.objects.values("bot_decision", "bot_choice", "bot_move_at")
    assert stored.get(game=game) == NO_CHOICE


def test_a_migration_clears_those_of_games_that_are_over(game: Game) -> None:
    bots_run(game_id=game.id)
    clear = import_module("games.migrations.0010_clear_stored_choices").clear
    clear(apps, None)
    left = GameState.objects.filter(game=game).values(*NO_CHOICE).get()
    assert left["bot_choice"]
    game_end(game_id=game.id)
    GameState.objects.filter(game=game).update(**left)  # as before this version
    clear(apps, None)
    stored = GameState.objects.values("bot_decision", "bot_choice", "bot_move_at")
    assert stored.get(game=game) == NO_CHOICE


def test_a_test_clock_reaches_it(alice: User, client_of: ClientOf, clock: Clock) -> None:
    game = play_until_the_bot_decides(
        start_game(alice, bots=["easy"], seats=2, rated=False, test_clock=True), alice
    )
    moves = fresh(game).move_count
    assert bots_run(game_id=game.id) == 1
    host = Player(client_of(alice), game.id)
    assert host.post("test-clock", {"seconds": 60}).status_code == 200
    assert bots_run(game_id=game.id)
    assert fresh(game).move_count > moves
