"""Who sits where before the start, and what the host may do about it."""

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
from tests.games.lobby.lobbies import heard, places, pointers, profiles
from tests.matches import lobby, match
from tests.timed import MINUTE, Clock, fresh

pytestmark = pytest.mark.usefixtures("toy")


def ready(game: Game) -> list[int]:
    seats = game.seats.filter(ready_at__isnull=False).order_by("number")
    return list(seats.values_list("number", flat=True))


# --- changing seats ----------------------------------------------------------------------------


def test_a_player_moves_to_a_free_seat_and_stays_ready(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4)
    ready_set(user=bob, game_id=game.id, ready=True)
    seat_change(user=bob, game_id=game.id, seat=3)
    assert places(game) == ["alice", None, None, "bob"]
    assert ready(game) == [3]


def test_he_does_not_sit_on_others_or_bots_or_nowhere(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4, bots=["greedy"])
    for seat in (0, 3):
        with pytest.raises(SeatTaken) as taken:
            seat_change(user=bob, game_id=game.id, seat=seat)
        assert taken.value.extras == {"free_seats": [2]}
    with pytest.raises(Invalid) as missing:
        seat_change(user=bob, game_id=game.id, seat=4)
    assert pointers(missing.value) == [("/seat", "no_such_seat")]
    version = fresh(game).version
    seat_change(user=bob, game_id=game.id, seat=1)  # where he sits
    assert (places(game), fresh(game).version) == (["alice", "bob", None, "greedy"], version)


