"""Seats, bots and settings before the start."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import (
    GameNotInLobby,
    NoBotThere,
    NoPlayerThere,
    NotTheHost,
    RemovedByHost,
    SeatTaken,
)
from games.lobby.invitations import invitation_send
from games.lobby.services import (
    bot_place,
    bot_remove,
    game_change,
    game_join,
    game_leave,
    player_remove,
    ready_set,
    seat_change,
)
from games.models import Game, Status
from games.play.errors import GameNotFound, NotSeated
from tests.games.lobby.lobbies import bot_profiles, field_errors, notifications_of, seat_names
from tests.timed import MINUTE, Clock, fresh
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def ready_seats(game: Game) -> list[int]:
    seats = game.seats.filter(ready_at__isnull=False).order_by("number")
    return list(seats.values_list("number", flat=True))


# --- changing seats ----------------------------------------------------------------------------


def test_a_player_moves_to_a_free_seat_and_stays_ready(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4)
    ready_set(user=bob, game_id=game.id, ready=True)
    seat_change(user=bob, game_id=game.id, seat=3)
    assert seat_names(game) == ["alice", None, None, "bob"]
    assert ready_seats(game) == [3]


def test_a_player_cannot_move_to_a_seat_that_is_taken_or_unknown(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4, bots=["easy"])
    for seat in (0, 3):
        with pytest.raises(SeatTaken) as taken:
            seat_change(user=bob, game_id=game.id, seat=seat)
        assert taken.value.extras == {"free_seats": [2]}
    with pytest.raises(Invalid) as missing:
        seat_change(user=bob, game_id=game.id, seat=4)
    assert field_errors(missing.value) == [("/seat", "no_such_seat")]
    version = fresh(game).version
    seat_change(user=bob, game_id=game.id, seat=1)  # bob's own seat
    assert (seat_names(game), fresh(game).version) == (["alice", "bob", None, "easy"], version)


def test_seats_cannot_change_after_the_start(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    refusals: list[Callable[[], Any]] = [
        lambda: seat_change(user=bob, game_id=game.id, seat=0),
        lambda: ready_set(user=bob, game_id=game.id, ready=True),
        lambda: bot_place(user=alice, game_id=game.id, seat=1, level="easy"),
        lambda: bot_remove(user=alice, game_id=game.id, seat=1),
        lambda: player_remove(user=alice, game_id=game.id, seat=1),
        lambda: game_change(user=alice, game_id=game.id, title="Later"),
    ]
    for refused in refusals:
        with pytest.raises(GameNotInLobby):
            refused()
    with pytest.raises(NotSeated):
        seat_change(user=charlie, game_id=game.id, seat=0)


# --- leaving -----------------------------------------------------------------------------------


def test_if_the_host_leaves_the_longest_seated_player_becomes_the_host(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = lobby(alice, seats=4)
    game_join(user=bob, game_id=game.id, seat=3)
    clock.shift(MINUTE)
    game_join(user=charlie, game_id=game.id, seat=1)
    game_leave(user=alice, game_id=game.id)
    assert seat_names(game) == [None, "charlie", None, "bob"]
    assert fresh(game).created_by == bob
    assert notifications_of(bob, "host_passed") == [("host_passed", {})]
    game_change(user=bob, game_id=game.id, title="Mine")
    with pytest.raises(NotTheHost):
        game_change(user=charlie, game_id=game.id, title="Mine")


def test_a_game_is_cancelled_when_its_last_player_leaves(alice: User) -> None:
    game = lobby(alice, seats=3, bots=["easy"])
    game_leave(user=alice, game_id=game.id)
    game.refresh_from_db()
    assert (game.status, game.expires_at, game.free_seats) == (Status.CANCELLED, None, 0)


def test_the_host_stays_when_a_guest_leaves(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    game_leave(user=bob, game_id=game.id)
    assert (fresh(game).created_by, fresh(game).free_seats) == (alice, 1)


# --- removing players --------------------------------------------------------------------------


def test_a_removed_player_comes_back_only_by_invitation(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    player_remove(user=alice, game_id=game.id, seat=1)
    assert seat_names(game) == ["alice", None]
    assert notifications_of(bob, "kicked") == [("kicked", {"seat": 1, "why": "host"})]
    with pytest.raises(RemovedByHost):
        game_join(user=bob, game_id=game.id)
    invitation_send(user=alice, game_id=game.id, username="bob")
    game_join(user=bob, game_id=game.id)
    assert seat_names(game) == ["alice", "bob"]


def test_a_player_removed_from_a_private_game_no_longer_sees_it(alice: User, bob: User) -> None:
    game = lobby(alice, bob, visibility="private")
    player_remove(user=alice, game_id=game.id, seat=1)
    with pytest.raises(GameNotFound):
        game_join(user=bob, game_id=game.id)


def test_only_the_host_removes_players_and_only_others(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, bob, seats=4, bots=["easy"])
    with pytest.raises(NotTheHost):
        player_remove(user=bob, game_id=game.id, seat=0)
    with pytest.raises(NotTheHost):
        player_remove(user=charlie, game_id=game.id, seat=0)
    for seat in (2, 3):
        with pytest.raises(NoPlayerThere):
            player_remove(user=alice, game_id=game.id, seat=seat)
    with pytest.raises(Invalid) as error:
        player_remove(user=alice, game_id=game.id, seat=0)
    assert field_errors(error.value) == [("/seat", "yourself")]


# --- bots --------------------------------------------------------------------------------------


def test_the_host_places_and_removes_bots(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4)
    bot_place(user=alice, game_id=game.id, seat=3, level="novice")
    bot_place(user=alice, game_id=game.id, seat=3, level="easy")
    assert (seat_names(game), fresh(game).free_seats) == (["alice", "bob", None, "easy"], 1)
    bot_remove(user=alice, game_id=game.id, seat=3)
    assert (seat_names(game), fresh(game).free_seats) == (["alice", "bob", None, None], 2)


def test_a_bot_has_the_default_profile_unless_another_is_named(alice: User) -> None:
    game = lobby(alice, seats=4, bots=["easy/bold", "novice"])
    assert bot_profiles(game) == ["", "", "bold", "balanced"]
    bot_place(user=alice, game_id=game.id, seat=1, level="novice", profile="bold")
    bot_place(user=alice, game_id=game.id, seat=2, level="easy")
    assert bot_profiles(game) == ["", "bold", "balanced", "balanced"]
    bot_remove(user=alice, game_id=game.id, seat=1)
    assert bot_profiles(game) == ["", "", "balanced", "balanced"]


def test_a_bot_needs_a_free_seat_and_a_level(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=3)
    with pytest.raises(SeatTaken):
        bot_place(user=alice, game_id=game.id, seat=1, level="easy")
    with pytest.raises(Invalid) as error:
        bot_place(user=alice, game_id=game.id, seat=2, level="genius")
    assert field_errors(error.value) == [("/level", "unknown_level")]
    with pytest.raises(Invalid) as error:
        bot_place(user=alice, game_id=game.id, seat=2, level="easy", profile="shy")
    assert field_errors(error.value) == [("/profile", "unknown_profile")]
    with pytest.raises(NoBotThere):
        bot_remove(user=alice, game_id=game.id, seat=2)
    with pytest.raises(NotTheHost):
        bot_place(user=bob, game_id=game.id, seat=2, level="easy")


# --- changing the settings ---------------------------------------------------------------------


def test_the_host_changes_the_settings(alice: User, clock: Clock) -> None:
    game = lobby(alice, seats=3, timeouts={"excuses": 2})
    game_change(
        user=alice,
        game_id=game.id,
        title="Slow and friendly",
        visibility="unlisted",
        options={"rounds": 3},
        timeouts={"policy": "bot"},
        pace={"kind": "per_decision", "allowance": 3600},
        min_reliability=90,
    )
    game.refresh_from_db()
    assert (game.title, game.visibility, game.options) == (
        "Slow and friendly",
        "unlisted",
        {"rounds": 3},
    )
    assert (game.timeouts["policy"], game.timeouts["excuses"]) == ("bot", 2)
    assert (game.pace["allowance"], game.min_reliability, game.rated) == (3600, 90, True)


def test_players_have_to_be_ready_again_after_a_change(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4, ready_check=True)
    changes: list[Callable[[], Any]] = [
        lambda: game_change(user=alice, game_id=game.id, title="Other"),
        lambda: bot_place(user=alice, game_id=game.id, seat=3, level="easy"),
        lambda: bot_remove(user=alice, game_id=game.id, seat=3),
    ]
    for change in changes:
        ready_set(user=bob, game_id=game.id, ready=True)
        assert ready_seats(game) == [1]
        change()
        assert ready_seats(game) == []


def test_invalid_settings_are_refused(alice: User) -> None:
    game = lobby(alice, seats=3, min_rating=1200)
    with pytest.raises(Invalid) as options:
        game_change(user=alice, game_id=game.id, options={"rounds": 99}, title="New")
    assert field_errors(options.value) == [("/options/rounds", "rounds_out_of_range")]
    with pytest.raises(Invalid) as ratings:
        game_change(user=alice, game_id=game.id, max_rating=1100)
    assert field_errors(ratings.value) == [("/max_rating", "below_min_rating")]
    with pytest.raises(Invalid) as pace:
        game_change(user=alice, game_id=game.id, pace={"kind": "sand"})
    assert field_errors(pace.value) == [("/pace/kind", "invalid_choice")]
    assert (fresh(game).title, fresh(game).version) == ("", 1)


def test_each_change_delays_the_expiry_of_the_lobby(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, seats=3)
    first = game.expires_at
    assert first is not None
    clock.shift(MINUTE)
    game_join(user=bob, game_id=game.id)
    assert fresh(game).expires_at == first + timedelta(minutes=1)
