"""Guessing names and passwords is slowed down."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from rest_framework.test import APIClient
from rest_framework.throttling import ScopedRateThrottle

from accounts.models import User
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def two_a_minute() -> Iterator[None]:
    rates = {"login": "2/min", "register": "2/min", "games_create": "2/min", "webhooks": "2/min"}
    # A cache of its own, so that a shared Redis keeps no counts of this test.
    with (
        mock.patch.object(ScopedRateThrottle, "THROTTLE_RATES", rates),
        mock.patch.object(ScopedRateThrottle, "cache", DictCache()),
    ):
        yield


class DictCache(dict[str, object]):
    def set(self, key: str, value: object, timeout: float | None = None) -> None:
        self[key] = value


@pytest.mark.parametrize("path", ["tokens", "register"])
def test_the_third_attempt_in_a_minute_has_to_wait(anyone: APIClient, path: str) -> None:
    url = f"/api/v1/auth/{path}/"
    for _ in range(2):
        assert anyone.post(url, {"username": "nobody", "password": "1"}).status_code in (401, 422)
    response = anyone.post(url, {"username": "nobody", "password": "1"})
    assert (response.status_code, response.json()["code"]) == (429, "throttled")
    assert response.headers["Content-Type"] == "application/problem+json"
    assert 0 < int(response.headers["Retry-After"]) <= 60


def test_a_forged_proxy_header_does_not_help(anyone: APIClient) -> None:
    codes = [
        anyone.post(
            "/api/v1/auth/tokens/",
            {"username": "nobody", "password": "1"},
            headers={"x-forwarded-for": f"10.0.0.{number}"},
        ).status_code
        for number in range(3)
    ]
    assert codes == [401, 401, 429]


def test_a_signed_in_user_is_not_counted(anyone: APIClient, alice: User) -> None:
    login = {"username": "alice", "password": PASSWORD}
    text = anyone.post("/api/v1/auth/tokens/", login).json()["token"]
    anyone.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    assert {anyone.get("/api/v1/me/").status_code for _ in range(5)} == {200}
    assert {anyone.get("/api/v1/auth/tokens/").status_code for _ in range(5)} == {200}


def test_a_user_creates_only_so_many_matches_and_lists_as_many_as_ever(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    body = {"ruleset": "citadels", "seats": 2}
    client = client_of(alice)
    codes = [client.post("/api/v1/games/", body).status_code for _ in range(3)]
    assert codes == [201, 201, 429]
    assert client_of(bob).post("/api/v1/games/", body).status_code == 201
    assert client.get("/api/v1/games/").status_code == 200


def test_without_its_cache_it_counts_nobody_and_lets_all_in(
    anyone: APIClient, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    nobody = RedisCache("redis://127.0.0.1:1", {"OPTIONS": settings.REDIS_OPTIONS})
    register = {"username": "dora", "password": PASSWORD}
    with mock.patch.object(ScopedRateThrottle, "cache", nobody):
        assert anyone.post("/api/v1/auth/register/", register).status_code == 201
        for _ in range(3):
            login = {"username": "alice", "password": PASSWORD}
            assert anyone.post("/api/v1/auth/tokens/", login).status_code == 201
    assert "cannot count" in caplog.text
