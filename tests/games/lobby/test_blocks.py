"""Blocks: the users that do not meet at a table, and what they can tell (docs/lobby.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from accounts.blocks import user_block
from accounts.models import User
from games.lobby.errors import PlayerBlocked, SeatsReserved
from games.lobby.invitations import invitation_send, invitation_withdraw
from games.lobby.services import game_join, game_rematch, ready_set
from games.models import Exclusion, Game, Invitation
from games.play.errors import GameNotFound
from games.seats.handover import seat_offer, seat_offer_accept, seat_offer_withdraw
from games.sweeps import lobbies_sweep
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.conftest import ClientOf
from tests.games.lobby.lobbies import notifications_of, seat_names
from tests.timed import HOUR, NOW, Clock, fresh
from tests.toy_games import lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")
OF_THE_REQUEST = ("X-Request-ID", "RateLimit", "Date")
WITH_ID = {"HTTP_X_REQUEST_ID": "the-same"}


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_user("dora", email="dora@example.org")


def block(user: User, other: User) -> None:
    user_block(user=user, username=other.username)


def listed(user: User, client_of: ClientOf, **query: str) -> list[str]:
    reply = client_of(user).get("/api/v1/games/", {"status": "lobby", **query})
    return [game["id"] for game in reply.json()["results"]]


def announced(user: User) -> list[str]:
    outbox_fan_out(seconds=60)
    lines = Notification.objects.filter(user=user).order_by("id")
    return [line.entry.kind for line in lines]


def test_lists_leave_out_tables_with_somebody_that_the_user_blocks(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    hosted, played = lobby(bob, seats=3), lobby(charlie, bob, seats=3)
    free = lobby(charlie, seats=3)
    block(alice, bob)
    assert set(listed(alice, client_of, fits_me="true")) == {str(free.id)}
    assert set(listed(alice, client_of)) == {str(game.id) for game in (hosted, played, free)}
    alices = lobby(alice, seats=3)
    assert str(alices.id) in listed(bob, client_of, fits_me="true")  # bob cannot tell


def test_a_user_does_not_join_a_table_with_somebody_that_they_block(
    alice: User, bob: User, charlie: User
) -> None:
    old = play_out(start_game(alice, bob), alice, bob)
    block(alice, bob)
    for game in (lobby(bob, seats=3), lobby(charlie, bob, seats=3)):
        with pytest.raises(PlayerBlocked):
            game_join(user=alice, game_id=game.id)
    with pytest.raises(PlayerBlocked):
        invitation_send(user=alice, game_id=lobby(alice, seats=2).id, username="bob")
    running = start_game(alice, charlie)
    with pytest.raises(PlayerBlocked):
        seat_offer(user=alice, game_id=running.id, to="bob")
    with pytest.raises(PlayerBlocked):
        game_rematch(user=alice, game_id=old.id)


@pytest.mark.parametrize("blocker", ["alice", "charlie"])
def test_a_blocked_user_finds_the_seats_reserved(
    blocker: str, alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, charlie, seats=4)
    secret = lobby(alice, charlie, seats=4, visibility="private")
    block(User.objects.get(username=blocker), bob)
    with pytest.raises(SeatsReserved):
        game_join(user=bob, game_id=game.id)
    with pytest.raises(GameNotFound):
        game_join(user=bob, game_id=secret.id)


# --- what the blocked user can tell --------------------------------------------------------------


def replies(client: APIClient, game: Game, *others: tuple[str, str]) -> list[Any]:
    """Return what a user reads of a game and around it, and the replies to other requests."""
    told = []
    paths = (
        "games/",
        "games/?fits_me=true&status=lobby",
        f"games/{game.id}/",
        "me/invitations/",
        f"games/{game.id}/invitations/",
        f"games/?ids={game.id}",
        "me/seat-offers/",
        "me/notifications/",
        f"games/{game.id}/messages/",
        f"games/{game.id}/events/",
    )
    for method, path in (*(("get", path) for path in paths), *others):
        with transaction.atomic():
            reply = getattr(client, method)(f"/api/v1/{path}", **WITH_ID)
            transaction.set_rollback(method != "get")
        headers = {name: value for name, value in reply.items() if name not in OF_THE_REQUEST}
        told.append((method, path, reply.status_code, headers, reply.content))
    return told


def expect_the_same(
    one: Callable[[], object], two: Callable[[], object], read: Callable[[], Any]
) -> None:
    """Read after each of two changes, which start from the same state: all is the same."""
    heard = []
    for change in (one, two):
        with transaction.atomic():
            change()
            outbox_fan_out(seconds=60)
            heard.append(read())
            transaction.set_rollback(True)
    assert heard[0] == heard[1]


@pytest.mark.parametrize("rematch", [False, True])
def test_blocked_or_reserved_is_the_same(
    rematch: bool, alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    """The seats of a lobby are reserved for invited strangers, or its host blocks the reader."""
    if rematch:
        old = play_out(start_game(alice, charlie, visibility="private"), alice, charlie)
        game = game_rematch(user=alice, game_id=old.id)
        Game.objects.filter(id=game.id).update(visibility="public")
    else:
        game = lobby(alice, seats=2)
        invitation_send(user=alice, game_id=game.id, username="charlie")
    client, join = client_of(bob), ("post", f"games/{game.id}/join/")
    reserved = replies(client, game, join)
    assert reserved[-1][2] == 409

    def block_instead() -> None:
        Game.objects.filter(rematch=game).update(rematch=None)
        game.invitations.all().delete()
        block(alice, bob)

    expect_the_same(lambda: None, block_instead, lambda: replies(client, game, join))


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_block_at_the_table_looks_like_a_withdrawn_invitation(
    visibility: str,
    alice: User,
    bob: User,
    charlie: User,
    client_of: ClientOf,
    clock: Clock,
) -> None:
    game = lobby(charlie, alice, seats=2 if visibility == "public" else 3, visibility=visibility)
    invitation = invitation_send(user=charlie, game_id=game.id, username="bob")
    client = client_of(bob)
    answers = [("post", f"me/invitations/{invitation.id}/{how}/") for how in ("accept", "decline")]
    answers.append(("post", f"games/{game.id}/join/"))

    def withdraw() -> None:
        invitation_withdraw(user=charlie, game_id=game.id, invitation_id=invitation.id)
        Game.objects.filter(id=game.id).update(version=game.version)

    game = fresh(game)
    expect_the_same(withdraw, lambda: block(alice, bob), lambda: replies(client, game, *answers))


def test_a_block_at_the_table_looks_like_a_withdrawn_offer(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = start_game(charlie, alice, visibility="private")
    offer = seat_offer(user=charlie, game_id=game.id, to="bob")
    client = client_of(bob)
    answers = [("post", f"me/seat-offers/{offer.id}/{how}/") for how in ("accept", "decline")]
    expect_the_same(
        lambda: seat_offer_withdraw(user=charlie, offer_id=offer.id),
        lambda: block(alice, bob),
        lambda: replies(client, game, *answers),
    )


def test_a_former_host_hides_no_offer(alice: User, bob: User, charlie: User, dora: User) -> None:
    game = start_game(charlie, dora)
    Game.objects.filter(id=game.id).update(created_by=alice)
    block(alice, bob)
    offer = seat_offer(user=charlie, game_id=game.id, to="bob")
    seat_offer_accept(user=bob, offer_id=offer.id)


def test_the_inviter_cannot_tell_and_the_invited_are_not_notified(
    alice: User, bob: User, charlie: User, client_of: ClientOf, clock: Clock
) -> None:
    game = lobby(charlie, alice, seats=3)
    running = start_game(charlie, alice)
    client = client_of(charlie)

    def invite_and_read() -> Any:
        invitation_send(user=charlie, game_id=game.id, username="bob")
        seat_offer(user=charlie, game_id=running.id, to="bob")
        told = replies(client, game)
        ids = Invitation.objects.values_list("id", flat=True)
        return [(*row[:-1], b"") if ids else row for row in told][:3]

    expect_the_same(lambda: None, lambda: block(alice, bob), invite_and_read)
    block(alice, bob)
    invite_and_read()
    assert announced(bob) == []
    assert {"invited", "seat_offered"} <= {
        kind for kind, _ in notifications_of(bob, "invited", "seat_offered")
    }


def test_a_rematch_of_three_leaves_the_blocked_player_out_of_the_table(
    alice: User, bob: User, charlie: User
) -> None:
    old = play_out(start_game(alice, bob, charlie), alice, bob, charlie)
    block(alice, bob)
    again = game_rematch(user=charlie, game_id=old.id)
    game_rematch(user=alice, game_id=old.id)
    with pytest.raises(SeatsReserved):
        game_rematch(user=bob, game_id=old.id)
    assert seat_names(again).count(None) == 1


# --- starts --------------------------------------------------------------------------------------


def test_no_automatic_start_brings_them_together(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    hosted = lobby(alice, bob, seats=3, start_when_full=True)
    played = lobby(dora, alice, bob, seats=4, start_when_full=True)
    block(alice, bob)
    assert game_join(user=charlie, game_id=hosted.id).status == "lobby"
    assert game_join(user=charlie, game_id=played.id).status == "lobby"
    assert seat_names(hosted) == ["alice", None, "charlie"]  # the host stays
    assert seat_names(played) == ["dora", None, "bob", "charlie"]  # others leave
    assert Exclusion.objects.get().user == bob
    assert [data["why"] for _, data in notifications_of(bob, "kicked")] == ["host"]
    assert [data["why"] for _, data in notifications_of(alice, "kicked")] == ["block"]


def test_at_a_planned_start_a_bot_takes_the_seat(
    alice: User, bob: User, charlie: User, clock: Clock
) -> None:
    game = lobby(charlie, alice, bob, starts_at=NOW + HOUR)
    block(alice, bob)
    clock.shift(HOUR)
    lobbies_sweep()
    assert fresh(game).status == "active"
    names = seat_names(game)
    assert names[0::2] == ["charlie", "bob"]
    assert names[1] not in (None, "alice")


def test_in_a_running_game_they_stay(alice: User, bob: User) -> None:
    game, ready = start_game(alice, bob), lobby(alice, bob, ready_check=True)
    block(alice, bob)
    assert seat_names(play_out(game, alice, bob)) == ["alice", "bob"]
    ready_set(user=alice, game_id=ready.id, ready=True)
    ready_set(user=bob, game_id=ready.id, ready=True)
    assert seat_names(ready) == ["alice", None]
