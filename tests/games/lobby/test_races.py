"""Simultaneous requests for one lobby."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games.lobby.invitations import invitation_accept, invitation_send, invitation_withdraw
from games.lobby.schedule import lobby_resolve
from games.lobby.services import (
    game_change,
    game_create,
    game_join,
    game_leave,
    game_rematch,
    game_start,
    player_remove,
)
from games.models import Game, Invitation
from tests.faults.together import at_once, outcome
from tests.games.lobby.lobbies import seat_names
from tests.timed import HOUR, fresh
from tests.toy_games import lobby, play_out, start_game

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
TIMES = 8


def run_together(*actions: Callable[[], object]) -> list[str]:
    return at_once(*(partial(outcome, action) for action in actions))


def test_of_two_users_who_join_the_last_seat_one_gets_it_and_the_game_starts_once(
    alice: User, bob: User, charlie: User
) -> None:
    for _ in range(TIMES):
        game = lobby(alice, seats=2, start_when_full=True)
        ends = run_together(
            *(partial(game_join, user=user, game_id=game.id) for user in (bob, charlie))
        )
        assert sorted(ends) in (["done", "game_full"], ["done", "game_not_in_lobby"])
        assert fresh(game).status == "active"
        assert game.moves.count() == 1


def test_either_the_start_or_the_leave_comes_first(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob)
        start, leave = run_together(
            partial(game_start, user=alice, game_id=game.id),
            partial(game_leave, user=bob, game_id=game.id),
        )
        if start == "done":
            assert (leave, fresh(game).status) == ("game_not_in_lobby", "active")
            assert seat_names(game) == ["alice", "bob"]
        else:
            assert (start, leave, fresh(game).status) == ("seats_free", "done", "lobby")
            assert (seat_names(game), fresh(game).free_seats) == (["alice", None], 1)


def test_simultaneous_requests_for_a_rematch_create_one_game(
    alice: User, bob: User, charlie: User
) -> None:
    users = (alice, bob, charlie)
    for number in range(TIMES):
        old = play_out(start_game(*users, options={"rounds": 1}), *users)
        ends = run_together(*(partial(game_rematch, user=user, game_id=old.id) for user in users))
        assert ends == ["done"] * 3
        assert Game.objects.count() == 2 * (number + 1)
        again = fresh(old).rematch
        assert again is not None
        assert seat_names(again) == ["charlie", "alice", "bob"]
        assert not again.invitations.filter(answer="").exists()


def test_two_sweeps_start_a_lobby_once(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob, seats=3, starts_at=timezone.now() + HOUR)
        Game.objects.filter(id=game.id).update(starts_at=timezone.now() - HOUR)
        assert sorted(at_once(*[partial(lobby_resolve, game_id=game.id)] * 4))[-1] is True
        assert (fresh(game).status, game.moves.count()) == ("active", 1)


def test_a_lobby_starts_once_by_its_time_or_its_host(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob, seats=3, starts_at=timezone.now() + HOUR)
        Game.objects.filter(id=game.id).update(starts_at=timezone.now() - HOUR)
        _, change = run_together(
            partial(lobby_resolve, game_id=game.id),
            partial(game_change, user=alice, game_id=game.id, starts_at=None),
        )
        if change == "done":
            assert (fresh(game).status, fresh(game).starts_at) == ("lobby", None)
        else:
            assert (change, fresh(game).status) == ("game_not_in_lobby", "active")


def test_a_player_is_removed_or_leaves_once(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob)
        ends = run_together(
            partial(player_remove, user=alice, game_id=game.id, seat=1),
            partial(game_leave, user=bob, game_id=game.id),
        )
        assert ends in (["done", "not_seated"], ["no_player_there", "done"])
        assert seat_names(game) == ["alice", None]


def test_an_invitation_is_accepted_or_withdrawn(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, seats=2, visibility="private")
        one = invitation_send(user=alice, game_id=game.id, username="bob")
        take, withdraw = run_together(
            partial(invitation_accept, user=bob, invitation_id=one.id),
            partial(invitation_withdraw, user=alice, game_id=game.id, invitation_id=one.id),
        )
        assert [take, withdraw] in (
            ["done", "invitation_closed"],
            ["invitation_closed", "done"],
        )
        answer = Invitation.objects.get(id=one.id).answer
        assert answer == ("accepted" if take == "done" else "withdrawn")
        assert (seat_names(game)[1] == "bob") == (take == "done")


def test_limits_hold_for_simultaneous_requests(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.MAX_GAMES, settings.MAX_LOBBIES_HOSTED = 3, 50
    tables = [lobby(alice, seats=2, join=False) for _ in range(3)]
    create = partial(game_create, user=bob, ruleset="toy", seats=2, options={})
    ends = run_together(
        *(partial(game_join, user=bob, game_id=game.id) for game in tables), create, create
    )
    assert sorted(ends) == ["done"] * 3 + ["too_many_games"] * 2