def test_seats_are_fixed_from_the_start_on(alice: User, bob: User, charlie: User) -> None:
    game = match(alice, bob)
    refusals: list[Callable[[], Any]] = [
        lambda: seat_change(user=bob, game_id=game.id, seat=0),
        lambda: ready_set(user=bob, game_id=game.id, ready=True),
        lambda: bot_place(user=alice, game_id=game.id, seat=1, level="greedy"),
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


def test_if_the_host_leaves_whoever_sits_longest_is_the_host(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = lobby(alice, seats=4)
    game_join(user=bob, game_id=game.id, seat=3)
    clock.shift(MINUTE)
    game_join(user=charlie, game_id=game.id, seat=1)
    game_leave(user=alice, game_id=game.id)
    assert places(game) == [None, "charlie", None, "bob"]
    assert fresh(game).created_by == bob
    assert heard(bob, "host_passed") == [("host_passed", {})]
    game_change(user=bob, game_id=game.id, title="Mine")
    with pytest.raises(NotTheHost):
        game_change(user=charlie, game_id=game.id, title="Mine")


def test_a_host_who_leaves_nobody_behind_takes_the_match_with_him(alice: User) -> None:
    game = lobby(alice, seats=3, bots=["greedy"])
    game_leave(user=alice, game_id=game.id)
    game.refresh_from_db()
    assert (game.status, game.expires_at, game.free_seats) == (Status.CANCELLED, None, 0)


def test_a_guest_leaves_the_host_as_he_is(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    game_leave(user=bob, game_id=game.id)
    assert (fresh(game).created_by, fresh(game).free_seats) == (alice, 1)


# --- removing players --------------------------------------------------------------------------


def test_who_is_removed_comes_back_only_by_invitation(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    player_remove(user=alice, game_id=game.id, seat=1)
    assert places(game) == ["alice", None]
    assert heard(bob, "kicked") == [("kicked", {"seat": 1, "why": "host"})]
    with pytest.raises(RemovedByHost):
        game_join(user=bob, game_id=game.id)
    invitation_send(user=alice, game_id=game.id, username="bob")
    game_join(user=bob, game_id=game.id)
    assert places(game) == ["alice", "bob"]


def test_who_is_removed_from_a_private_match_no_longer_knows_of_it(alice: User, bob: User) -> None:
    game = lobby(alice, bob, visibility="private")
    player_remove(user=alice, game_id=game.id, seat=1)
    with pytest.raises(GameNotFound):
        game_join(user=bob, game_id=game.id)


def test_only_other_players_are_removed_and_only_by_the_host(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, bob, seats=4, bots=["greedy"])
    with pytest.raises(NotTheHost):
        player_remove(user=bob, game_id=game.id, seat=0)
    with pytest.raises(NotTheHost):
        player_remove(user=charlie, game_id=game.id, seat=0)
    for seat in (2, 3):
        with pytest.raises(NoPlayerThere):
            player_remove(user=alice, game_id=game.id, seat=seat)
    with pytest.raises(Invalid) as error:
        player_remove(user=alice, game_id=game.id, seat=0)
    assert pointers(error.value) == [("/seat", "yourself")]


# --- bots --------------------------------------------------------------------------------------


def test_the_host_sets_bots_and_takes_them_away(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4)
    bot_place(user=alice, game_id=game.id, seat=3, level="random")
    bot_place(user=alice, game_id=game.id, seat=3, level="greedy")
    assert (places(game), fresh(game).free_seats) == (["alice", "bob", None, "greedy"], 1)
    bot_remove(user=alice, game_id=game.id, seat=3)
    assert (places(game), fresh(game).free_seats) == (["alice", "bob", None, None], 2)


def test_a_bot_has_a_profile_and_the_usual_one_unless_it_is_named(alice: User) -> None:
    game = lobby(alice, seats=4, bots=["greedy/bold", "random"])
    assert profiles(game) == ["", "", "bold", "balanced"]
    bot_place(user=alice, game_id=game.id, seat=1, level="random", profile="bold")
    bot_place(user=alice, game_id=game.id, seat=2, level="greedy")
    assert profiles(game) == ["", "bold", "balanced", "balanced"]
    bot_remove(user=alice, game_id=game.id, seat=1)
    assert profiles(game) == ["", "", "balanced", "balanced"]


def test_a_bot_needs_a_free_seat_and_a_level(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=3)
    with pytest.raises(SeatTaken):
        bot_place(user=alice, game_id=game.id, seat=1, level="greedy")
    with pytest.raises(Invalid) as error:
        bot_place(user=alice, game_id=game.id, seat=2, level="genius")
    assert pointers(error.value) == [("/level", "unknown_level")]
    with pytest.raises(Invalid) as error:
        bot_place(user=alice, game_id=game.id, seat=2, level="greedy", profile="shy")
    assert pointers(error.value) == [("/profile", "unknown_profile")]
    with pytest.raises(NoBotThere):
        bot_remove(user=alice, game_id=game.id, seat=2)
    with pytest.raises(NotTheHost):
        bot_place(user=bob, game_id=game.id, seat=2, level="greedy")


# --- changing what was settled -----------------------------------------------------------------


def test_the_host_settles_the_match_anew(alice: User, clock: Clock) -> None:
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


def test_nobody_is_ready_for_what_has_changed(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=4, ready_check=True)
    changes: list[Callable[[], Any]] = [
        lambda: game_change(user=alice, game_id=game.id, title="Other"),
        lambda: bot_place(user=alice, game_id=game.id, seat=3, level="greedy"),
        lambda: bot_remove(user=alice, game_id=game.id, seat=3),
    ]
    for change in changes:
        ready_set(user=bob, game_id=game.id, ready=True)
        assert ready(game) == [1]
        change()
        assert ready(game) == []


def test_what_cannot_be_is_not_settled(alice: User) -> None:
    game = lobby(alice, seats=3, min_rating=1200)
    with pytest.raises(Invalid) as options:
        game_change(user=alice, game_id=game.id, options={"rounds": 99}, title="New")
    assert pointers(options.value) == [("/options/rounds", "rounds_out_of_range")]
    with pytest.raises(Invalid) as ratings:
        game_change(user=alice, game_id=game.id, max_rating=1100)
    assert pointers(ratings.value) == [("/max_rating", "below_min_rating")]
    with pytest.raises(Invalid) as pace:
        game_change(user=alice, game_id=game.id, pace={"kind": "sand"})
    assert pointers(pace.value) == [("/pace/kind", "invalid_choice")]
    assert (fresh(game).title, fresh(game).version) == ("", 1)


def test_each_change_lets_the_lobby_wait_longer(alice: User, bob: User, clock: Clock) -> None:
    game = lobby(alice, seats=3)
    first = game.expires_at
    assert first is not None
    clock.shift(MINUTE)
    game_join(user=bob, game_id=game.id)
    assert fresh(game).expires_at == first + timedelta(minutes=1)
