"""An address counts once who reads its mail has said so; nobody learns whose it is."""

from __future__ import annotations

import re
import socket
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import EmailKind, OutgoingEmail, PendingEmail, User
from accounts.services.email_queue import email_enqueue
from accounts.services.email_sending import EmailQueue, emails_send
from accounts.services.preferences import preferences_change
from accounts.services.purge import expired_purge
from accounts.services.users import user_register
from tests.conftest import PASSWORD, ClientOf

pytestmark = pytest.mark.django_db
REGISTER = "/api/v1/auth/register/"
VERIFY = "/api/v1/auth/verify-email/"
NEW = "dora@example.org"


def send_emails() -> list[EmailMessage]:
    """What the worker sends now."""
    before = len(mail.outbox)
    emails_send()
    return mail.outbox[before:]


def link_in(message: EmailMessage) -> str:
    found = re.search(r"https?://\S+", str(message.body))
    assert found
    return found[0]


def token_in(message: EmailMessage) -> str:
    return link_in(message).rstrip("/").rpartition("/")[2]


@pytest.fixture
def dora(db: None) -> User:
    return user_register(username="dora", password=PASSWORD, email=NEW)


# --- opening an account --------------------------------------------------------------------------


def test_the_link_makes_the_address_count(dora: User, anyone: APIClient) -> None:
    assert dora.email == ""
    (message,) = send_emails()
    assert message.to == [NEW]
    assert anyone.post(VERIFY, {"token": token_in(message)}).status_code == 204
    dora.refresh_from_db()
    assert dora.email == NEW
    assert not PendingEmail.objects.exists()


def test_the_link_leads_to_a_page_that_asks_first(dora: User) -> None:
    url = link_in(send_emails()[0]).partition("127.0.0.1:8000")[2]
    page = Client()
    assert NEW in page.get(url).text
    dora.refresh_from_db()
    assert dora.email == ""  # looking is not answering
    assert "The address is confirmed" in page.post(url).text
    dora.refresh_from_db()
    assert dora.email == NEW
    assert page.get(url).status_code == 410


def test_a_link_is_good_once_for_three_days_and_until_the_next(
    dora: User, anyone: APIClient, client_of: ClientOf
) -> None:
    body = {"password": PASSWORD, "email": "dora@example.com"}
    first = token_in(send_emails()[0])
    assert client_of(dora).post("/api/v1/me/email/", body).status_code == 202
    second = token_in(send_emails()[0])
    assert refused(anyone, first)
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert refused(anyone, second)
    assert anyone.post(VERIFY, {"token": second}).status_code == 204
    assert refused(anyone, second)
    assert refused(anyone, "anything")


def refused(client: APIClient, token: str) -> bool:
    response = client.post(VERIFY, {"token": token})
    return (response.status_code, response.json()["code"]) == (410, "link_invalid")


# --- an address that somebody has ----------------------------------------------------------------


def test_a_taken_address_gets_the_same_answer_and_its_owner_a_mail(
    anyone: APIClient, alice: User
) -> None:
    answers = {}
    for name, email in (("dora", alice.email.upper()), ("emil", "emil@example.org")):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            response = anyone.post(
                REGISTER, {"username": name, "password": PASSWORD, "email": email}
            )
        body = response.json()
        assert body["email_pending"] == email.lower()
        answers[name] = (response.status_code, body["email"], set(body), len(queries))
    assert answers["dora"] == answers["emil"]
    to_alice, to_emil = sorted(send_emails(), key=lambda message: message.to)
    assert to_alice.to == [alice.email]
    assert "alice" in str(to_alice.body)
    assert "http" not in str(to_alice.body)
    assert link_in(to_emil)


def test_of_two_who_claim_one_address_the_first_to_verify_has_it(
    dora: User, anyone: APIClient
) -> None:
    user_register(username="emil", password=PASSWORD, email=NEW)
    first, second = send_emails()
    assert anyone.post(VERIFY, {"token": token_in(second)}).status_code == 204
    assert refused(anyone, token_in(first))
    assert User.objects.get(email=NEW).username == "emil"


# --- another address -----------------------------------------------------------------------------


def test_the_old_address_counts_until_the_new_one_is_verified_and_is_told(
    alice: User, anyone: APIClient, client_of: ClientOf
) -> None:
    client = client_of(alice)
    response = client.post("/api/v1/me/email/", {"password": PASSWORD, "email": NEW})
    assert (response.status_code, response.json()) == (202, {"email_pending": NEW})
    me = client.get("/api/v1/me/").json()
    assert (me["email"], me["email_pending"]) == ("alice@example.org", NEW)
    (message,) = send_emails()
    anyone.post(VERIFY, {"token": token_in(message)})
    (notice,) = send_emails()
    assert notice.to == ["alice@example.org"]
    assert NEW not in str(notice.body)
    assert client.get("/api/v1/me/").json()["email"] == NEW


