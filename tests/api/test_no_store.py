"""Replies with a token or a secret, and pages that ask for one, may not be cached."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.conf import settings as real_settings
from django.test import Client
from django_otp.oath import totp

from accounts.models import User
from accounts.services.addresses import email_change_begin, verification_link
from accounts.services.applications import application_create
from accounts.services.passwords import reset_link
from tests.accounts.test_oauth import BACK, answered, asked, exchanged, fields_of, for_code, posted
from tests.api.test_schema import operations, schema
from tests.conftest import PASSWORD, ClientOf
from tests.toy_games import start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
SECRETS = {"token", "device_token", "secret", "client_secret"}
"""Members of replies that hold secrets."""
SECRET_URLS = {"stream_open", "me_stream", "game_stream", "me_calendar", "me_calendar_create"}
"""Operations that reply with a URL that has a ticket or a token."""


def api_replies(alice: User, bob: User, client_of: ClientOf) -> dict[str, Any]:
    """Return a reply of every operation that returns a secret."""
    client = client_of(alice)
    hook = client.post("/api/v1/me/webhooks/", {"url": "https://example.org/in", "name": "H"})
    app = {"name": "A", "redirect_uris": [BACK], "confidential": True}
    log_in = {"username": "alice", "password": PASSWORD}
    return {
        "auth_token_issue": Client().post(
            "/api/v1/auth/tokens/", log_in, content_type="application/json"
        ),
        "me_token_issue": client.post("/api/v1/me/tokens/", {}),
        "me_application_create": client.post("/api/v1/me/applications/", app),
        "me_webhook_create": hook,
        "me_webhook_rotate": client.post(f"/api/v1/me/webhooks/{hook.json()['id']}/rotate/"),
        "me_calendar_create": client.post("/api/v1/me/calendar/"),
        "me_calendar": client.get("/api/v1/me/calendar/"),
        "stream_open": client.post("/api/v1/streams/", {}),
        "me_stream": client.get("/api/v1/me/stream/"),
        "game_stream": client.get(f"/api/v1/games/{start_game(alice, bob).id}/stream/"),
    }


def page_replies(alice: User, staff: Client) -> dict[str, Any]:
    """Return a reply of every page that asks for a secret or shows one, and of OAuth."""
    app = application_create(user=alice, name="A", redirect_uris=[BACK], confidential=True)
    browser = Client()
    log_in = {"username": "alice", "password": PASSWORD, "next": "/x"}
    wrong = {"username": "alice", "password": "wrong"}
    in_order = {
        "log-in": Client().get("/login/"),
        "log-in, wrong": Client().post("/login/", wrong),
        "log-in, right": browser.post("/login/", log_in),
        "log-in of staff": Client().get("/admin/login/"),
        "log-in of staff, wrong": Client().post("/admin/login/", wrong),
        "consent": browser.get(asked(app)),
        "consent, wrong": browser.post("/oauth/authorize/", {"allow": "true"}),
        "second factor": staff.get("/admin/second-factor/"),
    }
    secret = bytes.fromhex(staff.session["second_factor_key"])
    codes = staff.post("/admin/second-factor/", {"code": f"{totp(secret):06}"})
    assert codes.text.count("<li><code>") == 10
    fields = fields_of(in_order["consent"].text)
    agreed = browser.post("/oauth/authorize/", {**fields, "allow": "true"})
    assert "code=" in agreed.headers["Location"]
    tokens = for_code(app, answered(browser, asked(app), allow="true")["code"])
    assert tokens.status_code == 200
    reset = reset_link(alice).removeprefix(real_settings.PUBLIC_URL)
    claim = email_change_begin(user=alice, address="other@example.org")
    verify = verification_link(claim).removeprefix(real_settings.PUBLIC_URL)
    return {
        **in_order,
        "recovery codes": codes,
        "consent, agreed": agreed,
        "tokens": tokens,
        "tokens, wrong": exchanged(app, grant_type="refresh_token", refresh_token="x"),
        "tokens, not a form": Client().post("/oauth/token/", {}),
        "registration": Client().post(
            "/oauth/register/",
            {"client_name": "a", "redirect_uris": [BACK]},
            content_type="application/json",
        ),
        "code for a device": posted("/oauth/device/", {"client_id": "x"}),
        "page for a device": browser.get("/device/"),
        "revocation": posted("/oauth/revoke/", {"token": "x"}),
        "reset page": Client().get(reset),
        "reset page, weak": Client().post(reset, {"password": "1"}),
        "reset page, done": Client().post(reset, {"password": "other horses, other staples"}),
        "reset page, used": Client().get(reset),
        "verify page": Client().get(verify),
        "verify page, done": Client().post(verify),
        "password of staff": staff.get("/admin/password_change/"),
    }


def test_whatever_carries_a_secret_is_not_stored(
    alice: User, bob: User, client_of: ClientOf, settings: LazySettings
) -> None:
    settings.ADMIN_TWO_FACTOR = True
    User.objects.create_superuser("ada", "ada@example.org", PASSWORD)
    staff = Client()
    staff.post("/admin/login/", {"username": "ada", "password": PASSWORD})
    replies = {**api_replies(alice, bob, client_of), **page_replies(alice, staff)}
    for name, reply in replies.items():
        assert "no-store" in reply.headers.get("Cache-Control", ""), name
        if name in api_operations():
            assert reply.status_code in (200, 201, 307), name


def test_no_operation_that_gives_a_secret_is_forgotten(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    assert api_replies(alice, bob, client_of).keys() == api_operations()


def api_operations() -> set[str]:
    """Return the operations that return secrets, according to the schema."""
    giving = {
        f"'#/components/schemas/{name}'"
        for name, one in schema()["components"]["schemas"].items()
        if SECRETS & one.get("properties", {}).keys()
    }
    return SECRET_URLS | {
        operation["operationId"]
        for _, operation in operations()
        for status, reply in operation["responses"].items()
        if status.startswith("2") and any(reference in str(reply) for reference in giving)
    }
