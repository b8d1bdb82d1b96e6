"""Passwords: changed by who knows the old one, reset by who reads the mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services.passwords import reset_link
from accounts.services.tokens import token_issue
from tests.accounts.test_emails import link_in, send_emails, token_in
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
ASK = "/api/v1/auth/password-reset/"
CONFIRM = "/api/v1/auth/password-reset/confirm/"
CHANGE = "/api/v1/me/password/"
OTHER = "other horses, other staples"


def opens(text: str) -> bool:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    return client.get("/api/v1/me/").status_code == 200


# --- reset ---------------------------------------------------------------------------------------


def test_the_link_sets_a_new_password_and_ends_all_tokens(anyone: APIClient, alice: User) -> None:
    text = token_issue(user=alice).text
    assert anyone.post(ASK, {"email": alice.email.upper()}).status_code == 202
    (message,) = send_emails()
    assert message.to == [alice.email]
    body = {"token": token_in(message), "password": OTHER}
    assert anyone.post(CONFIRM, body).status_code == 204
    alice.refresh_from_db()
    assert alice.check_password(OTHER)
    assert not opens(text)
    (notice,) = send_emails()
    assert notice.subject == "Your password was changed"
    assert anyone.post(CONFIRM, body).status_code == 410


def test_a_new_password_ends_email_changes_begun_with_the_old_one(
    anyone: APIClient, alice: User, client_of: ClientOf
) -> None:
    thief = {"email": "thief@example.net", "password": PASSWORD}
    for reset in (True, False):
        client = client_of(alice)
        assert client.post("/api/v1/me/email/", thief).status_code == 202
        link = token_in(send_emails()[-1])
        if reset:
            again = {"token": reset_link(alice).rstrip("/").rpartition("/")[2], "password": OTHER}
            assert anyone.post(CONFIRM, again).status_code == 204
        else:
            change = {"password": OTHER, "new_password": PASSWORD}
            assert client.post(CHANGE, change).status_code == 204
        send_emails()
        assert anyone.post("/api/v1/auth/verify-email/", {"token": link}).status_code == 410
        alice.refresh_from_db()
        thief["password"] = OTHER


def test_an_unknown_address_costs_the_same_work_and_sends_nothing(
    anyone: APIClient, alice: User
) -> None:
    costs = []
    for email in (alice.email, "nobody@example.org"):
        with CaptureQueriesContext(connection) as queries:
            response = anyone.post(ASK, {"email": email})
        statements = [query["sql"].split()[0] for query in queries.captured_queries]
        costs.append((response.status_code, response.content, statements))
    assert costs[0] == costs[1]
    assert [message.to for message in send_emails()] == [[alice.email]]


def test_who_is_no_longer_active_gets_no_link(anyone: APIClient, alice: User) -> None:
    User.objects.update(is_active=False)
    anyone.post(ASK, {"email": alice.email})
    assert send_emails() == []


def test_a_link_is_good_for_a_day(anyone: APIClient, alice: User) -> None:
    token = reset_link(alice).rstrip("/").rpartition("/")[2]
    body = {"token": token, "password": OTHER}
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=2)):
        assert anyone.post(CONFIRM, body).json()["code"] == "link_invalid"
    for wrong in ("x", "x.y", f"{alice.id.hex}.x-y", token[:-1]):
        assert anyone.post(CONFIRM, {**body, "token": wrong}).json()["code"] == "link_invalid"
    assert anyone.post(CONFIRM, body).status_code == 204


def test_a_weak_password_leaves_the_link_good(anyone: APIClient, alice: User) -> None:
    token = reset_link(alice).rstrip("/").rpartition("/")[2]
    response = anyone.post(CONFIRM, {"token": token, "password": "1234"})
    assert response.json()["errors"][0]["pointer"] == "/password"
    assert anyone.post(CONFIRM, {"token": token, "password": OTHER}).status_code == 204


def test_the_page_does_the_same(anyone: APIClient, alice: User) -> None:
    anyone.post(ASK, {"email": alice.email})
    url = link_in(send_emails()[0]).partition("127.0.0.1:8000")[2]
    page = Client()
    assert "alice" in page.get(url).text
    weak = page.post(url, {"password": "1234"})
    assert weak.status_code == 422
    assert "too short" in weak.text
    assert "is changed" in page.post(url, {"password": OTHER}).text
    alice.refresh_from_db()
    assert alice.check_password(OTHER)
    assert page.get(url).status_code == 410


# --- change --------------------------------------------------------------------------------------


def test_a_change_keeps_the_token_it_is_made_with(alice: User, client_of: ClientOf) -> None:
    client, other = client_of(alice), token_issue(user=alice).text
    body = {"password": PASSWORD, "new_password": OTHER}
    assert client.post(CHANGE, body).status_code == 204
    assert client.get("/api/v1/me/").status_code == 200
    assert not opens(other)
    assert [message.to for message in send_emails()] == [[alice.email]]


def test_a_change_may_leave_the_other_tokens_good(alice: User, client_of: ClientOf) -> None:
    other = token_issue(user=alice).text
    body = {"password": PASSWORD, "new_password": OTHER, "revoke_tokens": False}
    assert client_of(alice).post(CHANGE, body).status_code == 204
    assert opens(other)


def test_a_change_takes_the_old_password_and_a_good_new_one(
    alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    wrong = client.post(CHANGE, {"password": "wrong", "new_password": OTHER})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "wrong_password")
    weak = client.post(CHANGE, {"password": PASSWORD, "new_password": "alice"})
    assert weak.json()["errors"][0]["pointer"] == "/new_password"
    alice.refresh_from_db()
    assert alice.check_password(PASSWORD)
