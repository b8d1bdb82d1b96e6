"""All pages look like one service, and speak the language of their reader."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any
from unittest import mock

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client

from accounts.models import PendingEmail, Preferences, User
from accounts.pages import LoginPage
from accounts.services.addresses import verification_link
from accounts.services.passwords import reset_link
from notifications.kinds import KINDS
from notifications.services.emails import unsubscribe_url

pytestmark = pytest.mark.django_db


def path_of(url: str) -> str:
    return url.partition("127.0.0.1:8000")[2]


def reset_path(user: User) -> str:
    return path_of(reset_link(user))


def verify_path(user: User) -> str:
    pending = PendingEmail.objects.create(user=user, address="new@example.org")
    return path_of(verification_link(pending))


def unsubscribe_path(user: User) -> str:
    return path_of(unsubscribe_url(user_id=user.id, kind=KINDS["your_turn"]))


LINKS = (reset_path, verify_path, unsubscribe_path)


@pytest.mark.parametrize("path", LINKS)
def test_a_page_from_an_email_speaks_the_language_of_the_email(
    path: Callable[[User], str], alice: User, client: Client
) -> None:
    Preferences.objects.create(user=alice, language="fr")
    page = client.get(path(alice), headers={"Accept-Language": "en"})
    assert page.headers["Content-Language"] == "fr"
    assert '<html lang="fr">' in page.text
    assert "serveur de jeux" in page.text


@pytest.mark.parametrize("path", LINKS)
def test_without_preferences_it_speaks_the_language_of_the_browser(
    path: Callable[[User], str], alice: User, client: Client
) -> None:
    page = client.get(path(alice), headers={"Accept-Language": "fr-FR,fr;q=0.9"})
    assert '<html lang="fr">' in page.text
    assert "Accept-Language" in page.headers["Vary"]


def test_the_answer_to_a_form_speaks_the_same_language(alice: User, client: Client) -> None:
    Preferences.objects.create(user=alice, language="fr")
    path = reset_path(alice)
    weak = client.post(path, {"password": "1234"})
    assert "Ce mot de passe est trop court" in weak.text
    assert "déconnecté partout" in client.post(path, {"password": "other horses, staples"}).text


def test_the_log_in_speaks_the_language_of_whoever_is_logged_in(
    alice: User, client: Client
) -> None:
    Preferences.objects.create(user=alice, language="fr")
    client.force_login(alice)
    assert '<html lang="fr">' in client.get("/login/").text


def test_a_page_says_which_account_and_why(alice: User, client: Client) -> None:
    page = client.get(verify_path(alice)).text
    assert "<strong>alice</strong> of this game server" in page
    assert "<strong>new@example.org</strong>" in page
    assert "Choose a new password for your account <strong>alice</strong>" in (
        client.get(reset_path(alice)).text
    )


@pytest.mark.parametrize("path", ["/login/", "reset"])
def test_what_is_typed_as_a_password_can_be_shown(path: str, alice: User, client: Client) -> None:
    page = client.get(reset_path(alice) if path == "reset" else path).text
    assert 'data-show="Show" data-hide="Hide"' in page
    assert '<script src="/static/accounts/show_password.js" defer></script>' in page
    assert page.count("<script") == 1


# --- errors --------------------------------------------------------------------------------------


def failing(error: Exception) -> Any:
    return mock.patch.object(LoginPage, "get", side_effect=error)


ERRORS: list[tuple[int, Any, str]] = [
    (404, nullcontext(), "/nothing/"),
    (403, failing(PermissionDenied()), "/login/"),
    (500, failing(RuntimeError("a secret")), "/login/"),
    (503, failing(OperationalError("server closed the connection")), "/login/"),
]


@pytest.fixture
def calm() -> Client:
    """A client to which an error is a page, as it is to a browser."""
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(("status", "context", "path"), ERRORS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_error_is_a_page_of_the_service(
    status: int, context: Any, path: str, language: str, calm: Client
) -> None:
    with context:
        page = calm.get(path, headers={"Accept-Language": language})
    assert page.status_code == status
    assert is_ours(page)
    assert f'<html lang="{language}">' in page.text
    assert page.headers["Content-Language"] == language
    assert "secret" not in page.text


def test_a_request_for_another_host_gets_a_page(calm: Client) -> None:
    page = calm.get("/login/", headers={"host": "elsewhere.example"})
    assert page.status_code == 400
    assert is_ours(page)


def test_a_form_without_its_token_gets_a_page() -> None:
    page = Client(enforce_csrf_checks=True).post("/login/", {"username": "alice"})
    assert page.status_code == 403
    assert is_ours(page)
    assert "reload the page" in page.text


def test_a_refusal_in_the_admin_has_a_way_back(alice: User, client: Client) -> None:
    User.objects.filter(id=alice.id).update(is_staff=True)
    client.force_login(alice)
    page = client.get("/admin/accounts/user/")
    assert page.status_code == 403
    assert '<a href="/admin/">Back to the admin</a>' in page.text
    assert "/admin/" not in client.get("/nothing/").text


def test_the_api_keeps_its_problems(calm: Client) -> None:
    reply = calm.get("/api/v1/nothing/")
    assert reply.headers["Content-Type"] == "application/problem+json"


def is_ours(page: Any) -> bool:
    """True if the page has our style sheet, icon and policy."""
    return (
        "/static/accounts/page.css" in page.text
        and "/static/accounts/favicon.svg" in page.text
        and "default-src 'self'" in page.headers["Content-Security-Policy"]
    )


def test_a_browser_finds_an_icon_for_every_page(client: Client) -> None:
    icon = client.get("/favicon.ico", follow=True)
    assert icon.redirect_chain == [("/static/accounts/favicon.svg", 302)]
