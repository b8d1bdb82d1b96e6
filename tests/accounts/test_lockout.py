"""Guessing a password comes to a halt, and tells nothing."""

from __future__ import annotations

from unittest import mock

import pytest
import time_machine
from django.conf import settings
from django.core.cache.backends.redis import RedisCache
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import lockout
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/tokens/"
NOON = "2026-11-21T12:00:00Z"


def attempts(
    client: APIClient,
    username: str,
    *,
    password: str = "wrong",
    times: int = 1,
    address: str = "127.0.0.1",
) -> list[int]:
    body = {"username": username, "password": password}
    return [client.post(URL, body, REMOTE_ADDR=address).status_code for _ in range(times)]


def test_after_ten_failures_even_the_right_password_has_to_wait(
    anyone: APIClient, alice: User
) -> None:
    with time_machine.travel(NOON, tick=False):
        assert attempts(anyone, "alice", times=11) == [401] * 10 + [429]
        response = anyone.post(URL, {"username": "Alice", "password": PASSWORD})
        assert (response.status_code, response.json()["code"]) == (429, "locked_out")
        seconds = int(response.headers["Retry-After"])
        assert 0 < seconds <= settings.LOCKOUT_SECONDS
    with time_machine.travel(f"2026-11-21T12:{seconds // 60:02}:01Z", tick=False):
        assert attempts(anyone, "alice", password=PASSWORD) == [201]


def test_a_name_that_nobody_has_is_locked_just_the_same(anyone: APIClient, alice: User) -> None:
    with time_machine.travel(NOON, tick=False):
        assert attempts(anyone, "nobody", times=11) == attempts(anyone, "alice", times=11)
        anyone.defaults["HTTP_X_REQUEST_ID"] = "one"
        body = {"password": "wrong"}
        theirs = anyone.post(URL, {"username": "nobody", **body})
        hers = anyone.post(URL, {"username": "alice", **body})
        assert theirs.content == hers.content
        assert theirs.headers["Retry-After"] == hers.headers["Retry-After"]


def test_another_name_and_another_address_are_not_locked(
    anyone: APIClient, alice: User, bob: User
) -> None:
    attempts(anyone, "alice", times=11)
    assert attempts(anyone, "bob", password=PASSWORD) == [201]
    assert attempts(anyone, "alice", password=PASSWORD, address="192.0.2.7") == [201]


def test_whoever_gets_in_is_forgiven(anyone: APIClient, alice: User) -> None:
    with time_machine.travel(NOON, tick=False):
        attempts(anyone, "alice", times=9)
        assert attempts(anyone, "alice", password=PASSWORD) == [201]
        assert attempts(anyone, "alice", times=10) == [401] * 10


def test_the_pages_for_people_count_the_same_failures(anyone: APIClient, alice: User) -> None:
    attempts(anyone, "alice", times=10)
    for path in ("/login/", "/admin/login/"):
        page = Client().post(path, {"username": "alice", "password": PASSWORD}).text
        assert "Too many failed log-ins" in page


def test_a_password_beside_a_token_is_counted_too(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    body = {"password": "wrong", "new_password": "other horses, other staples"}
    codes = [client.post("/api/v1/me/password/", body).status_code for _ in range(11)]
    assert codes == [403] * 10 + [429]


def test_without_its_cache_it_counts_nobody_and_lets_all_in(
    anyone: APIClient, alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    gone = RedisCache("redis://127.0.0.1:1", {"OPTIONS": settings.REDIS_OPTIONS})
    with mock.patch.object(lockout, "cache", gone):
        assert attempts(anyone, "alice", times=11) == [401] * 11
        assert attempts(anyone, "alice", password=PASSWORD) == [201]
    assert "cannot be counted" in caplog.text


def test_a_form_without_a_password_forgives_nothing(anyone: APIClient, alice: User) -> None:
    with time_machine.travel(NOON, tick=False):
        attempts(anyone, "alice", times=9)
        for path in ("/login/", "/admin/login/"):
            Client().post(path, {"username": "alice", "password": ""})
        assert attempts(anyone, "alice", password=PASSWORD) == [429]