def test_it_takes_the_password(alice: User, client_of: ClientOf) -> None:
    body = {"password": "wrong", "email": NEW}
    response = client_of(alice).post("/api/v1/me/email/", body)
    assert (response.status_code, response.json()["code"]) == (403, "wrong_password")
    body = {"password": PASSWORD, "email": alice.email}
    assert client_of(alice).post("/api/v1/me/email/", body).status_code == 422
    assert not OutgoingEmail.objects.exists()


def test_the_link_can_be_had_again(dora: User, alice: User, client_of: ClientOf) -> None:
    send_emails()
    resend = "/api/v1/me/email/resend/"
    assert client_of(dora).post(resend).status_code == 202
    assert send_emails()[0].to == [NEW]
    response = client_of(alice).post(resend)
    assert (response.status_code, response.json()["code"]) == (409, "no_email_pending")


# --- the post ------------------------------------------------------------------------------------


def test_an_email_is_sent_once(dora: User) -> None:
    assert len(send_emails()) == 1
    assert send_emails() == []


def test_mail_speaks_the_language_of_its_reader(dora: User) -> None:
    preferences_change(user=dora, changes={"language": "fr"})
    assert "Confirmez" in send_emails()[0].subject


@pytest.mark.parametrize("error", [OSError, SoftTimeLimitExceeded])
def test_a_mail_server_that_fails_is_tried_again_and_then_given_up(
    dora: User, error: type[Exception]
) -> None:
    now = timezone.now()
    with mock.patch.object(EmailMessage, "send", side_effect=error):
        for minutes in (0, 1):
            with time_machine.travel(now + timedelta(minutes=minutes)):
                emails_send()
        assert OutgoingEmail.objects.get().attempts == 1  # the second came too early
        for day in range(1, 12):
            with time_machine.travel(now + timedelta(days=day)):
                emails_send()
    letter = OutgoingEmail.objects.get()
    assert (letter.attempts, letter.due_at, letter.sent_at) == (8, None, None)


def test_an_email_that_ends_its_worker_each_time_is_given_up(dora: User) -> None:
    OutgoingEmail.objects.update(attempts=EmailQueue.max_attempts)
    assert send_emails() == []
    assert OutgoingEmail.objects.get().due_at is None


def test_after_a_failure_the_same_email_is_sent(dora: User) -> None:
    with mock.patch.object(EmailMessage, "send", side_effect=OSError):
        emails_send()
    with time_machine.travel(timezone.now() + timedelta(minutes=5)):
        (message,) = send_emails()
    assert message.extra_headers["Message-ID"].startswith(f"<{OutgoingEmail.objects.get().id}@")


def test_nobody_can_fill_the_box_of_another(alice: User) -> None:
    for _ in range(5):
        email_enqueue(kind=EmailKind.RESET, address=alice.email)
    assert len(send_emails()) == 3
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        email_enqueue(kind=EmailKind.RESET, address=alice.email)
        assert len(send_emails()) == 1


def test_what_is_old_is_forgotten(dora: User) -> None:
    send_emails()
    expired_purge(now=timezone.now() + timedelta(days=8))
    assert (OutgoingEmail.objects.count(), PendingEmail.objects.count()) == (0, 1)
    expired_purge(now=timezone.now() + timedelta(days=31))
    assert not PendingEmail.objects.exists()


# --- long ones -----------------------------------------------------------------------------------

LONG = f"{'a' * 60}@{'.'.join(['b' * 60] * 4)}.example"


def test_an_address_longer_than_any_is_refused(
    anyone: APIClient, alice: User, client_of: ClientOf
) -> None:
    refused = [
        anyone.post("/api/v1/auth/password-reset/", {"email": LONG}),
        anyone.post(REGISTER, {"username": "dora", "password": PASSWORD, "email": LONG}),
        client_of(alice).post("/api/v1/me/email/", {"email": LONG, "password": PASSWORD}),
    ]
    assert [response.status_code for response in refused] == [422] * 3
    assert {response.json()["errors"][0]["pointer"] for response in refused} == {"/email"}


def test_a_mail_server_that_hangs_holds_nobody_for_long(dora: User, settings: Any) -> None:
    """It takes connections and says nothing: the first wait shows it, and the others stay due."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.EMAIL_TIMEOUT = 0.5
        for number in range(8):
            email_enqueue(kind=EmailKind.RESET, address=f"d{number}@example.org", user=dora)
        assert emails_send(seconds=0.2) == 0
    assert OutgoingEmail.objects.filter(attempts=0, due_at__lte=timezone.now()).count() >= 7
