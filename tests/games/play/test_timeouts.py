"""Timeouts: the game's options are applied exactly once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Actor, Game, Loss, Status
from games.play import wakeup
from games.play.errors import DeadlinePassed, SeatAway, SeatLost
from games.play.timeouts import deadline_resolve
from games.play.timing import fire_delay, grace
from games.seats.resign import seat_return
from games.sweeps import deadlines_sweep
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    NOW,
    ZERO,
    Clock,
    fresh,
    left,
    platform_event_kinds,
    seat_at,
    shown_up,
    time_out,
    turn,
    until_turn_of,
)
from tests.toy_games import options_of, play, start_game

pytestmark = pytest.mark.usefixtures("toy")
TICK = timedelta(microseconds=1)


def game_with_timeouts(*users: User, pace: dict[str, Any] | None = None, **timeouts: Any) -> Game:
    """Return a game whose players have all moved before."""
    return shown_up(start_game(*users, pace=pace or A_DAY_EACH, timeouts=timeouts))


# --- when ----------------------------------------------------------------------------------------


def test_a_deadline_is_not_resolved_before_commands_in_time_are_played(
    alice: User, bob: User, clock: Clock
) -> None:
    game = game_with_timeouts(alice, bob)
    clock.move_to(NOW + DAY + fire_delay() - TICK)
    assert deadlines_sweep() == 0
    assert not deadline_resolve(game_id=game.id)
    clock.shift(TICK)
    assert deadlines_sweep() == 1
    assert seat_at(game, 0).loss == Loss.TIMED_OUT


def test_a_deadline_is_resolved_once_by_several_calls(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_timeouts(alice, bob, charlie)
    game = time_out(clock, game)
    version = game.version
    assert deadlines_sweep() == 0
    assert not deadline_resolve(game_id=game.id)
    assert fresh(game).version == version
    assert platform_event_kinds(game) == ["seat_lost"]


def test_a_move_within_the_grace_is_played(alice: User, bob: User, clock: Clock) -> None:
    game = game_with_timeouts(alice, bob)
    clock.move_to(NOW + DAY + grace())
    game = turn(alice, game)
    assert (game.to_act, seat_at(game, 0).lost_at) == (1, None)
    clock.move_to(NOW + DAY + fire_delay())
    assert deadlines_sweep() == 0


def test_a_move_after_the_grace_is_refused_before_and_after_the_sweep(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_timeouts(alice, bob, charlie)
    option = options_of(alice, game)[0]
    clock.move_to(NOW + DAY + grace() + TICK)
    with pytest.raises(DeadlinePassed):
        play(alice, game, option)
    assert fresh(game).move_count == 0
    game = time_out(clock, game)
    with pytest.raises(SeatLost):
        play(alice, game, option)


def test_a_move_within_the_grace_leaves_no_time(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    pace = {"kind": "fischer", "initial": 3600, "increment": 1800, "cap": 7200}
    game = game_with_timeouts(alice, bob, charlie, pace=pace)
    clock.shift(HOUR + grace())
    turn(alice, game)
    assert seat_at(game, 0).bank == HOUR / 2


def test_a_sweep_waits_for_the_grace_and_a_request(alice: User, bob: User, clock: Clock) -> None:
    game = game_with_timeouts(alice, bob)
    assert game.due_at == NOW + DAY + fire_delay()
    assert fire_delay() - grace() == timedelta(seconds=settings.REQUEST_SECONDS)


# --- forfeit -------------------------------------------------------------------------------------


def test_a_bot_plays_a_forfeited_seat_and_the_game_goes_on(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, charlie))
    seat = seat_at(game, 0)
    assert (seat.user, seat.bot, seat.loss) == (alice, "easy", Loss.TIMED_OUT)
    assert (game.deadline_at, game.auto_at is not None) == (None, True)
    bots_run(game_id=game.id)
    game = fresh(game)
    assert (game.to_act, left(game)) == (1, DAY)
    assert not game.moves.filter(seat=0).exclude(actor=Actor.BOT, user=None).exists()
    while game.status == Status.ACTIVE:
        assert game.to_act is not None
        if game.to_act:
            turn((alice, bob, charlie)[game.to_act], game)
        bots_run(game_id=game.id)
        game = fresh(game)
    assert game.result is not None
    assert (game.result["placements"][0], game.result["lost"]) == (3, [0])


# --- excuses -------------------------------------------------------------------------------------


def test_late_turns_are_excused_as_often_as_the_game_allows(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_timeouts(alice, bob, charlie, excuses=2)
    for excuses_left in (1, 0):
        game = time_out(clock, game)
        assert seat_at(game, 0).excuses_left == excuses_left
        assert (game.to_act, left(game)) == (0, DAY)
    game = time_out(clock, game)
    assert seat_at(game, 0).loss == Loss.TIMED_OUT
    assert seat_at(game, 1).excuses_left == 2
    assert platform_event_kinds(game) == ["turn_excused", "turn_excused", "seat_lost"]


def test_an_excuse_does_not_refill_a_reserve(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    pace = {"kind": "reserve", "allowance": 24 * 3600, "bank": 48 * 3600}
    game = game_with_timeouts(alice, bob, charlie, pace=pace, excuses=1)
    game = time_out(clock, game)
    assert left(game) == DAY
    game = turn(alice, game)
    assert seat_at(game, 0).bank == ZERO
    game = until_turn_of(0, game, alice, bob, charlie)
    assert left(game) == DAY


def test_the_extension_runs_from_the_resolution_and_not_from_the_deadline(
    alice: User, bob: User, clock: Clock
) -> None:
    game = game_with_timeouts(alice, bob, excuses=1)
    clock.shift(2 * DAY)  # the sweep is late
    deadlines_sweep()
    assert fresh(game).deadline_at == NOW + 3 * DAY


# --- a default move ------------------------------------------------------------------------------


def test_default_moves_are_played_until_another_seat_has_to_act(
    alice: User, bob: User, clock: Clock
) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, policy="default_move"))
    assert (game.to_act, left(game)) == (1, DAY)
    moves = list(game.moves.filter(seat=0).values_list("choice", "actor", "user"))
    assert [move[0].split(":")[0] for move in moves] == ["pass", "lay"]
    assert {str(move[1]) for move in moves} == {Actor.CLOCK.value}
    seat = seat_at(game, 0)
    assert (seat.lost_at, seat.away_since, seat.bot) == (None, None, "")
    assert platform_event_kinds(game) == ["default_played"]


def test_a_player_can_move_again_after_a_default_move(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, charlie, policy="default_move"))
    game = until_turn_of(0, game, alice, bob, charlie)
    assert left(game) == DAY
    assert turn(alice, game).to_act != 0


def test_default_moves_end_a_game_that_nobody_plays(alice: User, bob: User, clock: Clock) -> None:
    game = game_with_timeouts(alice, bob, policy="default_move")
    for _ in range(20):
        if game.to_act is None:
            break
        game = time_out(clock, game)
    assert game.status == Status.FINISHED
    assert game.result is not None
    assert (game.result["lost"], game.result["ended_by"]) == ([], "rules")


# --- a bot until the player returns --------------------------------------------------------------


def test_a_bot_plays_until_the_player_returns(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, charlie, policy="bot"))
    seat = seat_at(game, 0)
    assert (seat.user, seat.bot, seat.away_since, seat.lost_at) == (
        alice,
        "easy",
        NOW + DAY + fire_delay(),
        None,
    )
    with pytest.raises(SeatAway):
        play(alice, game, "boast")
    bots_run(game_id=game.id)
    game = fresh(game)
    assert (game.to_act, left(game)) == (1, DAY)
    seat_return(user=alice, game_id=game.id)
    seat = seat_at(game, 0)
    assert (seat.bot, seat.away_since) == ("", None)
    assert (fresh(game).to_act, left(game)) == (1, DAY)  # bob's clock continues
    game = until_turn_of(0, game, alice, bob, charlie)
    assert left(game) == DAY
    assert platform_event_kinds(game) == ["bot_took_over", "player_returned"]


def test_the_clock_restarts_for_a_player_who_returns_before_the_bot_moves(
    alice: User, bob: User, clock: Clock
) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, policy="bot"))
    clock.shift(HOUR)
    seat_return(user=alice, game_id=game.id)
    game = fresh(game)
    assert (left(game), game.auto_at) == (DAY, None)
    assert bots_run(game_id=game.id) == 0
    assert turn(alice, game).to_act == 1


def test_a_bot_that_replaces_a_player_thinks_as_long_as_the_others(
    alice: User,
    bob: User,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    rung: list[tuple[Any, int]] = []
    monkeypatch.setattr(wakeup, "bots_wake", lambda *call: rung.append(call))
    timeouts = {"policy": "bot"}
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts=timeouts, bot_delay=30))
    with django_capture_on_commit_callbacks(execute=True):
        game = time_out(clock, game)
    assert game.auto_at == NOW + DAY + fire_delay() + timedelta(seconds=30)
    assert rung == [(game.id, 30)]


def test_a_player_away_at_the_end_is_placed_by_points(alice: User, bob: User, clock: Clock) -> None:
    game = time_out(clock, game_with_timeouts(alice, bob, policy="bot"))
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game = fresh(game)
        if game.to_act == 1:
            game = turn(bob, game)
    assert game.result is not None
    scores, places = game.result["scores"], game.result["placements"]
    assert game.result["lost"] == []
    assert (places[0] < places[1]) == (scores[0] > scores[1])


# --- errors --------------------------------------------------------------------------------------


def test_a_deadline_that_cannot_be_resolved_changes_nothing(
    alice: User, bob: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_with_timeouts(alice, bob, policy="default_move")
    monkeypatch.setattr("games.play.timeouts.DEFAULTS_IN_A_ROW", 1)
    clock.move_to(NOW + DAY + fire_delay())
    with pytest.raises(RuntimeError):
        deadline_resolve(game_id=game.id)
    game = fresh(game)
    assert (game.move_count, platform_event_kinds(game), game.deadline_at) == (0, [], NOW + DAY)
