"""The lobby over HTTP: settings, seats, readiness, bots, invitations, rematches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.fingerprints import fingerprint_key
from games.lobby.invitations import invitation_send
from games.lobby.services import game_cancel
from games.models import Game
from games.seats.resign import seat_resign
from tests.conftest import ClientOf
from tests.games.lobby.lobbies import rate, set_reliability
from tests.toy_games import NOWHERE, Player, lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")
MINE = "/api/v1/me/invitations/"
QUERIES = 12
LOBBY_CALLS = 2
"""Statements that begin and end the transaction of a write."""
FINGERPRINT_STATEMENTS = 3
"""Statements that store client fingerprints when a user takes a seat."""


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json().get("code", "")


def names(game: dict[str, Any]) -> list[str | None]:
    return [seat["user"]["username"] if seat["user"] else seat["bot"] for seat in game["seats"]]


# --- a story -----------------------------------------------------------------------------------


def test_friends_set_up_a_game_that_starts_when_all_are_ready(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    created = client_of(alice).post(
        "/api/v1/games/",
        {"ruleset": "toy", "seats": 4, "visibility": "private", "ready_check": True},
    )
    assert created.status_code == 201
    host, guest, third = (
        Player(client_of(user), created.json()["id"]) for user in (alice, bob, charlie)
    )
    for name in ("bob", "charlie"):
        assert host.post("invitations", {"username": name}).status_code == 201
    (invitation,) = guest.client.get(MINE).json()["results"]
    assert invitation["by"]["username"] == "alice"
    assert names(invitation["summary"]) == ["alice", None, None, None]
    accepted = guest.client.post(f"{MINE}{invitation['id']}/accept/", {"seat": 3})
    assert accepted.json()["your_seat"] == 3
    (other,) = third.client.get(MINE).json()["results"]
    assert third.client.post(f"{MINE}{other['id']}/decline/").status_code == 204
    assert third.client.get(third.path).status_code == 404
    assert names(guest.post("seat", {"seat": 1}).json()) == ["alice", "bob", None, None]
    assert guest.post("ready", {"ready": True}).json()["seats"][1]["ready"] is True
    host.put("seats/2/bot", {"level": "novice"})
    host.put("seats/3/bot", {"level": "easy"})
    assert host.delete("seats/2/bot").json()["free_seats"] == 1
    changed = host.change(title="The three of us", options={"rounds": 3}).json()
    assert (changed["title"], changed["options"]) == ("The three of us", {"rounds": 3})
    host.put("seats/2/bot", {"level": "easy"})
    assert [seat["ready"] for seat in host.view()["seats"]] == [False] * 4
    assert host.post("ready", {"ready": True}).json()["status"] == "lobby"
    assert code(host.post("start")) == (409, "not_ready")
    assert guest.post("ready", {"ready": True}).json()["status"] == "active"
    sent = host.client.get(f"{host.path}invitations/").json()["results"]
    assert [one["answer"] for one in sent] == ["declined", "accepted"]


def test_a_rematch_of_the_same_players(alice: User, bob: User, client_of: ClientOf) -> None:
    old = start_game(alice, bob)
    host, guest = Player(client_of(alice), old.id), Player(client_of(bob), old.id)
    assert code(host.post("rematch")) == (409, "game_not_over")
    seat_resign(user=bob, game_id=old.id)
    again = guest.post("rematch").json()
    assert (names(again), again["your_seat"]) == (["bob", None], 0)
    assert host.view()["rematch"] == again["id"]
    assert host.post("rematch").json()["id"] == again["id"]
    assert names(Player(guest.client, again["id"]).view()) == ["bob", "alice"]


# --- refusals ----------------------------------------------------------------------------------


def test_a_user_who_is_not_admitted_sees_why(alice: User, bob: User, client_of: ClientOf) -> None:
    rate(bob, 1400)
    player = Player(client_of(bob), lobby(alice, seats=3, min_rating=1500).id)
    problem = player.post("join").json()
    assert (problem["status"], problem["code"]) == (403, "not_admitted")
    assert (problem["filter"], problem["limit"], problem["yours"]) == ("min_rating", 1500, 1400)


def test_a_removed_player_is_notified(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lobby(alice, bob)
    host, guest = Player(client_of(alice), game.id), Player(client_of(bob), game.id)
    assert code(guest.post("kick", {"seat": 0})) == (403, "not_the_host")
    assert host.post("kick", {"seat": 1}).json()["free_seats"] == 1
    assert code(host.post("kick", {"seat": 1})) == (409, "no_player_there")
    assert code(guest.post("join")) == (403, "removed_by_host")


@pytest.mark.parametrize(
    ("body", "pointer", "wrong"),
    [
        ({"options": {"rounds": 99}}, "/options/rounds", "rounds_out_of_range"),
        ({"visibility": "secret"}, "/visibility", "invalid_choice"),
        ({"starts_at": "soon"}, "/starts_at", "invalid"),
        ({"min_rating": 10**9}, "/min_rating", "max_value"),
        ({"pace": {"kind": "per_decision"}}, "/pace/allowance", "required"),
        ({"timeouts": {"policy": "mercy"}}, "/timeouts/policy", "invalid_choice"),
        ({"title": "x\0"}, "/title", "null_characters_not_allowed"),
    ],
)
def test_errors_of_a_change_point_at_the_wrong_fields(
    body: dict[str, Any], pointer: str, wrong: str, alice: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=3)
    response = Player(client_of(alice), game.id).change(**body)
    assert response.status_code == 422
    errors = [(error["pointer"], error["code"]) for error in response.json()["errors"]]
    assert errors == [(pointer, wrong)]


def test_a_change_keeps_other_settings(alice: User, client_of: ClientOf) -> None:
    game = lobby(alice, seats=3, title="Mine", bot_delay=5, rated=False, vacations=False)
    player = Player(client_of(alice), game.id)
    before = player.view()
    after = player.change(title="Ours").json()
    moving = ("title", "server_time", "expires_at")
    assert {k: v for k, v in after.items() if k not in moving} == {
        k: v for k, v in before.items() if k not in moving
    }


ACTIONS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("patch", "", {"title": "x"}),
    ("post", "seat/", {"seat": 1}),
    ("post", "ready/", {"ready": True}),
    ("post", "kick/", {"seat": 1}),
    ("put", "seats/1/bot/", {"level": "easy"}),
    ("delete", "seats/1/bot/", None),
    ("get", "invitations/", None),
    ("post", "invitations/", {"username": "bob"}),
    ("delete", "invitations/1/", None),
    ("post", "rematch/", None),
]


@pytest.mark.parametrize(("method", "path", "body"), ACTIONS)
def test_unknown_and_private_games_are_not_found(
    method: str, path: str, body: Any, alice: User, charlie: User, client_of: ClientOf
) -> None:
    private = lobby(alice, seats=3, visibility="private")
    for game_id in (NOWHERE, private.id):
        response = getattr(client_of(charlie), method)(f"/api/v1/games/{game_id}/{path}", body)
        assert code(response) == (404, "game_not_found")


@pytest.mark.parametrize(("method", "path", "body"), ACTIONS)
def test_other_users_cannot_change_a_game(
    method: str, path: str, body: Any, alice: User, charlie: User, client_of: ClientOf
) -> None:
    game = lobby(alice, seats=3)
    before = Game.objects.values().get(id=game.id)
    response = getattr(client_of(charlie), method)(f"/api/v1/games/{game.id}/{path}", body)
    assert code(response) in ((403, "not_the_host"), (403, "not_seated"))
    assert Game.objects.values().get(id=game.id) == before


@pytest.mark.parametrize(("method", "path", "body"), ACTIONS)
def test_it_needs_a_token(
    method: str, path: str, body: Any, alice: User, anyone: APIClient
) -> None:
    game = lobby(alice, seats=2)
    assert getattr(anyone, method)(f"/api/v1/games/{game.id}/{path}", body).status_code == 401


@pytest.mark.parametrize("action", ["accept", "decline"])
def test_an_invitation_of_somebody_else_is_not_found(
    action: str, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    one = invitation_send(user=alice, game_id=lobby(alice, seats=2).id, username="bob")
    for number in (one.id, 10**30):
        response = client_of(charlie).post(f"{MINE}{number}/{action}/")
        assert code(response) == (404, "invitation_not_found")


# --- asking politely ---------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/v1/me/games/", MINE, "invitations"])
def test_a_list_that_has_not_changed_is_not_sent_again(
    path: str, alice: User, bob: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    game = lobby(bob, seats=3)
    invitation_send(user=bob, game_id=game.id, username="alice")
    Player(client_of(alice), game.id).post("join") if path.startswith("/api/v1/me/games") else None
    reader = client_of(bob if path == "invitations" else alice)
    url = f"/api/v1/games/{game.id}/invitations/" if path == "invitations" else path
    first = reader.get(url)
    assert len(first.json()["results"]) == 1
    tag = first.headers["ETag"]
    with django_assert_num_queries(3 if path == "invitations" else 2):
        same = reader.get(url, headers={"If-None-Match": tag})
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    game_cancel(user=bob, game_id=game.id)
    assert reader.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_requests_of_the_lobby_need_few_statements(
    alice: User,
    bob: User,
    charlie: User,
    client_of: ClientOf,
    django_assert_max_num_queries: Any,
) -> None:
    for user in (bob, charlie):
        rate(user, 1500)
        set_reliability(user, finished=10)
    host = client_of(alice)
    limit = django_assert_max_num_queries
    body = {"ruleset": "toy", "seats": 5, "min_rating": 1, "min_reliability": 50}
    host.get("/api/v1/me/")
    for _ in range(2):  # fingerprints need a key, which is created and read once a month
        fingerprint_key(timezone.now())
    with limit(QUERIES + LOBBY_CALLS):
        game = host.post("/api/v1/games/", body).json()
    table, guest, third = (Player(client_of(user), game["id"]) for user in (alice, bob, charlie))
    for player in (table, guest, third):
        player.view()  # stores the last use of the token
    with limit(QUERIES + LOBBY_CALLS):
        invitation = table.post("invitations", {"username": "charlie"}).json()
    with limit(QUERIES + LOBBY_CALLS + FINGERPRINT_STATEMENTS):
        third.client.post(f"{MINE}{invitation['id']}/accept/", {"seat": 4})
    with limit(QUERIES + LOBBY_CALLS + FINGERPRINT_STATEMENTS):
        assert guest.post("join").status_code == 200
    requests: list[Callable[[], Any]] = [
        lambda: third.post("seat", {"seat": 3}),
        lambda: third.post("ready", {"ready": True}),
        lambda: table.put("seats/4/bot", {"level": "easy"}),
        lambda: table.delete("seats/4/bot"),
        lambda: table.change(title="Ours", options={"rounds": 1}),
        lambda: table.post("kick", {"seat": 3}),
        lambda: table.client.get(f"{table.path}invitations/"),
        lambda: guest.client.get(MINE),
        lambda: guest.client.get("/api/v1/games/?fits_me=true&search=our&bots=false&turn_max=9"),
        lambda: guest.client.get("/api/v1/me/games/"),
        lambda: table.post("leave"),
        lambda: guest.post("cancel"),
    ]
    for number, request in enumerate(requests):
        with limit(QUERIES + LOBBY_CALLS, info=f"request {number}"):
            assert request().status_code in (200, 201, 204), number
    with limit(QUERIES + LOBBY_CALLS + FINGERPRINT_STATEMENTS):
        assert guest.post("rematch").status_code in (200, 201)
