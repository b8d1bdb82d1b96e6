"""POST /api/v1/games/{id}/join/, leave/, start/, cancel/"""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from tests.conftest import ClientOf
from tests.toy_games import NOWHERE, Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


def test_a_guest_joins_and_sees_their_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    response = Player(client_of(bob), lobby(alice, seats=3).id).post("join")
    assert response.status_code == 200
    assert response.json()["your_seat"] == 1


def test_a_guest_chooses_a_seat(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(bob), lobby(alice, seats=3).id)
    taken = player.post("join", {"seat": 0})
    assert (taken.status_code, taken.json()["code"]) == (409, "seat_taken")
    assert taken.json()["free_seats"] == [1, 2]
    assert player.post("join", {"seat": 9}).json()["errors"][0]["pointer"] == "/seat"
    assert player.post("join", {"seat": 2}).json()["your_seat"] == 2


def test_a_full_table_is_full(alice: User, bob: User, charlie: User, client_of: ClientOf) -> None:
    response = Player(client_of(charlie), lobby(alice, bob).id).post("join")
    assert (response.status_code, response.json()["code"]) == (409, "game_full")


def test_a_private_game_is_joined_by_invitation(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=2, visibility="private")
    host, guest = Player(client_of(alice), game.id), Player(client_of(bob), game.id)
    assert guest.client.get(guest.path).status_code == 404
    assert guest.post("join").json()["code"] == "game_not_found"
    assert host.post("invitations", {"username": "bob"}).status_code == 201
    assert guest.view()["your_seat"] is None
    assert guest.post("join").json()["your_seat"] == 1


def test_a_guest_leaves(alice: User, bob: User, client_of: ClientOf) -> None:
    player = Player(client_of(bob), lobby(alice, bob).id)
    assert player.post("leave").status_code == 204
    assert player.view()["your_seat"] is None
    again = player.post("leave")
    assert (again.status_code, again.json()["code"]) == (403, "not_seated")


def test_the_host_starts_when_all_seats_are_taken(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=2)
    host, guest = Player(client_of(alice), game.id), Player(client_of(bob), game.id)
    early = host.post("start")
    assert (early.status_code, early.json()["code"]) == (409, "seats_free")
    assert early.json()["free_seats"] == [1]
    guest.post("join")
    assert guest.post("start").json()["code"] == "not_the_host"
    started = host.post("start").json()
    assert (started["status"], started["decision"]["id"]) == ("active", 1)
    assert started["commitment"] is not None
    again = host.post("start")
    assert (again.status_code, again.json()["code"]) == (409, "game_not_in_lobby")


def test_the_host_cancels(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lobby(alice, bob)
    host, guest = Player(client_of(alice), game.id), Player(client_of(bob), game.id)
    assert guest.post("cancel").status_code == 403
    assert host.post("cancel").json()["status"] == "cancelled"
    for action in ("start", "join", "leave", "cancel"):
        assert host.post(action).json()["code"] == "game_not_in_lobby"


def test_nobody_joins_or_leaves_a_running_game(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    assert Player(client_of(charlie), game.id).post("join").json()["code"] == "game_not_in_lobby"
    assert Player(client_of(bob), game.id).post("leave").json()["code"] == "game_not_in_lobby"


@pytest.mark.parametrize("action", ["join", "leave", "start", "cancel", "resign"])
def test_an_unknown_game_is_not_found(action: str, alice: User, client_of: ClientOf) -> None:
    response = Player(client_of(alice), NOWHERE).post(action)
    assert (response.status_code, response.json()["code"]) == (404, "game_not_found")


@pytest.mark.parametrize("action", ["join", "leave", "start", "cancel", "resign"])
def test_it_needs_a_token(action: str, alice: User, anyone: APIClient) -> None:
    assert Player(anyone, lobby(alice, seats=2).id).post(action).status_code == 401
