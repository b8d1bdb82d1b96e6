"""The web client of this service is an application like any other, without an owner."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import Application
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services import user_ban
from accounts.services.applications import NewApplication, application_create
from accounts.services.deletions import deletion_request, deletions_carry_out
from tests.accounts.test_applications import ALLOWED, MINE
from tests.accounts.test_oauth import (
    asked,
    browser,
    fields_of,
    for_code,
    query_of,
    refreshed,
)
from tests.conftest import ClientOf

__all__ = ["browser"]
pytestmark = pytest.mark.django_db
HOME = "https://games.example.org"
PLAY = f"{HOME}/play/"


@pytest.fixture(autouse=True)
def _at_home(settings: Settings) -> None:
    settings.PUBLIC_URL = HOME


def register(*words: str) -> str:
    output = StringIO()
    call_command("register_web_client", *words, stdout=output, stderr=output)
    return output.getvalue()


@pytest.fixture
def web_client() -> NewApplication:
    register()
    return NewApplication(Application.objects.get(client_id="play"), None)


def test_it_is_a_public_application_without_an_owner(web_client: NewApplication) -> None:
    application = web_client.application
    assert application.redirect_uris == PLAY
    assert application.client_type == Application.CLIENT_PUBLIC
    assert application.authorization_grant_type == Application.GRANT_AUTHORIZATION_CODE
    assert application.user is None
    assert not application.skip_authorization


def test_a_second_run_changes_nothing(web_client: NewApplication) -> None:
    before = Application.objects.values().get()
    assert register() == f"The web client is already registered at {PLAY}\n"
    assert Application.objects.values().get() == before


def test_it_follows_the_address_of_the_service_and_keeps_other_addresses(
    web_client: NewApplication, settings: Settings
) -> None:
    copy, other = "https://copy.example.org/", "http://127.0.0.1:5173/play/"
    assert "is registered at" in register("--redirect-uri", copy, "--redirect-uri", other)
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    register()
    application = Application.objects.get()
    assert application.redirect_uris.split() == ["http://127.0.0.1:8000/play/", copy, other]
    assert application.client_id == "play"


@pytest.mark.parametrize("uri", ["http://copy.example.org/", "play:/", "https://a b/", ""])
def test_an_address_that_is_not_valid_is_refused(web_client: NewApplication, uri: str) -> None:
    with pytest.raises(CommandError, match="is not a valid redirect URI"):
        register("--redirect-uri", uri)
    assert Application.objects.get().redirect_uris == PLAY


@pytest.mark.parametrize("url", ["http://192.168.1.5:8000", "http://games.example.org"])
def test_without_tls_the_service_starts_and_says_why_nobody_can_sign_in(
    settings: Settings, url: str
) -> None:
    settings.PUBLIC_URL = url
    assert "cannot sign users in" in register()
    assert not Application.objects.exists()


def code_at(reply: Any, address: str = PLAY) -> str:
    """Return the code of a reply that leads to the client at once."""
    assert reply.status_code == 302, reply.text
    assert reply.headers["Location"].startswith(f"{address}?code=")
    return query_of(reply.headers["Location"])["code"]


def test_nobody_is_asked_to_allow_the_client_of_the_service(
    web_client: NewApplication, browser: Client, alice: User, client_of: ClientOf
) -> None:
    stranger = Client().get(asked(web_client, redirect_uri=PLAY))
    assert stranger.headers["Location"].startswith("/login/?next=/oauth/authorize/")
    for prompt in ("none", "create", None):
        code = code_at(browser.get(asked(web_client, redirect_uri=PLAY, prompt=prompt)))
        assert for_code(web_client, code, redirect_uri=PLAY).status_code == 200
    again = browser.get(asked(web_client, redirect_uri=PLAY, prompt="login"))
    assert again.headers["Location"].startswith("/login/")
    load = browser.get(asked(web_client, redirect_uri=PLAY, prompt="none"))
    tokens = for_code(web_client, code_at(load), redirect_uri=PLAY).json()
    assert refreshed(web_client, tokens).status_code == 200
    client = client_of(alice)
    (seen,) = client.get(ALLOWED).json()["results"]
    assert (seen["client_id"], seen["owner"]) == ("play", None)
    assert client.get(MINE).json()["results"] == []
    assert client.delete(f"{MINE}play/").status_code == 404
    assert client.delete(f"{ALLOWED}play/").status_code == 204
    assert refreshed(web_client, tokens).json()["error"] == "invalid_grant"
    after = browser.get(asked(web_client, redirect_uri=PLAY, prompt="none"))
    assert query_of(after.headers["Location"])["error"] == "login_required"


def test_a_copy_of_the_client_elsewhere_has_to_ask(
    web_client: NewApplication, browser: Client
) -> None:
    copy = "https://copy.example.org/"
    register("--redirect-uri", copy)
    page = browser.get(asked(web_client, redirect_uri=copy)).text
    assert "part of this game server" in " ".join(page.split())
    assert "made by" not in page
    load = browser.get(asked(web_client, redirect_uri=copy, prompt="none"))
    assert query_of(load.headers["Location"])["error"] == "consent_required"
    back = browser.post("/oauth/authorize/", {**fields_of(page), "allow": "true"})
    assert for_code(web_client, code_at(back, copy), redirect_uri=copy).status_code == 200


def test_an_application_of_somebody_else_at_the_page_of_the_client_has_to_ask(
    browser: Client, bob: User
) -> None:
    app = application_create(user=bob, name="Play", redirect_uris=[PLAY], confidential=False)
    assert browser.get(asked(app, redirect_uri=PLAY)).status_code == 200


@pytest.mark.parametrize(
    "more", [{"code_challenge": None, "code_challenge_method": None}, {"scope": "everything"}]
)
def test_what_other_applications_may_not_ask_for_is_refused_here_too(
    web_client: NewApplication, browser: Client, more: dict[str, str | None]
) -> None:
    reply = browser.get(asked(web_client, redirect_uri=PLAY, **more))
    assert query_of(reply.headers["Location"])["error"].startswith("invalid_")


def test_a_banned_user_is_told_why_the_client_does_not_let_them_in(
    web_client: NewApplication, browser: Client, alice: User
) -> None:
    user_ban(user=alice, reason="Said what one does not say.")
    assert browser.get(asked(web_client, redirect_uri=PLAY)).status_code == 403
    load = browser.get(asked(web_client, redirect_uri=PLAY, prompt="none"))
    assert query_of(load.headers["Location"])["error"] == "consent_required"


def test_the_admin_shows_it(web_client: NewApplication, admin_client: Client) -> None:
    for path in ("", f"{web_client.application.pk}/change/", "?q=play"):
        page = admin_client.get(f"/admin/oauth2_provider/application/{path}")
        assert page.status_code == 200
        assert "Play" in page.text


@pytest.mark.parametrize("port", ["8000", "49152"])
def test_only_its_own_port_gets_codes_on_this_machine(
    browser: Client, settings: Settings, port: str
) -> None:
    """Its page is at a port that does not change, so another one is another program."""
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    register()
    app = NewApplication(Application.objects.get(), None)
    reply = browser.get(asked(app, redirect_uri=f"http://127.0.0.1:{port}/play/"))
    assert reply.status_code == (302 if port == "8000" else 400)


def test_the_deletion_of_an_account_ends_its_authorization_and_nothing_else(
    web_client: NewApplication, browser: Client, alice: User
) -> None:
    code = code_at(browser.get(asked(web_client, redirect_uri=PLAY)))
    tokens = for_code(web_client, code, redirect_uri=PLAY).json()
    deletion_request(user=alice)
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        assert deletions_carry_out() == 1
        assert refreshed(web_client, tokens).json()["error"] == "invalid_grant"
    assert Application.objects.get().client_id == "play"
