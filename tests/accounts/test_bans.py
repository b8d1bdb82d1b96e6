"""A banned user may do nothing but see that, until when and why."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import token_issue, user_ban, user_unban
from core.errors import Banned
from games.streams.feeds import user_of
from games.streams.tickets import Caller
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
REASON = "Said what one does not say."


def test_every_request_is_refused_with_the_end_and_the_reason(
    alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    until = timezone.now().replace(microsecond=0) + timedelta(days=3)
    user_ban(user=alice, reason=REASON, until=until)
    for method, path in (
        ("get", "games/"),
        ("post", "games/"),
        ("get", "me/turns/"),
        ("patch", "me/preferences/"),
        ("delete", "auth/tokens/"),
        ("get", "me/stream/"),
    ):
        response = getattr(client, method)(f"/api/v1/{path}", {})
        problem = response.json()
        assert (response.status_code, problem["code"]) == (403, "banned"), path
        assert problem["reason"] == REASON
        assert problem["until"] == until.strftime("%Y-%m-%dT%H:%M:%SZ")


def test_they_may_log_in_and_see_it(alice: User, anyone: APIClient) -> None:
    user_ban(user=alice, reason=REASON)
    login = {"username": "alice", "password": PASSWORD}
    text = anyone.post("/api/v1/auth/tokens/", login).json()["token"]
    anyone.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    ban = anyone.get("/api/v1/me/").json()["ban"]
    assert ban["reason"] == REASON
    assert ban["until"].startswith("9999")


def test_it_ends_by_itself_or_by_who_made_it(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    until = timezone.now() + timedelta(days=3)
    user_ban(user=alice, reason=REASON, until=until)
    with time_machine.travel(until):
        assert client.get("/api/v1/games/").status_code == 200
        assert client.get("/api/v1/me/").json()["ban"] is None
    user_unban(user=alice)
    assert client.get("/api/v1/games/").status_code == 200


def test_an_open_stream_ends_at_its_next_reading(alice: User) -> None:
    caller = Caller(alice.id, f"personal:{token_issue(user=alice).token.id}")
    assert user_of(caller) == alice
    user_ban(user=alice, reason=REASON)
    with pytest.raises(Banned):
        user_of(caller)


def test_who_is_staff_does_not_enter_the_admin_either(alice: User) -> None:
    User.objects.update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    browser = Client()
    browser.force_login(alice)
    assert browser.get("/admin/").status_code == 200
    user_ban(user=alice, reason=REASON)
    assert browser.get("/admin/").status_code == 302
    assert browser.get("/admin/accounts/user/").status_code == 302
