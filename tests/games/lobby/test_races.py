"""Several at one lobby at the same moment."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from core.errors import ApiError
from games.lobby.invitations import invitation_send, invitation_take, invitation_withdraw
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
from tests.faults.together import at_once
from tests.games.lobby.lobbies import places
from tests.matches import lobby, match, play_out
from tests.timed import HOUR, fresh

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("toy"),
]
TIMES = 8


def outcome(action: Callable[[], object]) -> str:
    """What became of it: "done", or the code of the refusal."""
    try:
        action()
    except ApiError as refusal:
        return refusal.code
    return "done"


def together(*actions: Callable[[], object]) -> list[str]:
    return at_once(*(partial(outcome, action) for action in actions))


def test_two_join_the_last_seat_and_it_starts_once(alice: User, bob: User, charlie: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, seats=2, start_when_full=True)
        ends = together(
            *(partial(game_join, user=user, game_id=game.id) for user in (bob, charlie))
        )
        assert sorted(ends) in (["done", "game_full"], ["done", "game_not_in_lobby"])
        assert fresh(game).status == "active"
        assert game.moves.count() == 1


def test_of_a_start_and_a_leave_one_comes_first(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob)
        start, leave = together(
            partial(game_start, user=alice, game_id=game.id),
            partial(game_leave, user=bob, game_id=game.id),
        )
        if start == "done":
            assert (leave, fresh(game).status) == ("game_not_in_lobby", "active")
            assert places(game) == ["alice", "bob"]
        else:
            assert (start, leave, fresh(game).status) == ("seats_free", "done", "lobby")
            assert (places(game), fresh(game).free_seats) == (["alice", None], 1)


def test_rematches_asked_for_at_once_are_one(alice: User, bob: User, charlie: User) -> None:
    users = (alice, bob, charlie)
    for number in range(TIMES):
        old = play_out(match(*users, options={"rounds": 1}), *users)
        ends = together(*(partial(game_rematch, user=user, game_id=old.id) for user in users))
        assert ends == ["done"] * 3
        assert Game.objects.count() == 2 * (number + 1)
        again = fresh(old).rematch
        assert again is not None
        assert places(again) == ["charlie", "alice", "bob"]
        assert not again.invitations.filter(answer="").exists()


def test_two_sweeps_start_a_lobby_once(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob, seats=3, starts_at=timezone.now() + HOUR)
        Game.objects.filter(id=game.id).update(starts_at=timezone.now() - HOUR)
        assert sorted(at_once(*[partial(lobby_resolve, game_id=game.id)] * 4))[-1] is True
        assert (fresh(game).status, game.moves.count()) == ("active", 1)


def test_of_the_hour_and_its_host_one_comes_first(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob, seats=3, starts_at=timezone.now() + HOUR)
        Game.objects.filter(id=game.id).update(starts_at=timezone.now() - HOUR)
        _, change = together(
            partial(lobby_resolve, game_id=game.id),
            partial(game_change, user=alice, game_id=game.id, starts_at=None),
        )
        if change == "done":
            assert (fresh(game).status, fresh(game).starts_at) == ("lobby", None)
        else:
            assert (change, fresh(game).status) == ("game_not_in_lobby", "active")


def test_who_is_removed_while_he_leaves_is_gone_once(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, bob)
        ends = together(
            partial(player_remove, user=alice, game_id=game.id, seat=1),
            partial(game_leave, user=bob, game_id=game.id),
        )
        assert ends in (["done", "not_seated"], ["no_player_there", "done"])
        assert places(game) == ["alice", None]


def test_an_invitation_is_taken_or_withdrawn(alice: User, bob: User) -> None:
    for _ in range(TIMES):
        game = lobby(alice, seats=2, visibility="private")
        one = invitation_send(user=alice, game_id=game.id, username="bob")
        take, withdraw = together(
            partial(invitation_take, user=bob, invitation_id=one.id),
            partial(invitation_withdraw, user=alice, game_id=game.id, invitation_id=one.id),
        )
        assert [take, withdraw] in (
            ["done", "invitation_closed"],
            ["invitation_closed", "done"],
        )
        answer = Invitation.objects.get(id=one.id).answer
        assert answer == ("accepted" if take == "done" else "withdrawn")
        assert (places(game)[1] == "bob") == (take == "done")


def test_the_caps_hold_when_all_is_asked_for_at_once(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.MAX_MATCHES, settings.MAX_LOBBIES_HOSTED = 3, 50
    tables = [lobby(alice, seats=2, join=False) for _ in range(3)]
    create = partial(game_create, user=bob, ruleset="toy", seats=2, options={})
    ends = together(
        *(partial(game_join, user=bob, game_id=game.id) for game in tables), create, create
    )
    assert sorted(ends) == ["done"] * 3 + ["too_many_matches"] * 2
