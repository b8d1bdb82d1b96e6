"""Bots know only what their seat may know, and never leave a game stuck."""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.conf import LazySettings, settings

from accounts.models import User
from games import tasks
from games.bots import turns
from games.bots.turns import BotTurnQueue, bot_turn, bots_run
from games.models import Actor, Status
from games.rules.bots import bot_rng
from tablekernel.bots import Bots, Budget, Observation
from tablekernel.frames import Choice
from tests.games.bots.waking import rung
from tests.tablekernel.toy import BOTS, RULES, ToyRules, ToyState
from tests.toy_games import lobby, play_out, start_game
from tests.toy_games import play as play_one

__all__ = ["rung"]

pytestmark = pytest.mark.usefixtures("toy")

SetBot = Callable[[Callable[..., Any]], None]


@pytest.fixture
def bot_is(monkeypatch: pytest.MonkeyPatch) -> SetBot:
    """Return a function that replaces all bots of the toy game with ``f``."""
    return lambda bot: monkeypatch.setattr(Bots, "bot", lambda self, level, profile=None: bot)


def test_bots_play_until_somebody_else_has_to_decide(alice: User) -> None:
    game = start_game(alice, seats=4, bots=["easy", "novice", "easy"])
    play_one(alice, game, "pass")
    game = play_one(alice, game)
    assert (game.to_act, game.auto_at is not None) == (1, True)
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert (game.to_act, game.auto_at) == (0, None)
    assert game.moves.filter(seat=1, actor=Actor.BOT, user=None).exists()
    assert not game.moves.filter(seat=0, actor=Actor.BOT).exists()


def test_bots_alone_play_a_whole_game(alice: User) -> None:
    game = start_game(alice, seats=4, join=False, bots=["easy", "novice"] * 2)
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert game.status == Status.FINISHED


