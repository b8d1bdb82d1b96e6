"""Invitations."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from accounts.blocks import user_block, user_unblock
from accounts.models import User
from core.errors import Invalid
from games.lobby import limits
from games.lobby.errors import (
    AlreadySeated,
    GameFull,
    GameNotInLobby,
    InvitationClosed,
    InvitationLimit,
    InvitationNotFound,
    NotTheHost,
    SeatsReserved,
    TooManyInvitations,
)
from games.lobby.invitations import (
    invitation_accept,
    invitation_decline,
    invitation_send,
    invitation_withdraw,
)
from games.lobby.limits import INVITATIONS_TO_ONE
from games.lobby.selectors import invitations_to
from games.lobby.services import game_cancel, game_join, game_leave, game_rematch, game_start
from games.models import Answer, Game, Invitation
from games.play.errors import GameNotFound
from games.play.relevance import still_invited
from games.play.selectors import game_view_for
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.games.lobby.lobbies import field_errors, notifications_of, seat_names
from tests.timed import DAY, MINUTE, NOW, Clock
from tests.toy_games import lobby, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


def invite(host: User, game: Game, guest: User) -> Invitation:
    return invitation_send(user=host, game_id=game.id, username=guest.username)


def test_an_invited_user_sees_a_private_lobby_and_takes_a_seat(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3, visibility="private")
    invitation = invite(alice, game, bob)
    assert notifications_of(bob, "invited") == [("invited", {"username": "alice", "title": ""})]
    assert seen(bob, game)["your_seat"] is None
    invitation_accept(user=bob, invitation_id=invitation.id, seat=2)
    assert seat_names(game) == ["alice", None, "bob"]
    invitation.refresh_from_db()
    assert invitation.answer == Answer.ACCEPTED
    data = {"username": "bob", "answer": "accepted"}
    assert notifications_of(alice, "invitation_answered") == [("invitation_answered", data)]


def test_joining_accepts_the_invitation(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3)
    invitation = invite(alice, game, bob)
    game_join(user=bob, game_id=game.id)
    invitation.refresh_from_db()
    assert invitation.answer == Answer.ACCEPTED


def test_a_user_who_declined_no_longer_sees_a_private_lobby_and_is_not_invited_again(
    alice: User, bob: User
) -> None:
    game = lobby(alice, seats=3, visibility="private")
    invitation = invite(alice, game, bob)
    invitation_decline(user=bob, invitation_id=invitation.id)
    data = {"username": "bob", "answer": "declined"}
    assert notifications_of(alice, "invitation_answered") == [("invitation_answered", data)]
    with pytest.raises(GameNotFound):
        game_view_for(user=bob, game_id=game.id)
    with pytest.raises(InvitationClosed) as error:
        invite(alice, game, bob)
    assert error.value.extras == {"answer": "declined"}
    for late in (invitation_decline, invitation_accept):
        with pytest.raises(InvitationClosed):
            late(user=bob, invitation_id=invitation.id)


def test_a_withdrawn_invitation_can_be_sent_again(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3, visibility="private")
    invitation = invite(alice, game, bob)
    data = {"username": "alice", "title": ""}
    assert still_invited(game.id, bob.id, data)
    invitation_withdraw(user=alice, game_id=game.id, invitation_id=invitation.id)
    assert not still_invited(game.id, bob.id, data)
    assert not invitations_to(user=bob).exists()
    with pytest.raises(GameNotFound):
        game_join(user=bob, game_id=game.id)
    with pytest.raises(InvitationClosed):
        invitation_withdraw(user=alice, game_id=game.id, invitation_id=invitation.id)
    assert invite(alice, game, bob).id == invitation.id
    game_join(user=bob, game_id=game.id)


def test_a_user_who_left_a_private_lobby_needs_another_invitation(alice: User, bob: User) -> None:
    game = lobby(alice, bob, visibility="private")
    game_leave(user=bob, game_id=game.id)
    with pytest.raises(GameNotFound):
        game_join(user=bob, game_id=game.id)
    invite(alice, game, bob)
    game_join(user=bob, game_id=game.id)


def test_a_user_is_notified_once(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3)
    assert invite(alice, game, bob).id == invite(alice, game, bob).id
    assert len(notifications_of(bob, "invited")) == 1


def test_the_host_can_only_invite_other_existing_users(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, bob, seats=3)
    with pytest.raises(NotTheHost):
        invite(bob, game, charlie)
    with pytest.raises(AlreadySeated):
        invite(alice, game, bob)
    User.objects.filter(id=charlie.id).update(is_active=False)
    wrong = {"nobody": "unknown_user", "charlie": "unknown_user", "Alice": "yourself"}
    for name, code in wrong.items():
        with pytest.raises(Invalid) as error:
            invitation_send(user=alice, game_id=game.id, username=name)
        assert field_errors(error.value) == [("/username", code)]


def test_an_invitation_is_for_one_user_and_one_game(alice: User, bob: User, charlie: User) -> None:
    game, other = lobby(alice, seats=2), lobby(alice, seats=2)
    invitation = invite(alice, game, bob)
    for late in (invitation_decline, invitation_accept):
        with pytest.raises(InvitationNotFound):
            late(user=charlie, invitation_id=invitation.id)
    with pytest.raises(InvitationNotFound):
        invitation_withdraw(user=alice, game_id=other.id, invitation_id=invitation.id)


def test_the_number_of_open_invitations_is_limited(
    alice: User, bob: User, charlie: User, settings: LazySettings
) -> None:
    settings.MAX_INVITATIONS = 1
    game = lobby(alice, seats=3)
    first = invite(alice, game, bob)
    with pytest.raises(TooManyInvitations) as error:
        invite(alice, game, charlie)
    assert error.value.extras == {"limit": 1}
    invitation_decline(user=bob, invitation_id=first.id)
    invite(alice, game, charlie)


def test_invitations_to_one_user_and_in_all_are_limited_in_a_day(
    alice: User, bob: User, charlie: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS", INVITATIONS_TO_ONE + 1)
    for _ in range(INVITATIONS_TO_ONE):
        game = lobby(alice, seats=3)
        invite(alice, game, bob)
        game_cancel(user=alice, game_id=game.id)
        clock.shift(MINUTE)
    game = lobby(alice, seats=3)
    with pytest.raises(InvitationLimit) as error:
        invite(alice, game, bob)
    assert error.value.extras == {"again_at": NOW + DAY}
    assert error.value.detail.endswith("It is possible again in 23\xa0hours, 50\xa0minutes.")
    assert error.value.retry_after == (DAY - INVITATIONS_TO_ONE * MINUTE).total_seconds()
    invite(alice, game, charlie)
    game_leave(user=alice, game_id=game.id)
    with pytest.raises(InvitationLimit):
        invite(alice, lobby(alice, seats=3), charlie)
    clock.shift(DAY)
    invite(alice, lobby(alice, seats=3), bob)


def test_the_invitations_of_a_rematch_do_not_count(
    alice: User, bob: User, charlie: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "INVITATIONS", 1)
    again = game_rematch(user=alice, game_id=play_out(start_game(alice, bob), alice, bob).id)
    invite(alice, again, charlie)
    with pytest.raises(InvitationLimit):
        invite(alice, lobby(alice, seats=3), bob)


def test_an_invitation_withdrawn_and_sent_again_is_announced_once_a_day(
    alice: User, bob: User, clock: Clock
) -> None:
    game = lobby(alice, seats=3)
    for announced, later in ((1, MINUTE), (1, DAY), (2, MINUTE)):
        invitation = invite(alice, game, bob)
        assert len(notifications_of(bob, "invited")) == announced
        invitation_withdraw(user=alice, game_id=game.id, invitation_id=invitation.id)
        clock.shift(later)


def test_open_invitations_reserve_seats(alice: User, bob: User, charlie: User) -> None:
    game, dora = lobby(alice, seats=3), User.objects.create_user("dora")
    first, second = invite(alice, game, bob), invite(alice, game, dora)
    with pytest.raises(SeatsReserved):
        game_join(user=charlie, game_id=game.id)
    invitation_decline(user=bob, invitation_id=first.id)
    game_join(user=charlie, game_id=game.id)
    invitation_accept(user=dora, invitation_id=second.id)
    assert seat_names(game) == ["alice", "charlie", "dora"]


def test_of_more_invited_users_than_seats_the_first_get_them(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, seats=2)
    invitation, _other = invite(alice, game, bob), invite(alice, game, charlie)
    game_join(user=charlie, game_id=game.id)
    with pytest.raises(GameFull):
        invitation_accept(user=bob, invitation_id=invitation.id)


def test_an_invitation_ends_with_the_lobby(alice: User, bob: User, charlie: User) -> None:
    started, called_off = (lobby(alice, charlie, visibility="private") for _ in range(2))
    open_ones = [invite(alice, game, bob) for game in (started, called_off)]
    game_start(user=alice, game_id=started.id)
    game_cancel(user=alice, game_id=called_off.id)
    assert not invitations_to(user=bob).exists()
    for invitation in open_ones:
        with pytest.raises((GameNotFound, GameNotInLobby)):
            invitation_accept(user=bob, invitation_id=invitation.id)
        with pytest.raises(GameNotFound):
            game_view_for(user=bob, game_id=invitation.game_id)


def test_users_who_block_the_host_are_not_notified_of_invitations(alice: User, bob: User) -> None:
    user_block(user=bob, username="alice")
    invitation = invite(alice, lobby(alice, seats=3), bob)
    assert not invitation.answer  # the host cannot tell
    outbox_fan_out(seconds=60)
    assert not Notification.objects.filter(user=bob).exists()
    assert list(invitations_to(user=bob)) == []
    user_unblock(user=bob, username="alice")
    assert list(invitations_to(user=bob)) == [invitation]
