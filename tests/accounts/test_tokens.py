"""/api/v1/auth/tokens/: log in for a token, list tokens, revoke one; what a token opens."""

from __future__ import annotations

import uuid
from datetime import timedelta
from unittest import mock

import pytest
import time_machine
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import IntegrityError, transaction
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import ApiToken, User
from accounts.services import token_digest, token_issue, user_ban
from accounts.services.passwords import password_change
from tests.conftest import PASSWORD, ClientOf
from tests.toy_games import start_game

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/tokens/"
ME = "/api/v1/me/"


def log_in(client: APIClient, username: str = "alice", **more: str) -> dict[str, str]:
    response = client.post(URL, {"username": username, "password": PASSWORD, **more})
    assert response.status_code == 201
    body: dict[str, str] = response.json()
    return body


def me_with(text: str, path: str = ME) -> tuple[int, str]:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    response = client.get(path)
    return response.status_code, response.json().get("code", "")


# --- logging in


def test_it_gives_a_token_that_opens_the_api(anyone: APIClient, alice: User) -> None:
    body = log_in(anyone, name="laptop")
    assert body["token"].startswith("cit_")
    assert body["token"].startswith(body["prefix"])
    assert body["name"] == "laptop"
    assert me_with(body["token"]) == (200, "")


def test_it_keeps_the_digest_only(anyone: APIClient, alice: User) -> None:
    text = log_in(anyone)["token"]
    kept = ApiToken.objects.values().get()
    assert kept["digest"] == token_digest(text)
    assert text not in [str(value) for value in kept.values()]


def test_the_name_may_be_written_in_any_case(anyone: APIClient, alice: User) -> None:
    assert log_in(anyone, username="ALICE")


def test_an_unknown_name_and_a_wrong_password_look_the_same(anyone: APIClient, alice: User) -> None:
    anyone.defaults["HTTP_X_REQUEST_ID"] = "one"
    wrong = anyone.post(URL, {"username": "alice", "password": "wrong"})
    unknown = anyone.post(URL, {"username": "nobody", "password": "wrong"})
    assert wrong.status_code == unknown.status_code == 401
    assert wrong.json()["code"] == "bad_credentials"
    assert wrong.content == unknown.content
    assert wrong.headers["WWW-Authenticate"].startswith("Bearer")


def test_an_unknown_name_costs_the_same_hashing(anyone: APIClient, alice: User) -> None:
    costs = []
    for name in ("alice", "nobody"):
        with mock.patch.object(
            MD5PasswordHasher, "encode", autospec=True, side_effect=MD5PasswordHasher.encode
        ) as encode:
            anyone.post(URL, {"username": name, "password": "wrong"})
            costs.append(encode.call_count)
    assert costs[0] == costs[1] > 0


def test_an_inactive_user_cannot_log_in(anyone: APIClient, alice: User) -> None:
    User.objects.update(is_active=False)
    response = anyone.post(URL, {"username": "alice", "password": PASSWORD})
    assert (response.status_code, response.json()["code"]) == (401, "bad_credentials")


# --- what a token opens


def test_it_rejects_a_token_nobody_was_given(alice: User) -> None:
    assert me_with("cit_" + "x" * 43) == (401, "invalid_token")


def test_it_rejects_a_header_that_is_no_single_word(alice: User) -> None:
    assert me_with("") == (401, "invalid_token")
    assert me_with("two words") == (401, "invalid_token")
    assert me_with("é") == (401, "invalid_token")


def test_it_rejects_another_kind_of_header_as_no_token(anyone: APIClient) -> None:
    anyone.credentials(HTTP_AUTHORIZATION="Basic YTpi")
    response = anyone.get(ME)
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")


def test_it_rejects_an_expired_token(alice: User) -> None:
    expires_at = timezone.now() + timedelta(hours=1)
    text = token_issue(user=alice, expires_at=expires_at).text
    assert me_with(text) == (200, "")
    with time_machine.travel(expires_at):
        assert me_with(text) == (401, "invalid_token")


def test_it_rejects_the_token_of_a_user_who_is_no_longer_active(alice: User) -> None:
    text = token_issue(user=alice).text
    User.objects.update(is_active=False)
    assert me_with(text) == (401, "invalid_token")


def test_its_use_is_noted_once_a_minute(alice: User) -> None:
    token, text = token_issue(user=alice)
    start = timezone.now().replace(microsecond=0)
    noted = []
    for seconds in (0, 59, 60):
        with time_machine.travel(start + timedelta(seconds=seconds), tick=False):
            me_with(text)
        token.refresh_from_db()
        assert token.last_used_at is not None
        noted.append((token.last_used_at - start).seconds)
    assert noted == [0, 0, 60]


