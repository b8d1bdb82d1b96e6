"""Resigning."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.bots.turns import bots_run
from games.models import Game, Seat, Status
from games.play.errors import GameNotFound, GameNotStarted, NotSeated, SeatLost
from games.play.results import result_rank
from games.rules.errors import GameOver, RulesUnavailable
from games.seats.resign import seat_resign
from tablekernel import registry
from tests.tablekernel.toy import ToyRules
from tests.toy_games import lobby, play, play_out, seen, start_game

PLAY_ON = {"when_alone": "play_on"}

pytestmark = pytest.mark.usefixtures("toy")


def resign(user: User, game: Game) -> Game:
    seat_resign(user=user, game_id=game.id)
    game.refresh_from_db()
    return game


def test_a_bot_plays_the_seat_of_a_player_who_resigned(alice: User, bob: User) -> None:
    game = resign(alice, start_game(alice, bob, timeouts=PLAY_ON))
    seat = game.seats.get(number=0)
    assert (seat.user, seat.bot) == (alice, "easy")
    assert game.auto_at is not None
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert game.to_act == 1
    assert game.moves.filter(seat=0, actor="bot", user=None).exists()


def test_resigning_out_of_turn_does_not_delay_the_others(alice: User, bob: User) -> None:
    game = resign(bob, start_game(alice, bob, timeouts=PLAY_ON))
    assert (game.to_act, game.auto_at) == (0, None)


def test_a_player_who_resigned_is_placed_last_whatever_the_bot_scores(
    alice: User, bob: User
) -> None:
    for _ in range(5):
        game = resign(alice, start_game(alice, bob, timeouts=PLAY_ON))
        bots_run(game_id=game.id)
        game.refresh_from_db()
        while game.to_act is not None:
            game = play_one(bob, game)
        assert game.result is not None
        assert game.result["placements"] == [2, 1]
        assert game.result["lost"] == [0]


def play_one(user: User, game: Game) -> Game:
    game = play(user, game)
    bots_run(game_id=game.id)
    game.refresh_from_db()
    return game


def test_bots_finish_a_game_that_all_players_have_resigned(alice: User, bob: User) -> None:
    game = resign(alice, resign(bob, start_game(alice, bob, timeouts=PLAY_ON)))
    bots_run(game_id=game.id)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    assert game.result is not None
    assert game.result["placements"] == [1, 2]  # bob resigned first


def test_a_player_who_resigned_sees_the_game_as_a_spectator(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob, timeouts=PLAY_ON)
    assert seen(alice, game)["table"]["hand"] is not None
    resign(alice, game)
    mine, strangers = seen(alice, game), seen(charlie, game)
    assert mine["your_seat"] == 0
    assert mine["table"] == strangers["table"]
    assert mine["decision"] == strangers["decision"]


def test_it_refuses_to_resign_twice(alice: User, bob: User) -> None:
    game = resign(alice, start_game(alice, bob, timeouts=PLAY_ON))
    with pytest.raises(SeatLost):
        seat_resign(user=alice, game_id=game.id)


def test_it_refuses_strangers(alice: User, bob: User, charlie: User) -> None:
    with pytest.raises(NotSeated):
        seat_resign(user=charlie, game_id=start_game(alice, bob, timeouts=PLAY_ON).id)
    with pytest.raises(GameNotFound):
        seat_resign(user=charlie, game_id=start_game(alice, bob, visibility="private").id)


def test_it_refuses_before_the_start_and_after_the_end(alice: User, bob: User) -> None:
    with pytest.raises(GameNotStarted):
        seat_resign(user=alice, game_id=lobby(alice, bob).id)
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    with pytest.raises(GameOver):
        seat_resign(user=alice, game_id=game.id)


@pytest.mark.parametrize("gone", ["the version", "the game"])
def test_it_changes_nothing_while_the_rules_are_not_available(
    gone: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(alice, bob, timeouts=PLAY_ON)
    if gone == "the version":
        monkeypatch.setattr(ToyRules, "version", "toy/2")
    else:
        monkeypatch.delitem(registry.RULESETS, "toy")
    with pytest.raises(RulesUnavailable):
        seat_resign(user=alice, game_id=game.id)
    assert game.seats.get(number=0).lost_at is None
    game.refresh_from_db()
    assert game.auto_at is None


def test_places_are_shared_among_those_who_stayed_and_follow_the_order_of_resigning() -> None:
    now = timezone.now()
    seats = [
        Seat(number=0),
        Seat(number=1, lost_at=now),
        Seat(number=2),
        Seat(number=3, lost_at=now - timedelta(days=1)),
        Seat(number=4),
    ]
    ranked = result_rank(result={"placements": [2, 1, 2, 4, 5], "scores": []}, seats=seats)
    assert ranked == {
        "placements": [1, 4, 1, 5, 3],
        "scores": [],
        "lost": [1, 3],
        "ended_by": "rules",
    }
