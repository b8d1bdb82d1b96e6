"""Rematches."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings

from accounts.blocks import user_block
from accounts.models import User
from games.lobby.errors import (
    GameNotInLobby,
    GameNotOver,
    GameReopened,
    PlayerBlocked,
    RematchLimit,
    RemovedByHost,
    SeatsReserved,
    TooManyGames,
)
from games.lobby.invitations import invitation_decline
from games.lobby.services import (
    game_cancel,
    game_join,
    game_leave,
    game_rematch,
    game_start,
    player_remove,
)
from games.models import Game, VoteKind
from games.play.errors import NotSeated
from games.seats.resign import seat_resign
from games.votes.services import ballot_cast, vote_open
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.games.lobby.lobbies import bot_profiles, notifications_of, seat_names
from tests.timed import A_DAY_EACH, DAY, NOW, Clock, fresh, time_out
from tests.toy_games import lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def finished_game(*users: User, **settings: Any) -> Game:
    """Return a game that these users have finished."""
    return play_out(start_game(*users, **settings), *users)


def test_all_players_who_ask_get_the_same_game_one_seat_further(
    alice: User, bob: User, charlie: User
) -> None:
    old = finished_game(alice, bob, charlie, title="Again and again", options={"rounds": 1})
    first = game_rematch(user=bob, game_id=old.id)
    assert seat_names(first) == [None, None, "bob"]
    others = {game_rematch(user=user, game_id=old.id).id for user in (alice, charlie, bob)}
    assert others == {first.id}
    assert seat_names(first) == ["charlie", "alice", "bob"]
    first = fresh(first)
    assert (first.created_by, first.options) == (bob, {"rounds": 1})
    assert fresh(old).rematch_id == first.id
    game_start(user=bob, game_id=first.id)


def test_the_title_is_kept_if_its_host_asks(alice: User, bob: User) -> None:
    for user, title in ((alice, "Again and again"), (bob, "")):
        old = finished_game(alice, bob, title="Again and again")
        assert game_rematch(user=user, game_id=old.id).title == title


def test_a_player_who_blocks_the_host_is_not_notified_and_does_not_join(
    alice: User, bob: User
) -> None:
    old = finished_game(alice, bob)
    user_block(user=bob, username="alice")
    game_rematch(user=alice, game_id=old.id)
    outbox_fan_out(seconds=60)
    lines = Notification.objects.filter(user=bob)
    assert not lines.filter(entry__kind="rematch_offered").exists()
    with pytest.raises(PlayerBlocked):
        game_rematch(user=bob, game_id=old.id)


def test_a_user_whose_rematch_did_not_start_waits_a_day(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    old = finished_game(alice, bob, charlie)
    for user, joins in ((alice, bob), (charlie, bob)):
        again = game_rematch(user=user, game_id=old.id)
        game_rematch(user=joins, game_id=old.id)
        game_leave(user=user, game_id=again.id)
        game_leave(user=joins, game_id=again.id)  # the host by then
        with pytest.raises(RematchLimit) as error:
            game_rematch(user=user, game_id=old.id)
        assert error.value.extras == {"again_at": NOW + DAY}
    with pytest.raises(RematchLimit):
        game_rematch(user=alice, game_id=old.id)
    again = game_rematch(user=bob, game_id=old.id)  # has been host, but offered none
    game_cancel(user=bob, game_id=again.id)
    clock.shift(DAY)
    game_rematch(user=alice, game_id=old.id)


def test_a_rematch_that_started_is_no_reason_to_wait(alice: User, bob: User) -> None:
    old = finished_game(alice, bob)
    again = game_rematch(user=alice, game_id=old.id)
    game_rematch(user=bob, game_id=old.id)
    game_start(user=alice, game_id=again.id)
    vote = vote_open(user=alice, game_id=again.id, kind=VoteKind.CANCEL)
    ballot_cast(user=bob, game_id=again.id, vote_id=vote.id, yes=True)
    game_rematch(user=alice, game_id=old.id)


def test_the_others_are_notified_and_their_seats_reserved(
    alice: User, bob: User, charlie: User
) -> None:
    old = finished_game(alice, bob)
    again = game_rematch(user=alice, game_id=old.id)
    data = {"rematch": str(again.id), "username": "alice"}
    assert notifications_of(bob, "rematch_offered") == [("rematch_offered", data)]
    assert notifications_of(alice, "rematch_offered") == []
    with pytest.raises(SeatsReserved):
        game_join(user=charlie, game_id=again.id)
    invitation = again.invitations.get(user=bob)
    invitation_decline(user=bob, invitation_id=invitation.id)
    game_join(user=charlie, game_id=again.id)
    assert seat_names(again) == ["charlie", "alice"]


def test_a_player_who_declined_may_still_join_but_a_removed_one_may_not(
    alice: User, bob: User, charlie: User
) -> None:
    old = finished_game(alice, bob, charlie, visibility="private")
    again = game_rematch(user=alice, game_id=old.id)
    invitation_decline(user=bob, invitation_id=again.invitations.get(user=bob).id)
    game_rematch(user=bob, game_id=old.id)
    assert seat_names(again) == [None, "alice", "bob"]
    player_remove(user=alice, game_id=again.id, seat=2)
    with pytest.raises(RemovedByHost):
        game_rematch(user=bob, game_id=old.id)


def test_bots_keep_their_seats_and_the_game_may_start_at_once(alice: User) -> None:
    old = lobby(alice, seats=3, bots=["novice", "easy/bold"], start_when_full=True)
    seat_resign(user=alice, game_id=old.id)  # no player is left
    again = game_rematch(user=alice, game_id=old.id)
    assert (seat_names(again), again.status) == (["easy", "alice", "novice"], "active")
    assert bot_profiles(again) == ["bold", "", "balanced"]


def test_a_cancelled_rematch_can_be_replaced(alice: User, bob: User) -> None:
    old = finished_game(alice, bob)
    first = game_rematch(user=alice, game_id=old.id)
    game_leave(user=alice, game_id=first.id)
    second = game_rematch(user=bob, game_id=old.id)
    assert (fresh(first).status, second.id != first.id) == ("cancelled", True)
    assert fresh(old).rematch_id == second.id


def test_a_cancelled_game_can_have_a_rematch(alice: User, bob: User) -> None:
    old = lobby(alice, bob)
    game_cancel(user=alice, game_id=old.id)
    assert seat_names(game_rematch(user=bob, game_id=old.id)) == ["bob", None]


def test_only_players_can_ask_and_only_after_the_end(alice: User, bob: User, charlie: User) -> None:
    for early in (lobby(alice, bob), start_game(alice, bob)):
        with pytest.raises(GameNotOver):
            game_rematch(user=alice, game_id=early.id)
    with pytest.raises(NotSeated):
        game_rematch(user=charlie, game_id=finished_game(alice, bob).id)


def test_a_player_who_asks_too_late_gets_an_error(alice: User, bob: User, charlie: User) -> None:
    old = finished_game(alice, bob, charlie)
    again = game_rematch(user=alice, game_id=old.id)
    game_rematch(user=bob, game_id=old.id)
    invitation_decline(user=charlie, invitation_id=again.invitations.get(user=charlie).id)
    player = User.objects.create_user("dora")
    game_join(user=player, game_id=again.id)
    game_start(user=alice, game_id=again.id)
    with pytest.raises(GameNotInLobby):
        game_rematch(user=charlie, game_id=old.id)
    assert game_rematch(user=bob, game_id=old.id).id == again.id


def test_a_reopened_game_has_no_rematch(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH)
    game = time_out(clock, game)
    assert game.reopened_as_id is not None
    with pytest.raises(GameReopened) as error:
        game_rematch(user=bob, game_id=game.id)
    assert error.value.extras == {"reopened_as": str(game.reopened_as_id)}


def test_a_reopened_game_has_the_same_settings(alice: User, bob: User, clock: Clock) -> None:
    game = start_game(alice, bob, pace=A_DAY_EACH, title="Club", min_reliability=80)
    another = time_out(clock, game).reopened_as
    assert another is not None
    assert (another.min_reliability, another.free_seats) == (80, 1)
    assert (another.created_by, another.title) == (bob, "")  # the title was alice's
    assert another.expires_at is not None


def test_the_limits_hold(alice: User, bob: User, settings: LazySettings) -> None:
    old = finished_game(alice, bob)
    settings.MAX_GAMES = 0
    with pytest.raises(TooManyGames):
        game_rematch(user=alice, game_id=old.id)
    assert fresh(old).rematch_id is None
