"""How players keep their appointments."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Failure, Game, Outcome, PauseKind, PlayerStatistics
from games.ratings import finalize
from games.ratings.finalize import game_count, ratings_sweep
from games.ratings.ratings import ratings_add
from games.ratings.records import bucket, median_response, reliability_of
from games.ratings.selectors import reliability
from games.seats.resign import seat_resign
from games.sweeps import timers_sweep
from tests.timed import A_DAY_EACH, HOUR, MINUTE, Clock, pause, resume, shown_up, time_out
from tests.toy_games import counted, play, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def record(user: User) -> PlayerStatistics:
    return PlayerStatistics.objects.get(user=user)


def outcomes(user: User) -> tuple[int, int, int, int]:
    row = record(user)
    return row.finished, row.resigned, row.timed_out, row.absent


def test_a_game_played_to_its_end_counts_for_everybody(alice: User, bob: User) -> None:
    counted(play_out(start_game(alice, bob), alice, bob))
    assert outcomes(alice) == outcomes(bob) == (1, 0, 0, 0)
    assert record(alice).recent == Outcome.FINISHED


def test_who_resigns_has_not_finished_and_the_others_have(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    seat_resign(user=alice, game_id=game.id)
    counted(game)
    assert outcomes(alice) == (0, 1, 0, 0)
    assert outcomes(bob) == (1, 0, 0, 0)


def test_a_loss_counts_while_the_game_goes_on_and_only_once(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, charlie)
    seat_resign(user=charlie, game_id=game.id)
    game = counted(game)
    assert outcomes(charlie) == (0, 1, 0, 0)
    assert not PlayerStatistics.objects.filter(finished__gt=0).exists()
    game.refresh_from_db()
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act in (0, 1):
            play((alice, bob)[game.to_act], game)
            game.refresh_from_db()
    counted(game)
    assert outcomes(charlie) == (0, 1, 0, 0)
    assert outcomes(alice) == outcomes(bob) == (1, 0, 0, 0)


def test_time_that_is_out_and_absence_are_told_apart(alice: User, bob: User, clock: Clock) -> None:
    counted(time_out(clock, shown_up(start_game(alice, bob, pace=A_DAY_EACH))))
    assert outcomes(alice) == (0, 0, 1, 0)
    counted(time_out(clock, start_game(bob, alice, pace=A_DAY_EACH)))
    assert outcomes(bob) == (1, 0, 0, 1)
    assert outcomes(alice) == (0, 0, 1, 0)  # the game was aborted: no result for anyone


def test_whose_bot_still_stands_in_at_the_end_has_not_finished(
    alice: User, bob: User, clock: Clock
) -> None:
    game = shown_up(start_game(alice, bob, pace=A_DAY_EACH, timeouts={"policy": "bot"}))
    game = time_out(clock, game)
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act == 1:
            play(bob, game)
            game.refresh_from_db()
    counted(game)
    assert outcomes(alice) == (0, 0, 1, 0)
    assert outcomes(bob) == (1, 0, 0, 0)


# --- the sweep ---------------------------------------------------------------------------------


def test_a_sweep_counts_what_is_over_once(alice: User, bob: User) -> None:
    games = [play_out(start_game(alice, bob), alice, bob) for _ in range(3)]
    start_game(alice, bob)
    timers_sweep()
    timers_sweep()
    assert outcomes(alice) == (len(games), 0, 0, 0)
    assert not game_count(game_id=games[0].id)


def test_a_game_that_cannot_be_counted_holds_up_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = (play_out(start_game(alice, bob), alice, bob) for _ in range(2))

    def rated(*, game: Game, **words: Any) -> None:
        if game.id == bad.id:
            raise ValueError("no such place")
        ratings_add(game=game, **words)

    monkeypatch.setattr(finalize, "ratings_add", rated)
    assert ratings_sweep() == 1
    assert outcomes(alice) == (1, 0, 0, 0)  # of the bad one nothing is kept
    assert "no such place" in Failure.objects.get(game=bad).traceback
    assert ratings_sweep() == 0  # it is put off
    monkeypatch.undo()
    counted(bad)
    assert outcomes(alice) == (2, 0, 0, 0)
    good.refresh_from_db()
    assert good.rating_due_at is None


# --- how fast they answer ----------------------------------------------------------------------


def test_a_turn_counts_from_when_the_game_waits_to_the_first_answer(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    clock.shift(HOUR)
    game = play(alice, game)
    clock.shift(HOUR)  # of the same turn: it has been answered
    game = play(alice, game)
    assert game.to_act == 1
    clock.shift(MINUTE)
    counted(play_out(game, alice, bob))
    times = record(alice).response
    assert times[str(bucket(HOUR.total_seconds()))] == 1
    assert record(bob).response[str(bucket(MINUTE.total_seconds()))] == 1
    assert sum(times.values()) == record(alice).turns


def test_a_turn_in_which_the_clock_stood_still_says_nothing_of_its_player(
    alice: User, bob: User, clock: Clock
) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH, options={"rounds": 1})
    pause(game, PauseKind.MODERATOR)
    clock.shift(10 * HOUR)
    resume(game, PauseKind.MODERATOR)
    clock.shift(MINUTE)
    counted(play_out(game, alice, bob))
    assert str(bucket(10 * 3600.0)) not in record(alice).response
    assert record(alice).turns == sum(record(alice).response.values()) + 1


@pytest.mark.parametrize(
    ("seconds", "place"), [(0.0, 0), (1.0, 0), (2.0, 1), (2.1, 2), (3600.0, 12), (1e12, 24)]
)
def test_lengths_are_counted_by_powers_of_two(seconds: float, place: int) -> None:
    assert bucket(seconds) == place


def test_answers_in_a_game_against_bots_alone_have_no_time(alice: User) -> None:
    game = start_game(alice, bots=["greedy"])
    while game.to_act is not None:
        bots_run(game_id=game.id)
        game.refresh_from_db()
        if game.to_act == 0:
            game = play(alice, game)
    counted(game)
    assert (record(alice).turns > 0, record(alice).response) == (True, {})


def test_the_median_lies_in_the_bucket_of_the_middle() -> None:
    assert median_response(PlayerStatistics()) is None
    assert median_response(PlayerStatistics(response={"0": 3})) == 1
    median = median_response(PlayerStatistics(response={"3": 2, "12": 5, "20": 2}))
    assert median is not None
    assert 2**11 < median <= 2**12


# --- reliability -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recent", "percent"),
    [
        ("ffff", None),
        ("fffff", 100),
        ("ffffr", 80),
        ("fffft", 67),
        ("ffffa", 67),
        ("aaaaa", 0),
    ],
)
def test_it_is_the_share_of_games_finished(recent: str, percent: int | None) -> None:
    assert reliability_of(PlayerStatistics(recent=recent)) == percent


def test_only_the_last_hundred_games_make_it(alice: User, bob: User) -> None:
    PlayerStatistics.objects.create(user=alice, recent="a" + "f" * 99)
    PlayerStatistics.objects.create(user=bob, recent="f" * 100)
    assert (reliability(alice), reliability(bob)) == (98, 100)
    game = start_game(alice, bob)
    seat_resign(user=bob, game_id=game.id)
    counted(game)
    assert (reliability(alice), reliability(bob)) == (100, 99)
    assert len(record(bob).recent) == 100


def test_nothing_is_said_of_who_has_not_played(alice: User) -> None:
    assert reliability(alice) is None