# --- the list


def test_the_list_shows_the_users_own_tokens_and_no_text(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    token_issue(user=bob, name="of bob")
    client = client_of(alice)
    text = token_issue(user=alice, name="laptop").text
    response = client.get(URL)
    assert [token["name"] for token in response.json()["results"]] == ["laptop", "tests"]
    assert text not in response.content.decode()
    assert token_digest(text) not in response.content.decode()


def test_the_list_comes_in_pages(alice: User, client_of: ClientOf) -> None:
    for number in range(3):
        token_issue(user=alice, name=str(number))
    client = client_of(alice)
    first = client.get(URL, {"limit": 3}).json()
    second = client.get(first["next"]).json()
    names = [token["name"] for token in first["results"] + second["results"]]
    assert names == ["tests", "2", "1", "0"]
    assert second["next"] is None


def test_an_expired_token_is_neither_listed_nor_there_to_revoke(
    alice: User, client_of: ClientOf
) -> None:
    expires_at = timezone.now() + timedelta(hours=1)
    token = token_issue(user=alice, name="short", expires_at=expires_at).token
    client = client_of(alice)
    assert len(client.get(URL).json()["results"]) == 2
    with time_machine.travel(expires_at):
        names = [token["name"] for token in client.get(URL).json()["results"]]
        assert names == ["tests"]
        assert client.delete(f"{URL}{token.id}/").status_code == 404


def test_the_list_needs_a_token(anyone: APIClient) -> None:
    assert anyone.get(URL).status_code == 401


# --- revoking


def test_a_revoked_token_opens_nothing(alice: User, client_of: ClientOf) -> None:
    token, text = token_issue(user=alice)
    client = client_of(alice)
    assert client.delete(f"{URL}{token.id}/").status_code == 204
    assert me_with(text) == (401, "invalid_token")
    assert str(token.id) not in client.get(URL).content.decode()


def test_a_token_stops_at_once_whichever_process_revokes_it(alice: User, bob: User) -> None:
    """No view takes a token as it was a moment ago."""
    text = token_issue(user=alice).text
    game = start_game(alice, bob, ruleset="citadels", options={})
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    path = f"/api/v1/games/{game.id}/"
    etag = client.get(path).headers["ETag"]
    command = {"decision": 1, "choices": ["anything"]}
    assert client.post(f"{path}commands/", command).status_code in (403, 422)
    ApiToken.objects.update(revoked_at=timezone.now())  # as another process does
    assert client.get(path).status_code == 401
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 401
    assert client.get(f"{path}board.svg").status_code == 401
    assert client.get("/api/v1/me/turns/").status_code == 401
    assert client.post(f"{path}commands/", command).status_code == 401


def test_a_ban_and_a_new_password_stop_a_token_at_once(alice: User, bob: User) -> None:
    texts = {user: token_issue(user=user).text for user in (alice, bob)}
    assert [me_with(text)[0] for text in texts.values()] == [200, 200]
    user_ban(user=User.objects.get(pk=alice.pk), reason="spam")
    password_change(user=bob, password="a new one, long enough", revoke=True)
    assert me_with(texts[alice], "/api/v1/me/turns/") == (403, "banned")
    assert me_with(texts[bob]) == (401, "invalid_token")


def test_a_token_may_revoke_itself(alice: User) -> None:
    token, text = token_issue(user=alice)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert client.delete(f"{URL}{token.id}/").status_code == 204
    assert client.get(ME).status_code == 401


def test_it_does_not_revoke_the_token_of_another(
    alice: User, charlie: User, client_of: ClientOf
) -> None:
    token, text = token_issue(user=alice)
    stranger = client_of(charlie)
    stranger.defaults["HTTP_X_REQUEST_ID"] = "one"
    others = stranger.delete(f"{URL}{token.id}/")
    nobodys = stranger.delete(f"{URL}{uuid.uuid4()}/")
    assert (others.status_code, others.json()["code"]) == (404, "token_not_found")
    assert others.content == nobodys.content
    assert me_with(text) == (200, "")


# --- what must never be


def test_the_database_refuses_impossible_tokens(alice: User) -> None:
    token, _text = token_issue(user=alice)
    fields = {"user": alice, "name": "x", "prefix": "cit_12345678"}
    for wrong in (
        {"digest": token.digest},
        {"digest": "0" * 64, "prefix": "sk_123"},
        {"digest": "0" * 64, "expires_at": token.created_at - timedelta(days=1)},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            ApiToken.objects.create(**{**fields, **wrong})
