"""Errors of OAuth say what was wrong, where RFC 6749 wants them."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services.applications import NewApplication, application_create
from tests.accounts.test_oauth import (
    BACK,
    allowed,
    answered,
    asked,
    browser,
    exchanged,
    for_code,
    posted,
    refreshed,
    told,
    watch,
)

__all__ = ["browser", "watch"]
pytestmark = pytest.mark.django_db


def test_a_code_says_why_it_is_not_accepted(watch: NewApplication, browser: Client) -> None:
    code = answered(browser, asked(watch), allow="true")["code"]
    wrong = for_code(watch, code, code_verifier="x" * 43).json()
    assert wrong == {
        "error": "invalid_grant",
        "error_description": "The code_verifier does not match the code_challenge.",
    }
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert for_code(watch, code).json()["error_description"] == "The code has expired."
    code = answered(browser, asked(watch), allow="true")["code"]
    for_code(watch, code)
    assert "used before" in for_code(watch, code).json()["error_description"]


def test_a_refresh_says_why_it_is_not_accepted(watch: NewApplication, browser: Client) -> None:
    tokens = allowed(watch, browser)
    more = {"grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]}
    scope = exchanged(watch, **more, scope="games:read account").json()
    assert scope["error"] == "invalid_scope"
    assert scope["error_description"] == "Scopes not granted: account"
    refreshed(watch, tokens)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        reused = refreshed(watch, tokens).json()
    assert "used before or revoked" in reused["error_description"]
    unknown = refreshed(watch, {"refresh_token": "x"}).json()
    assert "unknown" in unknown["error_description"]


@pytest.mark.parametrize(
    ("more", "error", "description"),
    [
        ({"response_type": "token"}, "unsupported_response_type", "The only response_type is code"),
        ({"response_type": "code token"}, "unsupported_response_type", "The only response_type"),
        ({"response_type": "none"}, "unsupported_response_type", "The only response_type is code"),
        ({"response_type": "x"}, "unsupported_response_type", "The only response_type is code"),
        ({"scope": 'games:read all é"\\'}, "invalid_scope", "Unknown scopes: all ?'?"),
        ({"code_challenge": None}, "invalid_request", "Code challenge required"),
        ({"code_challenge_method": "plain"}, "invalid_request", "has to be S256"),
        ({"prompt": "none", "scope": "account"}, "consent_required", "has to consent"),
    ],
)
def test_the_consent_page_sends_descriptions_to_the_application(
    watch: NewApplication,
    browser: Client,
    more: dict[str, str | None],
    error: str,
    description: str,
) -> None:
    answer = told(browser.get(asked(watch, **more)))
    assert (answer["error"], answer["state"]) == (error, "of-mine")
    assert description in answer["error_description"]


def test_a_refusal_is_described(watch: NewApplication, browser: Client) -> None:
    assert answered(browser, asked(watch))["error_description"] == "The user refused."


def test_wrong_requests_for_tokens_are_described(watch: NewApplication, bob: User) -> None:
    server = application_create(user=bob, name="S", redirect_uris=[BACK], confidential=True)
    grant = exchanged(watch, grant_type="password").json()
    assert "authorization_code, refresh_token" in grant["error_description"]
    for path in ("/oauth/token/", "/oauth/revoke/"):
        fields = {"grant_type": "refresh_token", "refresh_token": "x", "token": "x"}
        client = posted(path, {**fields, "client_id": server.application.client_id})
        assert (client.status_code, client.json()["error"]) == (401, "invalid_client")
        assert "client_secret is missing" in client.json()["error_description"]


def test_whoever_needs_a_token_learns_where_to_get_one() -> None:
    reply = Client().get("/api/v1/me/")
    url = f"{settings.PUBLIC_URL}/.well-known/oauth-protected-resource/api/v1/"
    assert f'resource_metadata="{url}"' in reply.headers["WWW-Authenticate"]
    resource = Client().get(url.removeprefix(settings.PUBLIC_URL)).json()
    assert resource["resource"] == f"{settings.PUBLIC_URL}/api/v1/"
    (issuer,) = resource["authorization_servers"]
    server = Client().get("/.well-known/oauth-authorization-server").json()
    assert server["issuer"] == issuer
    assert server["service_documentation"] == f"{issuer}/docs/accounts.html"
