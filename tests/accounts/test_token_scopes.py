"""Tokens that open less, for less long; and tokens made with tokens."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.scopes import SCOPES
from accounts.services.tokens import token_issue
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/tokens/"
MINE = "/api/v1/me/tokens/"
LOGIN = {"username": "alice", "password": PASSWORD}


def in_an_hour() -> datetime:
    return timezone.now().replace(microsecond=0) + timedelta(hours=1)


def test_a_log_in_gives_all_scopes_unless_some_are_named(anyone: APIClient, alice: User) -> None:
    assert anyone.post(URL, LOGIN).json()["scopes"] == list(SCOPES)
    expiry = in_an_hour()
    some = {**LOGIN, "scopes": ["games:play", "games:read"], "expires_at": expiry}
    body = anyone.post(URL, some).json()
    assert body["scopes"] == ["games:read", "games:play"]
    assert body["expires_at"] == expiry.strftime("%Y-%m-%dT%H:%M:%SZ")


@pytest.mark.parametrize(
    ("more", "pointer"),
    [
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({"scopes": []}, "/scopes"),
        ({"expires_at": "2020-01-01T00:00:00Z"}, "/expires_at"),
        ({"expires_at": "tomorrow"}, "/expires_at"),
    ],
)
def test_what_makes_no_sense_is_refused(
    anyone: APIClient, alice: User, more: dict[str, object], pointer: str
) -> None:
    response = anyone.post(URL, {**LOGIN, **more})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == pointer


def test_a_token_makes_another_that_opens_no_more(alice: User) -> None:
    client = APIClient()
    expiry = in_an_hour()
    text = token_issue(user=alice, scopes=["account", "games:read"], expires_at=expiry).text
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    made = client.post(MINE, {"name": "kitchen", "scopes": ["games:read"]}).json()
    assert (made["name"], made["scopes"]) == ("kitchen", ["games:read"])
    assert made["expires_at"] == expiry.strftime("%Y-%m-%dT%H:%M:%SZ")
    assert client.post(MINE, {}).json()["scopes"] == ["games:read", "account"]
    for more, pointer in (
        ({"scopes": ["games:play"]}, "/scopes"),
        ({"expires_at": expiry + timedelta(seconds=9)}, "/expires_at"),
    ):
        error = client.post(MINE, more).json()["errors"][0]
        assert (error["pointer"], error["code"]) == (pointer, "beyond_yours")


def test_all_can_be_revoked_at_once(alice: User, bob: User, client_of: ClientOf) -> None:
    client, other, bobs = client_of(alice), client_of(alice), client_of(bob)
    assert client.delete(URL).status_code == 204
    assert [one.get("/api/v1/me/").status_code for one in (client, other, bobs)] == [401, 401, 200]