def test_a_run_is_bounded_and_rings_for_the_next(
    alice: User, rung: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOVES_PER_RUN", 3)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert bots_run(game_id=game.id) == 3
    game.refresh_from_db()
    assert (game.move_count, rung) == (3, [game.id])


def test_a_run_ends_in_time_for_the_limit_of_its_task(
    alice: User, rung: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    longest_run = turns.RUN_SECONDS + settings.BOT_CPU_SECONDS
    assert longest_run < BotTurnQueue.lease.total_seconds()
    longest = BotTurnQueue.budget + longest_run
    for task in (tasks.bots_play, tasks.bots_sweep):
        limits = settings.CELERY_TASK_ANNOTATIONS[task.name]
        assert longest < limits["soft_time_limit"] < limits["time_limit"]
    monkeypatch.setattr(turns, "RUN_SECONDS", -1)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert bots_run(game_id=game.id) == 1
    game.refresh_from_db()
    assert (game.move_count, rung) == (1, [game.id])


def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(alice: User, bot_is: SetBot) -> None:
    given: list[Observation] = []

    def spy(observation: Observation, budget: Budget, rng: Random) -> Choice:
        given.append(observation)
        return observation.options[0]

    bot_is(spy)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    turn = bot_turn(game_id=game.id)
    assert turn is not None
    turns.bot_turn_play(game_id=game.id)
    (observation,) = given
    assert [choice.key for choice in observation.options] == ["boast", "pass"]
    assert RULES.dump(observation.state) == RULES.dump(turns.observation_of(turn).state)
    assert isinstance(observation.state, ToyState)
    mine, theirs = observation.state.hands
    assert (any(mine), any(theirs), any(observation.state.seed)) == (True, False, False)
    assert observation.events == []


def test_a_bot_that_listens_is_told_what_its_seat_was_told(
    alice: User, bot_is: SetBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BOTS, "listens", frozenset({"easy"}))
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    for _ in range(3):
        turns.bot_turn_play(game_id=game.id)
    turn = bot_turn(game_id=game.id)
    assert turn is not None
    told = turns.observation_of(turn).events
    dealt = [event for event in told if event["kind"] == "dealt"]
    assert [("cards" in event) for event in dealt] == [False, True]
    assert told[-1]["kind"] in ("boasted", "kept_quiet")


def test_a_bot_asked_again_about_one_decision_has_the_same_luck(alice: User) -> None:
    game = start_game(alice, seats=2, join=False, bots=["novice"] * 2)
    turn = bot_turn(game_id=game.id)
    assert turn is not None
    assert turns.bot_choose(turn) == turns.bot_choose(turn)
    rolls = {bot_rng(nonce=turn.nonce, decision=n).random() for n in range(1, 20)}
    assert len(rolls) == 19


def fails(observation: Observation, budget: Budget, rng: Random) -> Choice:
    raise RuntimeError("no idea")


def cheats(observation: Observation, budget: Budget, rng: Random) -> Choice:
    return Choice("lay:99")


def never_ends(observation: Observation, budget: Budget, rng: Random) -> Choice:
    while True:
        pass


def mumbles(observation: Observation, budget: Budget, rng: Random) -> Any:
    return None


def test_a_game_goes_on_though_no_bot_can_be_given_what_it_knows(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def observe(self: ToyRules, state: ToyState, seat: int) -> ToyState:
        raise RuntimeError("nothing to be seen")

    monkeypatch.setattr(ToyRules, "observe", observe)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert (game.status, game.attempts) == (Status.FINISHED, 0)
    assert "nothing to be seen" in caplog.text


@pytest.mark.parametrize("bot", [fails, cheats, mumbles])
def test_a_bot_that_fails_makes_a_legal_choice_and_is_logged(
    bot: Callable[..., Any], alice: User, bot_is: SetBot, caplog: pytest.LogCaptureFixture
) -> None:
    bot_is(bot)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    assert str(game.id) in caplog.text
    assert "lay:" not in caplog.text  # what a seat chooses is its secret


def test_a_bot_that_never_ends_is_broken_off(
    alice: User, bot_is: SetBot, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BOT_CPU_SECONDS = 0.05
    bot_is(never_ends)
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)
    assert turns.bot_turn_play(game_id=game.id) == 0
    game.refresh_from_db()
    assert game.moves.get(number=1).actor == Actor.BOT
    assert "more than 0.05 s" in caplog.text


def test_a_bot_plays_by_its_level_and_profile_with_the_time_of_its_level(
    alice: User, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: set[tuple[str, str | None, float]] = set()

    def bot(self: Bots, level: str, profile: str | None = None) -> Any:
        def first(observation: Observation, budget: Budget, rng: Random) -> Choice:
            given.add((level, profile, budget.seconds))
            return observation.options[0]

        return first

    monkeypatch.setattr(Bots, "bot", bot)
    monkeypatch.setattr(BOTS, "seconds", {"easy": 0.2})
    settings.BOT_THINKING_SECONDS = 1.0
    game = start_game(alice, seats=2, join=False, bots=["easy/bold", "novice"])
    bots_run(game_id=game.id)
    assert given == {("easy", "bold", 0.2), ("novice", "balanced", 0.0)}


def test_a_choice_computed_for_a_decision_that_has_passed_is_dropped(
    alice: User, bot_is: SetBot
) -> None:
    game = start_game(alice, seats=2, join=False, bots=["easy"] * 2)

    def overtaken(observation: Observation, budget: Budget, rng: Random) -> Choice:
        """Let another worker play the turn while this one thinks."""
        bot_is(lambda observation, budget, rng: observation.options[0])
        assert turns.bot_turn_play(game_id=game.id)
        return observation.options[0]

    bot_is(overtaken)
    assert not turns.bot_turn_play(game_id=game.id)
    game.refresh_from_db()
    assert game.move_count == 1


def test_nothing_is_done_where_no_bot_has_to_decide(alice: User, bob: User) -> None:
    waiting = start_game(alice, bob)
    over = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    for game in (waiting, over, lobby(alice, bots=["easy"])):
        assert bots_run(game_id=game.id) == 0
