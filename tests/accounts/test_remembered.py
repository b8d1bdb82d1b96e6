"""Tokens are not looked up with every request of those that come all day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts import authentication, remembered
from accounts.access import Access
from accounts.models import ApiToken, User
from accounts.services import token_issue, token_revoke, user_ban
from accounts.services.passwords import password_change
from tests.matches import match, toy
from tests.timed import clock

__all__ = ["clock", "toy"]
pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    remembered._looked_up.clear()
    yield
    remembered._looked_up.clear()


class Caller:
    """Somebody with a token of his own, who looks at a match."""

    def __init__(self, user: User, game: Any, **token: Any) -> None:
        self.path = f"/api/v1/games/{game.id}/"
        self.issued = token_issue(user=user, **token)
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {self.issued.text}")

    def looks(self) -> int:
        return int(self.client.get(self.path).status_code)


@pytest.fixture
def caller(alice: User, bob: User) -> Caller:
    return Caller(alice, match(alice, bob))


def asked_for(queries: Any) -> bool:
    return any("accounts_apitoken" in query["sql"] for query in queries)


def test_it_is_looked_up_once(caller: Caller, django_assert_num_queries: Any) -> None:
    assert caller.looks() == 200
    with django_assert_num_queries(1) as queries:
        assert caller.looks() == 200
    assert not asked_for(queries)


def test_not_where_little_is_asked(caller: Caller, django_assert_max_num_queries: Any) -> None:
    assert caller.looks() == 200
    with django_assert_max_num_queries(20) as queries:
        assert caller.client.get("/api/v1/me/").status_code == 200
    assert asked_for(queries)


def test_one_that_is_revoked_opens_nothing_any_more(caller: Caller, alice: User) -> None:
    assert caller.looks() == 200
    token_revoke(user=alice, token_id=caller.issued.token.id)
    assert caller.looks() == 401


def test_nor_for_who_is_banned(caller: Caller, alice: User) -> None:
    assert caller.looks() == 200
    user_ban(user=alice, reason="spam")
    assert caller.looks() == 403


def test_nor_after_a_new_password_that_ends_all(caller: Caller, alice: User) -> None:
    assert caller.looks() == 200
    password_change(user=alice, password="a new one, long enough", revoke=True)
    assert caller.looks() == 401


def test_one_that_expires_opens_nothing_from_then_on(alice: User, bob: User, clock: Any) -> None:
    caller = Caller(alice, match(alice, bob), expires_at=timezone.now() + timedelta(seconds=1))
    assert caller.looks() == 200
    clock.shift(timedelta(seconds=1))
    assert caller.looks() == 401


def test_what_another_process_revoked_is_noticed_soon(
    caller: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(remembered, "monotonic", lambda: now[0])
    assert caller.looks() == 200
    ApiToken.objects.update(revoked_at=timezone.now())  # as if elsewhere
    now[0] = 2.9
    assert caller.looks() == 200
    now[0] = 3.1
    assert caller.looks() == 401


def test_one_that_is_revoked_while_it_is_looked_up_is_not_remembered(
    caller: Caller, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another thread of the same process."""
    look_up = authentication.access_looked_up

    def overtaken(*words: Any) -> Access | None:
        access = look_up(*words)
        token_revoke(user=alice, token_id=caller.issued.token.id)
        return access

    with monkeypatch.context() as patched:
        patched.setattr(authentication, "access_looked_up", overtaken)
        assert caller.looks() == 200
    assert caller.looks() == 401


def test_it_can_be_turned_off(caller: Caller, settings: Any) -> None:
    settings.TOKEN_SECONDS = 0
    assert caller.looks() == 200
    ApiToken.objects.update(revoked_at=timezone.now())
    assert caller.looks() == 401


def test_a_process_remembers_only_so_many(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "KEPT", 2)
    access: Any = object()
    for digest in "abc":
        remembered.access_remember(digest, access, since=remembered.times_forgotten())
    assert set(remembered._looked_up) == {"c"}
