"""POST /api/v1/games/"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from rest_framework.test import APIClient

from accounts.avatars import bot_avatar_url
from accounts.models import User
from games.models import Game
from games.models.bot_names import bot_name, default_names
from games.play.documents import user_document
from tests.conftest import ClientOf

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/games/"


def body(**changes: Any) -> dict[str, Any]:
    return {"ruleset": "toy", "seats": 3, "bots": [{"level": "easy"}], **changes}


def test_it_creates_a_game_in_the_lobby(alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).post(PATH, body(options={"rounds": 3}))
    assert response.status_code == 201
    game = response.json()
    user = user_document(alice) | {"id": str(alice.id)}
    alices = {"name": "alice", "avatar": user["avatar"]}
    nobodys = {"name": None, "avatar": None}
    name = bot_name(UUID(game["id"]), 2, default_names())
    bots = {"name": name, "avatar": bot_avatar_url(name)}
    there = {"lost": None, "away": False, "ready": False}
    numbers = [{"seat": number, "number": number} for number in range(3)]
    assert game["seats"] == [
        {**numbers[0], "user": user, "bot": None, "bot_profile": None, **there, **alices},
        {**numbers[1], "user": None, "bot": None, "bot_profile": None, **there, **nobodys},
        {**numbers[2], "user": None, "bot": "easy", "bot_profile": "balanced", **there, **bots},
    ]
    expected = {
        "ruleset": "toy",
        "rules_version": "toy/1",
        "status": "lobby",
        "visibility": "public",
        "options": {"rounds": 3},
        "created_by": user,
        "started_at": None,
        "finished_at": None,
        "your_seat": 0,
        "title": "",
        "free_seats": 1,
        "start_when_full": False,
        "ready_check": False,
        "starts_at": None,
        "min_rating": None,
        "max_rating": None,
        "min_reliability": None,
        "rated": True,
        "rematch": None,
        "commitment": None,
        "move_count": 0,
        "table": None,
        "help": None,
        "decision": None,
        "result": None,
    }
    assert {name: game[name] for name in expected} == expected
    assert game["server_time"] >= game["created_at"]


def test_missing_members_get_defaults(alice: User, client_of: ClientOf) -> None:
    game = client_of(alice).post(PATH, {"ruleset": "citadels", "seats": 4}).json()
    assert (game["visibility"], game["your_seat"]) == ("public", 0)
    assert game["options"]["preset"] == "first_game"


def test_the_host_may_be_a_spectator(alice: User, client_of: ClientOf) -> None:
    bots = [{"level": "easy", "profile": "bold"}, {"level": "novice"}]
    game = client_of(alice).post(PATH, body(seats=2, bots=bots, join=False)).json()
    assert game["your_seat"] is None
    assert [seat["bot"] for seat in game["seats"]] == ["easy", "novice"]
    assert [seat["bot_profile"] for seat in game["seats"]] == ["bold", "balanced"]


@pytest.mark.parametrize(
    ("changes", "pointer", "code"),
    [
        ({"ruleset": "chess"}, "/ruleset", "unknown_ruleset"),
        ({"seats": 9}, "/seats", "seats_out_of_range"),
        ({"seats": "many"}, "/seats", "invalid"),
        ({"options": {"rounds": 99}}, "/options/rounds", "rounds_out_of_range"),
        ({"options": []}, "/options", "not_a_dict"),
        ({"bots": [{"level": "genius"}]}, "/bots/0/level", "unknown_level"),
        ({"bots": [{"level": "easy", "profile": "shy"}]}, "/bots/0/profile", "unknown_profile"),
        ({"bots": [{}]}, "/bots/0/level", "required"),
        ({"bots": [{"level": "easy"}] * 3}, "/bots", "too_many_bots"),
        ({"visibility": "secret"}, "/visibility", "invalid_choice"),
        ({"seat": -1}, "/seat", "min_value"),
        ({"seat": 7}, "/seat", "no_such_seat"),
        ({"title": "x" * 81}, "/title", "max_length"),
        ({"min_rating": 1600, "max_rating": 1500}, "/max_rating", "below_min_rating"),
        ({"min_reliability": 101}, "/min_reliability", "max_value"),
        ({"starts_at": "2001-01-01T00:00:00Z"}, "/starts_at", "in_the_past"),
        ({"starts_at": "2901-01-01T00:00:00Z"}, "/starts_at", "too_far_ahead"),
    ],
)
def test_errors_point_at_the_wrong_fields(
    changes: dict[str, Any], pointer: str, code: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).post(PATH, body(**changes))
    assert response.status_code == 422
    problem = response.json()
    assert problem["code"] == "invalid"
    assert [(error["pointer"], error["code"]) for error in problem["errors"]] == [(pointer, code)]
    assert not Game.objects.exists()


def test_a_request_sent_again_creates_nothing(alice: User, client_of: ClientOf) -> None:
    client, headers = client_of(alice), {"Idempotency-Key": "k1"}
    first = client.post(PATH, body(), headers=headers)
    again = client.post(PATH, body(), headers=headers)
    assert (again.status_code, again.content) == (201, first.content)
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    other = client.post(PATH, body(seats=2), headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert Game.objects.count() == 1


def test_it_refuses_a_key_that_is_too_long(alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).post(PATH, body(), headers={"Idempotency-Key": "x" * 201})
    assert (response.status_code, response.json()["code"]) == (400, "idempotency_key_invalid")
    assert response.json()["detail"].startswith("Use 1 to 200 printable ASCII characters")


def test_it_needs_a_token(anyone: APIClient, db: None) -> None:
    assert anyone.post(PATH, body()).status_code == 401


@pytest.mark.parametrize("key", [None, "k"])
@pytest.mark.parametrize("digits", [10, 30, 900])
def test_a_seat_of_many_digits_is_refused(
    digits: int, key: str | None, alice: User, client_of: ClientOf
) -> None:
    headers = {"Idempotency-Key": key} if key else {}
    for seat, code in (("9" * digits, "invalid"), (int("9" * min(digits, 18)), "max_value")):
        response = client_of(alice).post(PATH, body(seat=seat), headers=headers)
        assert response.status_code == 422
        errors = response.json()["errors"]
        assert [(error["pointer"], error["code"]) for error in errors] == [("/seat", code)]
