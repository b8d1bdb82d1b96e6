"""/sign-up/ and /forgotten-password/: an application never sees a password."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from django.core import mail
from django.test import Client

from accounts import pages
from accounts.models import OutgoingEmail, PendingEmail, Preferences, User
from accounts.services.applications import NewApplication
from accounts.services.passwords import reset_link
from accounts.tasks import emails
from core.errors import Busy
from tests.accounts.test_oauth import BACK, asked, asking, fields_of, for_code, query_of, watch
from tests.conftest import PASSWORD
from tests.throttled import at_rates

__all__ = ["watch"]
pytestmark = pytest.mark.django_db
FORM = {"username": "zoe", "password": PASSWORD}


def sign_up(client: Client, **more: str) -> Any:
    return client.post("/sign-up/", {**FORM, **more})


def path_in_mail() -> str:
    """The path of the link in the last e-mail."""
    emails()
    found = re.search(r"http://127\.0\.0\.1:8000(/\S+)", str(mail.outbox[-1].body))
    assert found
    return found[1]


def test_a_new_user_is_logged_in_and_verifies_the_address(client: Client) -> None:
    reply = sign_up(client, email="Zoe@example.org")
    assert (reply.status_code, reply.headers["Location"]) == (302, "/")
    page = client.get("/").text
    assert "<strong>zoe</strong>" in page
    assert "zoe@example.org" in page
    user = User.objects.get(username="zoe")
    assert (user.email, user.check_password(PASSWORD)) == ("", True)
    client.post(path_in_mail())
    user.refresh_from_db()
    assert user.email == "zoe@example.org"


def test_the_address_may_be_left_out(client: Client) -> None:
    assert sign_up(client).status_code == 302
    assert not PendingEmail.objects.exists()


def test_emails_are_in_the_language_of_the_page(client: Client) -> None:
    client.post(
        "/sign-up/", {**FORM, "email": "zoe@example.org"}, headers={"Accept-Language": "fr"}
    )
    assert Preferences.objects.get(user__username="zoe").language == "fr"
    emails()
    assert mail.outbox[-1].subject == "Confirmez votre adresse de courriel"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"username": "ALICE"}, "This name, or one that looks like it, is taken."),
        ({"username": "deleted-1"}, "This name is reserved."),
        ({"username": "no spaces"}, "letters"),
        ({"username": ""}, "required"),
        ({"password": "1234"}, "too short"),
        ({"password": "zoe-zoe-zoe", "username": "zoe-zoe-zoe"}, "too similar to the username"),
        ({"password": "a" * 129}, "at most 128 characters"),
        ({"email": "nobody"}, "valid email address"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(
    wrong: dict[str, str], message: str, alice: User, client: Client
) -> None:
    page = sign_up(client, next="/docs/", **wrong)
    assert page.status_code in (200, 422)
    (field,) = set(wrong) - {"username"} or set(wrong)
    label = page.text.index(f'<label for="{field}">')
    assert message in page.text[label : page.text.index(f'<input id="{field}"')]
    assert 'name="next" value="/docs/"' in page.text
    assert PASSWORD not in page.text
    assert User.objects.count() == 1


def test_an_address_of_another_account_is_not_revealed(alice: User, client: Client) -> None:
    reply = sign_up(client, email=alice.email)
    assert (reply.status_code, reply.headers["Location"]) == (302, "/")
    emails()
    assert mail.outbox[-1].subject == "You already have an account"


def test_pages_and_api_share_their_limits(client: Client) -> None:
    register, reset = "/api/v1/auth/register/", "/api/v1/auth/password-reset/"
    address = {"email": "a@example.org"}
    with at_rates(register="1/hour", emails="1/hour"):
        assert client.post(register, FORM, "application/json").status_code == 201
        refused = sign_up(client, username="yara")
        assert client.post("/forgotten-password/", address).status_code == 200
        assert client.post(reset, address, "application/json").status_code == 429
        assert client.post("/forgotten-password/", address).status_code == 429
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert "yara" in refused.text
    assert not User.objects.filter(username="yara").exists()


def test_a_busy_service_says_so(client: Client) -> None:
    with mock.patch.object(pages, "user_register", side_effect=Busy("Try again in a second.")):
        page = sign_up(client)
    assert (page.status_code, page.headers["Retry-After"]) == (503, "1")
    assert "Try again in a second" in page.text


def test_a_new_browser_is_a_known_device(client: Client) -> None:
    sign_up(client)
    assert client.cookies["devices"]["httponly"]
    page = client.get("/sign-up/")
    assert "no-store" in page.headers["Cache-Control"]
    assert Client(enforce_csrf_checks=True).post("/sign-up/", FORM).status_code == 403


# --- from an application and back ----------------------------------------------------------------


def test_an_application_gets_a_new_user_without_a_password(watch: NewApplication) -> None:
    """From its link to the log-in page, to the sign-up page, to the consent page, and back."""
    browser, consent = Client(), asked(watch)
    login = browser.get(consent).headers["Location"]
    (link,) = re.findall(r'href="(/sign-up/[^"]*)"', browser.get(login).text)
    page = browser.get(link)
    fields = {**fields_of(unescape(page.text)), **FORM}
    there = browser.post("/sign-up/", fields).headers["Location"]
    assert there == consent
    shown = browser.get(there)
    assert f"/sign-up/?next={quote(consent, safe='')}" in shown.text
    back = browser.post("/oauth/authorize/", {**fields_of(shown.text), "allow": "true"})
    assert back.headers["Location"].startswith(BACK)
    tokens = for_code(watch, query_of(back.headers["Location"])["code"]).json()
    assert asking(tokens).get("/api/v1/me/").json()["username"] == "zoe"


def test_the_way_back_to_the_log_in_keeps_its_goal(watch: NewApplication) -> None:
    page = Client().get("/sign-up/", {"next": asked(watch)}).text
    (link,) = re.findall(r'href="(/login/[^"]*)"', page)
    assert parse_qs(urlsplit(link).query) == {"next": [asked(watch)]}


def test_an_application_can_ask_for_a_new_account(watch: NewApplication) -> None:
    page = Client().get(asked(watch, prompt="create"))
    assert (page.status_code, urlsplit(page.headers["Location"]).path) == (302, "/sign-up/")
    done = sign_up(Client(), **query_of(page.headers["Location"]))
    assert done.headers["Location"] == f"http://testserver{asked(watch)}"


# --- a forgotten password ------------------------------------------------------------------------


def test_a_forgotten_password_is_replaced(alice: User, client: Client) -> None:
    assert 'href="/forgotten-password/"' in client.get("/login/").text
    known = client.post("/forgotten-password/", {"email": "Alice@example.org"})
    unknown = client.post("/forgotten-password/", {"email": "nobody@example.org"})
    assert (known.status_code, known.text) == (200, unknown.text)
    assert OutgoingEmail.objects.count() == 2
    path = path_in_mail()
    done = client.post(path, {"password": "other horses, staples"})
    assert 'href="/login/"' in done.text
    alice.refresh_from_db()
    assert alice.check_password("other horses, staples")


def test_what_is_no_address_is_refused(client: Client) -> None:
    page = client.post("/forgotten-password/", {"email": "nobody"})
    assert "valid email address" in page.text
    assert not OutgoingEmail.objects.exists()


def test_a_spent_link_leads_to_another(alice: User, client: Client) -> None:
    path = reset_link(alice).removeprefix("http://127.0.0.1:8000")
    client.post(path, {"password": "other horses, staples"})
    assert 'href="/forgotten-password/"' in client.get(path).text
