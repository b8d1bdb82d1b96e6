"""Paces: the time that each leaves a seat after some moves."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.lobby.services import game_create
from games.models import Game
from tests.timed import (
    DAY,
    HOUR,
    NOW,
    ZERO,
    Clock,
    fresh,
    left,
    seat_at,
    turn,
    until_turn_of,
)
from tests.toy_games import lobby, play, start_game

pytestmark = pytest.mark.usefixtures("toy")

RESERVE = {"kind": "reserve", "allowance": 24 * 3600, "bank": 72 * 3600}
FISCHER = {"kind": "fischer", "initial": 48 * 3600, "increment": 12 * 3600, "cap": 72 * 3600}


def game_with_pace(pace: dict[str, Any], alice: User, bob: User, charlie: User) -> Game:
    return start_game(alice, bob, charlie, pace=pace)


# --- a fresh allowance for each clock segment -------------------------------------------


def test_every_clock_segment_has_the_same_allowance(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_pace({"kind": "per_decision", "allowance": 24 * 3600}, alice, bob, charlie)
    clock.shift(23 * HOUR)
    game = turn(alice, game)
    assert (game.to_act, game.deadline_at) == (1, NOW + 23 * HOUR + DAY)
    game = until_turn_of(0, game, alice, bob, charlie)
    assert left(game) == DAY
    assert seat_at(game, 0).bank == ZERO


def test_consecutive_decisions_share_one_allowance(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace={"kind": "per_decision", "allowance": 24 * 3600})
    deadline = game.deadline_at
    assert deadline == NOW + DAY
    clock.shift(20 * HOUR)
    game = play(alice, game, "boast")
    assert (game.to_act, game.deadline_at, left(game)) == (0, deadline, 4 * HOUR)
    game = play(alice, game)
    assert (game.to_act, left(game)) == (1, DAY)


def test_a_bots_turn_in_between_begins_another_clock_segment(alice: User, clock: Clock) -> None:
    game = start_game(alice, bots=["easy"], pace={"kind": "per_decision", "allowance": 24 * 3600})
    game = turn(alice, game)
    assert (game.to_act, game.clock_left, game.deadline_at) == (1, None, None)  # bots have none


# --- a reserve -----------------------------------------------------------------------------------


def test_only_time_beyond_the_allowance_uses_the_reserve(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_pace(RESERVE, alice, bob, charlie)
    assert (left(game), seat_at(game, 0).bank) == (4 * DAY, 3 * DAY)
    clock.shift(30 * HOUR)  # six more than the allowance
    game = turn(alice, game)
    assert seat_at(game, 0).bank == 3 * DAY - 6 * HOUR
    assert left(game) == 4 * DAY  # bob's is full
    clock.shift(24 * HOUR)
    game = turn(bob, game)
    assert seat_at(game, 1).bank == 3 * DAY
    game = until_turn_of(0, game, alice, bob, charlie)
    assert left(game) == DAY + 3 * DAY - 6 * HOUR
    clock.shift(HOUR)
    game = turn(alice, game)
    assert seat_at(game, 0).bank == 3 * DAY - 6 * HOUR  # nothing is refilled


# --- a Fischer clock -----------------------------------------------------------------------------


def test_a_fischer_clock_grows_after_each_segment_up_to_its_cap(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_pace(FISCHER, alice, bob, charlie)
    assert left(game) == 2 * DAY
    clock.shift(40 * HOUR)
    game = play(alice, game, "boast")
    assert left(game) == 8 * HOUR  # no increment within a clock segment
    game = play(alice, game)
    assert seat_at(game, 0).bank == 20 * HOUR
    game = turn(bob, game)
    assert seat_at(game, 1).bank == 60 * HOUR
    for _ in range(2):
        game = until_turn_of(1, game, alice, bob, charlie)
        if game.to_act is not None:
            game = turn(bob, game)
    assert seat_at(game, 1).bank == 72 * HOUR  # the cap


# --- none ----------------------------------------------------------------------------------------


def test_without_a_pace_no_clock_runs(alice: User, bob: User, clock: Clock) -> None:
    game = turn(alice, start_game(alice, bob, pace={"kind": "none"}))
    assert game.pace == {"kind": "none"}
    columns = (game.clock_left, game.clock_since, game.deadline_at, game.due_at, game.remind_at)
    assert columns == (None,) * 5


def test_the_default_is_three_days_per_turn_or_no_clock_against_bots(
    alice: User, bob: User
) -> None:
    complete = {
        "kind": "per_decision",
        "allowance": 3 * 24 * 3600,
        "time_zone": "UTC",
        "weekends_off": False,
        "window": None,
        "quiet_hours": True,
    }
    assert lobby(alice, bob).pace == complete
    assert lobby(alice, seats=3, bots=["easy"]).pace == complete
    assert lobby(alice, bots=["easy", "easy"]).pace == {"kind": "none"}


def test_an_invalid_pace_is_refused_with_a_pointer(alice: User, db: None) -> None:
    with pytest.raises(Invalid) as refusal:
        game_create(
            user=alice,
            ruleset="toy",
            seats=2,
            options={},
            pace={"kind": "per_decision", "allowance": 59},
        )
    (error,) = refusal.value.extras["errors"]
    assert (error["pointer"], error["code"]) == ("/pace/allowance", "min_value")
    assert not Game.objects.exists()


# --- hours that do not count ---------------------------------------------------------------------


def test_the_clock_stops_on_weekends_of_the_games_time_zone(
    alice: User, bob: User, clock: Clock
) -> None:
    pace = {
        "kind": "per_decision",
        "allowance": 24 * 3600,
        "weekends_off": True,
        "time_zone": "Europe/Paris",
    }
    clock.shift(2 * DAY)  # Friday noon, 13:00 in Paris
    game = start_game(alice, bob, pace=pace)
    assert game.deadline_at == NOW + 5 * DAY  # Monday noon: 11 hours of Friday, 13 of Monday
    clock.shift(DAY)  # Saturday
    assert left(game) == 13 * HOUR
    game = turn(alice, game)
    assert left(game) == DAY
    clock.shift(DAY)  # Sunday
    assert left(game) == DAY


def test_the_clock_runs_only_inside_the_daily_window(alice: User, bob: User, clock: Clock) -> None:
    pace = {
        "kind": "per_decision",
        "allowance": 6 * 3600,
        "window": {"from": "18:00", "to": "22:00"},
    }
    game = start_game(alice, bob, pace=pace)
    assert game.deadline_at == NOW + DAY + 8 * HOUR  # four hours today, two tomorrow
    clock.shift(12 * HOUR)
    assert left(game) == 2 * HOUR


def test_a_weekend_does_not_refill_the_clock(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    pace = {**RESERVE, "weekends_off": True}
    clock.shift(2 * DAY)
    game = game_with_pace(pace, alice, bob, charlie)
    clock.shift(3 * DAY)  # Monday noon: one day of clock time
    game = turn(alice, game)
    assert seat_at(game, 0).bank == 3 * DAY
    clock.shift(2 * DAY)
    game = turn(bob, game)
    assert seat_at(game, 1).bank == 2 * DAY


def test_a_clock_keeps_whole_microseconds(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = game_with_pace(FISCHER, alice, bob, charlie)
    clock.shift(timedelta(microseconds=1))
    game = turn(alice, game)
    assert seat_at(fresh(game), 0).bank == 60 * HOUR - timedelta(microseconds=1)
