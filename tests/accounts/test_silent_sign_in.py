"""With prompt=none an application gets a new code without a page, if the user has agreed before."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Grant, RefreshToken
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.oauth import validator
from accounts.services import user_ban
from accounts.services.applications import NewApplication, application_create
from accounts.services.authorizations import authorizations_revoke
from tests.accounts.test_oauth import (
    BACK,
    allowed,
    answered,
    asked,
    asking,
    browser,
    fields_of,
    for_code,
    query_of,
    refreshed,
    told,
    watch,
)

__all__ = ["browser", "watch"]
pytestmark = pytest.mark.django_db
HERE = "http://127.0.0.1:8000/play/"


def silent(browser: Client, app: NewApplication, **more: str | None) -> dict[str, str]:
    """Ask without a page; what the application is told."""
    reply = browser.get(asked(app, **{"prompt": "none", **more}))
    answer = told(reply, more.get("redirect_uri") or BACK)
    assert reply.status_code == (302 if "code" in answer else 400)  # others are seen first
    return answer


def agree(browser: Client, app: NewApplication, redirect_uri: str) -> None:
    """Allow an application with this redirect URI on the page, and let it fetch its tokens."""
    fields = fields_of(browser.get(asked(app, redirect_uri=redirect_uri)).text)
    location = browser.post("/oauth/authorize/", {**fields, "allow": "true"}).headers["Location"]
    reply = for_code(app, query_of(location)["code"], redirect_uri=redirect_uri)
    assert reply.status_code == 200, reply.text


def app_at(user: User, uri: str) -> NewApplication:
    return application_create(user=user, name="App", redirect_uris=[uri], confidential=False)


# --- without a page ------------------------------------------------------------------------------


def test_an_application_that_was_allowed_gets_another_code(
    watch: NewApplication, browser: Client
) -> None:
    allowed(watch, browser)
    answer = silent(browser, watch)
    assert (answer["state"], answer["iss"]) == ("of-mine", settings.PUBLIC_URL)
    tokens = for_code(watch, answer["code"]).json()
    assert tokens["scope"] == "games:read games:play"
    assert asking(tokens).get("/api/v1/games/").status_code == 200


def test_fewer_scopes_are_enough_and_scopes_of_several_tokens_count_together(
    watch: NewApplication, browser: Client
) -> None:
    allowed(watch, browser, scope="games:read")
    allowed(watch, browser, scope="messages")
    code = silent(browser, watch, scope="messages games:read")["code"]
    assert for_code(watch, code).json()["scope"] == "messages games:read"
    assert "code" in silent(browser, watch, scope=None)


def test_a_token_that_has_to_be_refreshed_still_counts(
    watch: NewApplication, browser: Client
) -> None:
    allowed(watch, browser)
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert "code" in silent(browser, watch)


def test_the_code_is_for_the_resource_that_was_asked_for(
    watch: NewApplication, browser: Client
) -> None:
    allowed(watch, browser)
    elsewhere = silent(browser, watch, resource="https://elsewhere.example.org/")["code"]
    tokens = for_code(watch, elsewhere).json()
    assert asking(tokens).get("/api/v1/me/").json()["code"] == "invalid_token"
    assert silent(browser, watch, resource="nowhere")["error"] == "invalid_target"


# --- when a page is needed -----------------------------------------------------------------------


def assert_refused(answer: dict[str, str], error: str) -> None:
    assert answer["error"] == error
    assert (answer["state"], answer["iss"]) == ("of-mine", settings.PUBLIC_URL)
    assert "code" not in answer


def test_a_user_who_is_not_logged_in_has_to_log_in(watch: NewApplication, browser: Client) -> None:
    allowed(watch, browser)
    assert_refused(silent(Client(), watch), "login_required")
    browser.post("/logout/")
    assert_refused(silent(browser, watch), "login_required")


def test_a_user_who_has_not_agreed_has_to_agree(watch: NewApplication, browser: Client) -> None:
    assert_refused(silent(browser, watch), "consent_required")
    answered(browser, asked(watch))  # the user refuses
    assert_refused(silent(browser, watch), "consent_required")
    assert not Grant.objects.exists()


def test_what_another_user_agreed_to_does_not_count(
    watch: NewApplication, browser: Client, bob: User
) -> None:
    allowed(watch, browser)
    others = Client()
    others.force_login(bob)
    assert_refused(silent(others, watch), "consent_required")


def test_what_another_application_was_allowed_does_not_count(
    watch: NewApplication, browser: Client, bob: User
) -> None:
    allowed(watch, browser)
    assert_refused(silent(browser, app_at(bob, BACK)), "consent_required")


def test_more_scopes_than_before_need_consent(watch: NewApplication, browser: Client) -> None:
    allowed(watch, browser, scope="games:read")
    assert_refused(silent(browser, watch, scope="games:read account"), "consent_required")


def test_an_authorization_that_was_revoked_does_not_count(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    allowed(watch, browser)
    authorizations_revoke(user=alice)
    assert_refused(silent(browser, watch), "consent_required")


def test_an_authorization_that_has_expired_does_not_count(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    allowed(watch, browser)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        browser.force_login(alice)
        assert_refused(silent(browser, watch), "consent_required")


def test_an_application_does_not_learn_that_its_visitor_is_banned(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    allowed(watch, browser)
    user_ban(user=alice, reason="Said what one does not say.")
    assert_refused(silent(browser, watch), "consent_required")
    assert browser.get(asked(watch)).status_code == 403  # the page with the reason


# --- where a code may go without a page ----------------------------------------------------------


@pytest.mark.parametrize(
    ("registered", "used"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/back"),
        ("http://127.0.0.1:8000/play/", "http://127.0.0.1:8001/play/"),
        ("http://127.0.0.1:8000/play/", "http://127.0.0.1/play/"),
        ("http://[::1]:8000/back", "http://[::1]:8000/back"),
        ("https://127.0.0.1/back", "https://127.0.0.1/back"),
        ("https://localhost/back", "https://localhost/back"),
        ("https://app.localhost./back", "https://app.localhost./back"),
        ("com.example.app:/callback", "com.example.app:/callback"),
    ],
)
def test_another_program_on_the_device_gets_no_code_unseen(
    bob: User, browser: Client, settings: Settings, registered: str, used: str
) -> None:
    """It could listen there, or claim the scheme (RFC 8252, 8.6)."""
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    app = app_at(bob, registered)
    agree(browser, app, used)
    for one in (browser, Client()):
        assert silent(one, app, redirect_uri=used)["error"] == "interaction_required"


def test_this_service_is_known_even_if_it_runs_on_the_device(
    bob: User, browser: Client, settings: Settings
) -> None:
    settings.PUBLIC_URL = "http://127.0.0.1:8000"
    app = app_at(bob, HERE)
    agree(browser, app, HERE)
    assert "code" in silent(browser, app, redirect_uri=HERE)


@pytest.mark.parametrize(
    ("public_url", "uri"),
    [
        ("https://games.example.org", "https://games.example.org:443/play/"),
        ("http://127.0.0.1", "http://127.0.0.1:80/play/"),
    ],
)
def test_the_default_port_is_the_same_as_none(
    bob: User, browser: Client, settings: Settings, public_url: str, uri: str
) -> None:
    settings.PUBLIC_URL = public_url
    app = app_at(bob, uri)
    agree(browser, app, uri)
    assert "code" in silent(browser, app, redirect_uri=uri)


# --- everything else stays -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"scope": "everything"}, "invalid_scope"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"prompt": "none login"}, "invalid_request"),
        ({"prompt": "create none"}, "invalid_request"),
    ],
)
def test_a_request_that_is_not_valid_is_refused(
    watch: NewApplication, browser: Client, more: dict[str, Any], error: str
) -> None:
    allowed(watch, browser)
    for one in (browser, Client()):
        assert silent(one, watch, **more)["error"] == error


@pytest.mark.parametrize(
    "more", [{"redirect_uri": "https://elsewhere.example.org/"}, {"client_id": "nobody"}]
)
def test_nobody_is_sent_to_an_unknown_address(
    watch: NewApplication, browser: Client, more: dict[str, str]
) -> None:
    allowed(watch, browser)
    for one in (browser, Client()):
        reply = one.get(asked(watch, prompt="none", **more))
        assert reply.status_code == 400
        assert "Location" not in reply.headers


def test_every_refusal_names_who_refuses(watch: NewApplication, browser: Client) -> None:
    assert answered(browser, asked(watch))["iss"] == settings.PUBLIC_URL
    wrong = browser.get(asked(watch, scope="everything"))
    assert told(wrong)["iss"] == settings.PUBLIC_URL


def test_clients_find_the_prompts_by_themselves() -> None:
    found = Client().get("/.well-known/oauth-authorization-server")
    assert found.json()["prompt_values_supported"] == ["none", "login", "create"]
    assert found.headers["Access-Control-Allow-Origin"] == "*"


# --- how many tokens -----------------------------------------------------------------------------


def test_one_more_sign_in_than_the_limit_ends_the_one_that_was_used_least_recently(
    watch: NewApplication, browser: Client, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validator, "FAMILIES_MAX", 3)
    other = app_at(bob, BACK)
    of_another_app = allowed(other, browser)
    first, second = allowed(watch, browser), allowed(watch, browser)
    bobs = Client()
    bobs.force_login(bob)
    of_another_user = allowed(watch, bobs)
    first = refreshed(watch, first).json()
    third, fourth = (for_code(watch, silent(browser, watch)["code"]).json() for _ in range(2))
    assert asking(second).get("/api/v1/me/").json()["code"] == "invalid_token"
    assert refreshed(watch, second).json()["error"] == "invalid_grant"
    for app, tokens in (
        (watch, first),
        (watch, third),
        (watch, fourth),
        (watch, of_another_user),
        (other, of_another_app),
    ):
        assert asking(tokens).get("/api/v1/me/").status_code == 200
        assert refreshed(app, tokens).status_code == 200


def test_page_loads_do_not_pile_up_rows(
    watch: NewApplication, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(validator, "FAMILIES_MAX", 3)
    allowed(watch, browser)
    for _ in range(6):
        for_code(watch, silent(browser, watch)["code"])
    assert (RefreshToken.objects.count(), AccessToken.objects.count()) == (3, 3)
    assert not Grant.objects.exists()
