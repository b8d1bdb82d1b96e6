"""GET /api/v1/me/"""

from __future__ import annotations

from rest_framework.test import APIClient

from accounts.models import User
from tests.conftest import ClientOf


def test_it_says_who_the_token_belongs_to(alice: User, bob: User, client_of: ClientOf) -> None:
    body = client_of(alice).get("/api/v1/me/").json()
    assert (body["id"], body["username"]) == (str(alice.id), "alice")


def test_it_needs_a_token(anyone: APIClient) -> None:
    response = anyone.get("/api/v1/me/")
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert response.headers["WWW-Authenticate"].startswith('Bearer realm="api", ')
