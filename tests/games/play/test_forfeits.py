"""Forfeits: the game goes on with bots, or ends."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Game, Status
from games.seats.resign import seat_resign
from games.vacations.services import vacation_start
from notifications.models import OutboxEntry
from tests.conftest import user_named
from tests.timed import (
    A_DAY_EACH,
    DAY,
    HOUR,
    Clock,
    fresh,
    left,
    platform_event_kinds,
    shown_up,
    time_out,
    turn,
)
from tests.toy_games import start_game

pytestmark = pytest.mark.usefixtures("toy")


def resign(user: User, game: Game) -> Game:
    seat_resign(user=user, game_id=game.id)
    return fresh(game)


def test_the_last_player_wins_whatever_the_score(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, charlie, bots=["easy"], pace=A_DAY_EACH))
    game = time_out(clock, game)
    assert game.status == Status.ACTIVE
    clock.shift(HOUR)
    game = resign(charlie, game)
    assert (game.status, game.finished_at is not None) == (Status.FINISHED, True)
    assert game.result == {
        "placements": [4, 1, 3, 2],  # alice lost her seat first; the bot stayed
        "scores": [],
        "breakdown": [],
        "lost": [0, 2],
        "ended_by": "last_player",
    }
    assert platform_event_kinds(game) == ["seat_lost", "seat_lost", "game_ended"]


def test_the_last_player_may_play_on_against_bots(alice: User, bob: User, clock: Clock) -> None:
    game = resign(
        alice, start_game(alice, bob, pace=A_DAY_EACH, timeouts={"when_alone": "play_on"})
    )
    bots_run(game_id=game.id)
    game = fresh(game)
    assert (game.status, game.to_act, left(game)) == (Status.ACTIVE, 1, DAY)


def test_a_game_without_players_is_over(alice: User) -> None:
    game = resign(alice, start_game(alice, bots=["easy", "easy"]))
    assert game.result is not None
    assert (game.result["placements"], game.result["ended_by"]) == ([3, 1, 1], "nobody_left")


def test_players_who_lost_their_seats_at_once_share_a_place(alice: User, bob: User) -> None:
    dora = user_named("dora")
    game = start_game(alice, bob, dora, timeouts={"when_alone": "play_on"})
    now = game.created_at
    for user in (alice, bob):
        resign(user, game)
    game.seats.filter(lost_at__isnull=False).update(lost_at=now)
    game = resign(dora, game)
    bots_run(game_id=game.id)
    game = fresh(game)
    assert game.result is not None
    assert game.result["placements"] == [2, 2, 1]


def test_the_clock_of_another_seat_continues(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, charlie, pace=A_DAY_EACH)
    deadline = game.deadline_at
    clock.shift(HOUR)
    game = resign(charlie, game)
    assert (game.to_act, game.deadline_at, left(game)) == (0, deadline, 23 * HOUR)


def test_resigning_in_turn_removes_the_clock(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = resign(alice, start_game(alice, bob, charlie, pace=A_DAY_EACH))
    assert (game.clock_left, game.deadline_at, game.due_at, game.remind_at) == (None,) * 4
    assert game.auto_at is not None


def test_the_vacation_of_a_player_who_resigned_stops_no_clock(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, charlie, pace=A_DAY_EACH)
    clock.shift(HOUR)
    vacation_start(user=charlie)
    assert fresh(game).paused
    clock.shift(HOUR)
    game = resign(charlie, game)
    assert (game.paused, left(game)) == (False, 23 * HOUR)
    clock.shift(HOUR)
    assert left(game) == 22 * HOUR
    assert platform_event_kinds(game) == ["clock_paused", "seat_lost", "clock_resumed"]


def test_after_resigning_on_vacation_and_in_turn_the_bot_moves(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = start_game(alice, bob, charlie, pace=A_DAY_EACH)
    vacation_start(user=alice)
    game = resign(alice, game)
    assert (game.paused, game.clock_left, game.auto_at is not None) == (False, None, True)
    bots_run(game_id=game.id)
    assert (fresh(game).to_act, left(game)) == (1, DAY)


def test_a_game_that_ends_early_has_no_pauses_left(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    vacation_start(user=bob)
    game = resign(alice, game)
    assert (game.status, game.paused, game.pauses.count()) == (Status.FINISHED, False, 0)


def test_all_players_are_notified_of_the_end_and_of_the_timeout(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH))
    game = turn(alice, game)
    OutboxEntry.objects.all().delete()
    time_out(clock, game)
    heard = [(entry.kind, set(entry.users)) for entry in OutboxEntry.objects.order_by("id")]
    both = {str(alice.id), str(bob.id)}
    assert heard == [("game_finished", both), ("seat_timed_out", both)]
