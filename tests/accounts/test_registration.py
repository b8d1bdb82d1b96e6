"""Programs register themselves, without an account (RFC 7591)."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client, override_settings
from django.utils import timezone
from oauth2_provider.models import Application
from pytest_django.fixtures import Settings

from accounts.models import User
from accounts.services.applications import UNUSED, NewApplication
from accounts.services.purge import expired_purge
from tests.accounts.test_device_grant import connected, started
from tests.accounts.test_oauth import (
    BACK,
    DEVICE_CODE,
    allowed,
    asked,
    asking,
    browser,
    told,
    watch,
)
from tests.conftest import ClientOf
from tests.throttled import at_rates

__all__ = ["browser", "watch"]
pytestmark = pytest.mark.django_db
BOTH = ["authorization_code", "refresh_token", DEVICE_CODE]


def registered(**metadata: Any) -> Any:
    body = {"client_name": "Chess Bridge", "redirect_uris": [BACK], **metadata}
    body = {name: value for name, value in body.items() if value is not None}
    return registration_send(json.dumps(body))


def registration_send(body: str | bytes, kind: str = "application/json") -> Any:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    return client.post("/oauth/register/", body, content_type=kind)


def self_made(**metadata: Any) -> NewApplication:
    reply = registered(**metadata)
    assert reply.status_code == 201, reply.text
    return NewApplication(Application.objects.get(client_id=reply.json()["client_id"]), None)


def test_a_program_registers_itself_and_is_told_what_counts() -> None:
    reply = registered(client_uri="https://evil.example.org/", grant_types=BOTH, scope="account")
    document = reply.json()
    assert (reply.status_code, reply.headers["Cache-Control"]) == (201, "no-store")
    assert document.pop("client_id_issued_at") <= timezone.now().timestamp()
    application = Application.objects.get(client_id=document.pop("client_id"))
    assert document == {
        "client_name": "Chess Bridge",
        "redirect_uris": [BACK],
        "grant_types": ["authorization_code", DEVICE_CODE, "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
    assert (application.client_type, application.user) == ("public", None)
    found = Client().get("/.well-known/oauth-authorization-server").json()
    assert found["registration_endpoint"] == f"{settings.PUBLIC_URL}/oauth/register/"


def test_an_agent_goes_the_whole_way(browser: Client) -> None:
    app = self_made()
    page = browser.get(asked(app)).text
    assert "calls itself <strong>Chess Bridge</strong>" in page
    assert "Nobody has verified who made it" in page
    assert "part of this game server" not in page
    tokens = allowed(app, browser)
    assert asking(tokens).get("/api/v1/me/").json()["username"] == "alice"


def test_a_terminal_needs_no_redirect_uri(browser: Client) -> None:
    app = self_made(redirect_uris=None, grant_types=[DEVICE_CODE])
    codes = started(app)
    page = browser.get("/device/", {"user_code": codes["user_code"]}).text
    assert "Nobody has verified who made it" in page
    assert connected(app, browser).status_code == 200
    assert browser.get(asked(app)).status_code == 400


def test_users_see_what_registered_itself(
    browser: Client, alice: User, client_of: ClientOf
) -> None:
    allowed(self_made(), browser)
    (seen,) = client_of(alice).get("/api/v1/me/authorizations/").json()["results"]
    assert (seen["owner"], seen["self_registered"]) == (None, True)


@pytest.mark.parametrize(
    ("metadata", "error", "member"),
    [
        ({"client_name": None}, "invalid_client_metadata", "client_name"),
        ({"client_name": "x" * 61}, "invalid_client_metadata", "client_name"),
        ({"client_name": "a\u202eb"}, "invalid_client_metadata", "client_name"),
        ({"client_name": ["a"]}, "invalid_client_metadata", "client_name"),
        ({"redirect_uris": None}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": []}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": BACK}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": ["http://example.org/"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": ["http://localhost/"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": [f"{BACK} {BACK}"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": [f"{BACK}\0"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": [BACK] * 11}, "invalid_redirect_uri", "redirect_uris"),
        ({"redirect_uris": [f"{BACK}{'x' * 300}"]}, "invalid_redirect_uri", "redirect_uris"),
        ({"grant_types": ["password"]}, "invalid_client_metadata", "grant_types"),
        ({"grant_types": ["refresh_token"]}, "invalid_client_metadata", "grant_types"),
        ({"grant_types": []}, "invalid_client_metadata", "grant_types"),
        ({"response_types": ["token"]}, "invalid_client_metadata", "response_types"),
        (
            {"token_endpoint_auth_method": "client_secret_post"},
            "invalid_client_metadata",
            "token_endpoint_auth_method",
        ),
    ],
)
def test_wrong_metadata_is_refused(metadata: dict[str, Any], error: str, member: str) -> None:
    reply = registered(**metadata)
    assert (reply.status_code, reply.json()["error"]) == (400, error), reply.text
    assert reply.json()["error_description"].startswith(f"{member}: ")
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    "name",
    [
        *("Play", "P1AY", "play ", "Citadels", "C1tadels", "Cítàdels", "The Castle", "Moderator"),
        *("Support Team", "admin", "Official Watch", "Application vérifiée", "Slow Board Games"),
        *("Citadels Login", "C1tadels Support Team", "CitadelsLogin", "Cita-dels", "citadels-play"),
        *("www.evil.com", "Visit evil.org", "https://evil.example", "a/b", "a@b", "b:c"),
        *("\u0421itadels", "\uff50lay", "Chess ♔", "Wa\ntch", "...", "<b>x</b>", "Al\u0131ce"),
    ],
)
def test_names_that_pretend_or_lead_elsewhere_are_refused(name: str) -> None:
    reply = registered(client_name=name)
    assert reply.json()["error"] == "invalid_client_metadata"
    assert not Application.objects.exists()


@pytest.mark.parametrize("name", ["Échecs & Co.", "play-by-mail 2.0", "Terminal client", "My bot"])
def test_other_names_are_accepted(name: str) -> None:
    assert registered(client_name=name).json()["client_name"] == name


@pytest.mark.parametrize(
    ("body", "kind", "status", "error"),
    [
        ("client_name=a", "application/x-www-form-urlencoded", 400, "invalid_client_metadata"),
        ("{", "application/json", 400, "invalid_client_metadata"),
        ("[]", "application/json", 400, "invalid_client_metadata"),
        ("null", "application/json", 400, "invalid_client_metadata"),
        ("", "application/json", 400, "invalid_client_metadata"),
        ('{"client_name": NaN}', "application/json", 400, "invalid_client_metadata"),
        ("[" * 2000 + "]" * 2000, "application/json", 400, "invalid_client_metadata"),
        ('{"redirect_uris": [[[["a"]]]]}', "application/json", 400, None),
        ("x" * 2**21, "application/json", 413, "body_too_large"),
        (b"\xff", "application/json", 400, "invalid_client_metadata"),
    ],
)
def test_whatever_is_sent_the_answer_is_json(
    body: str | bytes, kind: str, status: int, error: str | None
) -> None:
    reply = registration_send(body, kind)
    assert reply.status_code == status, reply.text
    assert reply.headers["Content-Type"] == "application/json"
    assert error is None or reply.json()["error"] == error
    assert reply.json()["error_description"].isascii()


# --- attacks -------------------------------------------------------------------------------------


def test_an_address_registers_few() -> None:
    with at_rates(applications="2/hour"):
        replies = [registered() for _ in range(3)]
    assert [reply.status_code for reply in replies] == [201, 201, 429]
    assert replies[-1].json()["error"] == "throttled"
    assert int(replies[-1].headers["Retry-After"]) > 0
    assert Application.objects.count() == 2


def test_there_are_not_more_than_the_operator_allows(browser: Client, settings: Settings) -> None:
    settings.MAX_SELF_REGISTERED_APPLICATIONS = 1  # those in use do not count
    allowed(self_made(client_name="Used"), browser)
    self_made(client_name="Unused")
    refused = registered()
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    assert refused.headers["Retry-After"] == "3600"
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        self_made(client_name="Next")
    assert set(Application.objects.values_list("name", flat=True)) == {"Used", "Next"}


@pytest.mark.parametrize(
    "more", [{"scope": "everything"}, {"response_type": "token"}, {"prompt": "none"}]
)
def test_a_link_to_this_service_does_not_lead_to_a_site_of_others_unseen(
    watch: NewApplication, browser: Client, more: dict[str, str]
) -> None:
    for app in (self_made(), watch):
        stranger = Client().get(asked(app, **more))
        assert stranger.status_code == 400 or stranger.headers["Location"].startswith("/login/")
        reply = browser.get(asked(app, **more))
        assert reply.status_code == 400
        assert f"<code>{BACK}</code>" in reply.text
        assert told(reply)["error"]
    watch.application.user = None  # as one that operators registered for this service
    watch.application.save()
    trusted = browser.get(asked(watch, **more))
    assert trusted.headers["Location"].startswith(BACK)


def test_an_application_of_unknown_source_is_not_trusted(
    watch: NewApplication, browser: Client
) -> None:
    source = Application.RegistrationSource.CIMD
    Application.objects.update(user=None, registration_source=source)
    assert "Nobody has verified who made it" in browser.get(asked(watch)).text
    assert browser.get(asked(watch, scope="everything")).status_code == 400


def test_it_gets_codes_only_where_it_said(browser: Client) -> None:
    app = self_made()
    assert browser.get(asked(app, redirect_uri="https://evil.example.org/")).status_code == 400
    assert browser.get(asked(app, code_challenge=None)).status_code == 400


def test_an_operator_can_switch_it_off() -> None:
    oauth = {**settings.OAUTH2_PROVIDER, "DCR_ENABLED": False}
    with override_settings(OAUTH2_PROVIDER=oauth):
        found = Client().get("/.well-known/oauth-authorization-server").json()
        assert registered().status_code == 404
    assert "registration_endpoint" not in found
    assert not Application.objects.exists()


# --- the end -------------------------------------------------------------------------------------


def test_those_that_nobody_uses_are_deleted(watch: NewApplication, browser: Client) -> None:
    self_made(client_name="Unused")
    allowed(self_made(client_name="Used"), browser)
    terminal = self_made(client_name="Waits", grant_types=[DEVICE_CODE])
    expired_purge(now=timezone.now())
    assert Application.objects.count() == 4
    with time_machine.travel(timezone.now() + UNUSED + timedelta(seconds=1)):
        started(terminal)
        expired_purge(now=timezone.now())
        assert set(Application.objects.values_list("name", flat=True)) == {"Watch", "Used", "Waits"}
    with time_machine.travel(timezone.now() + timedelta(days=100)):
        expired_purge(now=timezone.now())
        expired_purge(now=timezone.now())
        assert [one.name for one in Application.objects.all()] == ["Watch"]


def test_an_administrator_finds_and_deletes_it(admin_client: Client, browser: Client) -> None:
    app = self_made()
    tokens = allowed(app, browser)
    url = "/admin/oauth2_provider/application/"
    page = admin_client.get(url, {"registration_source__exact": "dcr"})
    assert "Chess Bridge" in page.text
    gone = admin_client.post(f"{url}{app.application.pk}/delete/", {"post": "yes"})
    assert gone.status_code == 302
    assert asking(tokens).get("/api/v1/me/").status_code == 401
