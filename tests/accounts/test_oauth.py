"""An application acts for a user: consent, a code, tokens that rotate, and the end of it."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from datetime import timedelta
from random import Random
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import time_machine
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher, make_password
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from accounts.authentication import access_authenticate
from accounts.hashers import LimitedPasswordHasher
from accounts.keys import is_valid_key, key_digest
from accounts.models import User
from accounts.oauth.secret_endpoint import FORM
from accounts.services import user_ban
from accounts.services.applications import NewApplication, application_create
from accounts.services.authorizations import authorizations_revoke
from accounts.services.purge import expired_purge
from core.errors import Busy, InvalidToken
from games.streams.feeds import user_of
from games.streams.tickets import Caller
from tests.conftest import PASSWORD
from tests.throttled import at_rates

pytestmark = pytest.mark.django_db
DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code"
BACK = "https://watch.example.org/back"
VERIFIER = "a-verifier-of-at-least-forty-three-characters-0123456789"
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")
)
Tokens = dict[str, Any]


@pytest.fixture
def watch(bob: User) -> NewApplication:
    """A public application of bob."""
    return application_create(user=bob, name="Watch", redirect_uris=[BACK], confidential=False)


@pytest.fixture
def browser(alice: User) -> Client:
    """A browser in which alice has logged in."""
    client = Client()
    login = client.post("/login/", {"username": "alice", "password": PASSWORD, "next": "/x"})
    assert login.headers["Location"] == "/x"
    return client


def asked(app: NewApplication, **more: str | None) -> str:
    """The address to which an application sends a user."""
    query = {
        "client_id": app.application.client_id,
        "response_type": "code",
        "redirect_uri": BACK,
        "scope": "games:read games:play",
        "state": "of-mine",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **more,
    }
    return "/oauth/authorize/?" + urlencode({k: v for k, v in query.items() if v is not None})


def answered(browser: Client, url: str, **buttons: str) -> dict[str, str]:
    """Look at the page of consent and press a button; what the application is told."""
    page = browser.get(url)
    assert page.status_code == 200, page.headers
    fields = fields_of(page.text)
    back = browser.post("/oauth/authorize/", {**fields, **buttons})
    assert back.status_code == 302
    assert back.headers["Location"].startswith(BACK)
    return query_of(back.headers["Location"])


def fields_of(page: str) -> dict[str, str]:
    """Return the hidden fields of the page of consent."""
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page))
    fields.pop("allow", None)
    return fields


def query_of(location: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


def told(reply: Any, back: str = BACK) -> dict[str, str]:
    """What the application is told, by a redirect or by the link on the page with an error."""
    (link,) = re.findall(r'<p><a href="([^"]*)">', reply.text) or [reply.headers["Location"]]
    link = html.unescape(link)
    assert link.startswith(f"{back}?")
    return query_of(link)


def exchanged(app: NewApplication, **body: str) -> Any:
    """What the application gets for a code, or for a token."""
    fields = {"client_id": app.application.client_id, **body}
    if app.secret:
        fields["client_secret"] = app.secret
    return posted("/oauth/token/", fields)


def posted(path: str, fields: dict[str, Any], **headers: str) -> Any:
    """Post a form as OAuth asks for it: Django's test client sends another kind, and is exempt from
    the CSRF check unless it is asked to be like others.
    """
    kind = "application/x-www-form-urlencoded"
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    return client.post(path, urlencode(fields), content_type=kind, headers=headers)


def for_code(app: NewApplication, code: str, **more: str) -> Any:
    fields = {"code": code, "redirect_uri": BACK, "code_verifier": VERIFIER, **more}
    return exchanged(app, grant_type="authorization_code", **fields)


def allowed(app: NewApplication, browser: Client, **more: str) -> Tokens:
    code = answered(browser, asked(app, **more), allow="true")["code"]
    reply = for_code(app, code)
    assert reply.status_code == 200, reply.text
    tokens: Tokens = reply.json()
    return tokens


def refreshed(app: NewApplication, tokens: Tokens) -> Any:
    return exchanged(app, grant_type="refresh_token", refresh_token=tokens["refresh_token"])


def asking(tokens: Tokens) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {tokens['access_token']}")
    return client


# --- the way to a token --------------------------------------------------------------------------


def test_a_user_agrees_and_the_application_may_do_that_and_no_more(
    watch: NewApplication, browser: Client
) -> None:
    stranger = Client().get(asked(watch))
    assert stranger.headers["Location"].startswith("/login/?next=/oauth/authorize/")
    page = browser.get(asked(watch)).text
    assert "Watch" in page
    assert "made by bob" in page
    assert str(settings.OAUTH2_PROVIDER["SCOPES"]["games:play"]) in page
    tokens = allowed(watch, browser)
    assert tokens["scope"] == "games:read games:play"
    client = asking(tokens)
    assert client.get("/api/v1/games/").status_code == 200
    assert client.get("/api/v1/me/").json()["username"] == "alice"
    refusal = client.post("/api/v1/games/", {"ruleset": "citadels", "seats": 2})
    assert refusal.json()["code"] == "insufficient_scope"


def test_the_answer_names_the_state_and_who_answers(watch: NewApplication, browser: Client) -> None:
    answer = answered(browser, asked(watch), allow="true")
    assert (answer["state"], answer["iss"]) == ("of-mine", settings.PUBLIC_URL)


def test_a_user_may_refuse(watch: NewApplication, browser: Client) -> None:
    answer = answered(browser, asked(watch))
    assert answer["error"] == "access_denied"
    assert "code" not in answer
    assert not Grant.objects.exists()


def test_without_a_scope_it_may_only_look(watch: NewApplication, browser: Client) -> None:
    assert allowed(watch, browser, scope=None)["scope"] == "games:read"  # type: ignore[arg-type]


def test_tokens_are_keys_and_only_digests_are_kept(watch: NewApplication, browser: Client) -> None:
    tokens = allowed(watch, browser)
    assert tokens["access_token"].startswith("cio_")
    assert tokens["refresh_token"].startswith("cir_")
    assert is_valid_key(tokens["access_token"])
    assert is_valid_key(tokens["refresh_token"])
    stored = str([*AccessToken.objects.values(), *RefreshToken.objects.values()])
    assert tokens["access_token"] not in stored
    assert tokens["refresh_token"] not in stored


# --- native apps (RFC 8252) ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("registered", "used"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/back"),
        ("http://127.0.0.1:8123/back", "http://127.0.0.1:49152/back"),
        ("http://[::1]/back", "http://[::1]:49152/back"),
        ("com.example.app:/callback", "com.example.app:/callback"),
    ],
)
def test_a_native_app_gets_its_code(bob: User, browser: Client, registered: str, used: str) -> None:
    app = application_create(user=bob, name="App", redirect_uris=[registered], confidential=False)
    page = browser.get(asked(app, redirect_uri=used))
    assert f"<code>{used}</code>" in page.text
    back = browser.post("/oauth/authorize/", {**fields_of(page.text), "allow": "true"})
    location = back.headers["Location"]
    assert location.startswith(f"{used}?")
    reply = for_code(app, query_of(location)["code"], redirect_uri=used)
    assert reply.json()["token_type"] == "Bearer"


@pytest.mark.parametrize(
    ("registered", "used"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:49152/other"),
        ("http://127.0.0.1/back", "http://[::1]/back"),
        ("http://127.0.0.1/back", "http://localhost/back"),
        ("http://127.0.0.1/back", "https://127.0.0.1/back"),
        ("https://watch.example.org/back", "https://watch.example.org:8443/back"),
        ("com.example.app:/callback", "com.example.app:/other"),
        ("com.example.app:/callback", "com.example.other:/callback"),
        ("com.example.app:/callback", "com.example.app://evil.example.org/callback"),
    ],
)
def test_an_app_gets_nothing_elsewhere(
    bob: User, browser: Client, registered: str, used: str
) -> None:
    app = application_create(user=bob, name="App", redirect_uris=[registered], confidential=False)
    page = browser.get(asked(app, redirect_uri=used))
    assert page.status_code == 400
    assert "Location" not in page.headers


def test_a_native_app_is_told_of_a_refusal_and_of_errors(bob: User, browser: Client) -> None:
    back = "com.example.app:/callback"
    app = application_create(user=bob, name="App", redirect_uris=[back], confidential=False)
    fields = fields_of(browser.get(asked(app, redirect_uri=back)).text)
    refused = browser.post("/oauth/authorize/", fields)
    wrong = browser.get(asked(app, redirect_uri=back, scope="everything"))
    assert query_of(refused.headers["Location"])["error"] == "access_denied"
    assert told(wrong, back)["error"] == "invalid_scope"


def test_an_app_that_was_allowed_before_is_asked_about_again(
    watch: NewApplication, browser: Client
) -> None:
    """Another program could pretend to be it (RFC 8252, 8.6)."""
    allowed(watch, browser)
    assert browser.get(asked(watch, approval_prompt="auto")).status_code == 200


# --- what protects it ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        {"code_challenge": None, "code_challenge_method": None},
        {"code_challenge_method": "plain"},
        {"code_challenge_method": None},
        {"scope": "everything"},
        {"response_type": "token"},
    ],
)
def test_what_is_not_safe_is_refused_before_anybody_is_asked(
    watch: NewApplication, browser: Client, more: dict[str, str | None]
) -> None:
    reply = browser.get(asked(watch, **more))
    assert reply.status_code == 400
    assert told(reply)["error"]


@pytest.mark.parametrize(
    "more", [{"redirect_uri": "https://elsewhere.example.org/"}, {"client_id": "nobody"}]
)
def test_nobody_is_sent_to_an_address_that_was_not_registered(
    watch: NewApplication, browser: Client, more: dict[str, str]
) -> None:
    reply = browser.get(asked(watch, **more))
    assert reply.status_code == 400
    assert "Access request not valid" in reply.text


def test_a_code_is_good_once_and_for_who_has_the_verifier(
    watch: NewApplication, browser: Client
) -> None:
    code = answered(browser, asked(watch), allow="true")["code"]
    assert for_code(watch, code, code_verifier="x" * 43).json()["error"] == "invalid_grant"
    code = answered(browser, asked(watch), allow="true")["code"]
    assert for_code(watch, code).status_code == 200
    assert for_code(watch, code).json()["error"] == "invalid_grant"


def test_a_code_that_is_used_twice_ends_what_was_given_for_it(
    watch: NewApplication, browser: Client
) -> None:
    others = allowed(watch, browser)
    code = answered(browser, asked(watch), allow="true")["code"]
    first = for_code(watch, code).json()
    fresh = refreshed(watch, first).json()
    assert asking(fresh).get("/api/v1/me/").status_code == 200
    assert for_code(watch, code).json()["error"] == "invalid_grant"
    assert asking(fresh).get("/api/v1/me/").json()["code"] == "invalid_token"
    assert refreshed(watch, fresh).json()["error"] == "invalid_grant"
    assert asking(others).get("/api/v1/me/").status_code == 200, "given for another code"
    assert refreshed(watch, others).status_code == 200


def test_another_application_ends_nothing_by_a_code(
    watch: NewApplication, browser: Client, bob: User
) -> None:
    code = answered(browser, asked(watch), allow="true")["code"]
    tokens = for_code(watch, code).json()
    other = application_create(user=bob, name="O", redirect_uris=[BACK], confidential=False)
    assert for_code(other, code).json()["error"] == "invalid_grant"
    assert asking(tokens).get("/api/v1/me/").status_code == 200


def test_a_confidential_application_needs_its_secret(bob: User, browser: Client) -> None:
    server = application_create(user=bob, name="S", redirect_uris=[BACK], confidential=True)
    assert server.secret is not None
    assert is_valid_key(server.secret)
    code = answered(browser, asked(server), allow="true")["code"]
    thief = server._replace(secret=None)
    assert for_code(thief, code).json()["error"] == "invalid_client"
    code = answered(browser, asked(server), allow="true")["code"]
    assert for_code(server, code).status_code == 200


@pytest.mark.parametrize(
    "grant",
    [
        "password",
        "client_credentials",
        "implicit",
        "openid",
        "",
    ],
)
def test_other_ways_to_a_token_are_closed(watch: NewApplication, alice: User, grant: str) -> None:
    reply = exchanged(watch, grant_type=grant, username="alice", password=PASSWORD)
    assert (reply.status_code, reply.json()["error"]) == (400, "unsupported_grant_type")
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("path", ["/oauth/token/", "/oauth/revoke/", "/oauth/device/"])
@pytest.mark.parametrize(
    ("body", "kind", "status", "error"),
    [
        ("{}", "application/json", 400, "invalid_request"),
        ("--x--", "multipart/form-data; boundary=x", 400, "invalid_request"),
        ("", FORM, 400, "invalid_request"),
        ("grant_type=refresh_token&client_id=%00&token=%00", FORM, 400, "invalid_request"),
        ("a=1", f"{FORM}; charset=utf-16", 400, "bad_request"),
        ("&".join(f"a{number}=1" for number in range(1001)), FORM, 400, "bad_request"),
        ("a=" + "x" * 2**20, FORM, 413, "body_too_large"),
        ("client_id=%ff&grant_type=refresh_token&refresh_token=%ff&token=%ff", FORM, 401, None),
    ],
)
def test_whatever_is_posted_the_answer_is_json(
    path: str, body: str, kind: str, status: int, error: str | None, db: None
) -> None:
    reply = Client().post(path, body.encode(), content_type=kind)
    assert reply.status_code == status, reply.text
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.json()["error"] == (error or "invalid_client")
    assert (reply.headers["Cache-Control"], reply.headers["Pragma"]) == ("no-store", "no-cache")


PROGRAMS = (
    "/oauth/token/",
    "/oauth/revoke/",
    "/oauth/device/",
    "/oauth/introspect/",
    "/oauth/token",
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource",
)
HOSTS = ("testserver", "testserver", "nobody.example.org", "é")


def test_whatever_is_sent_programs_get_json(watch: NewApplication) -> None:
    chance = Random("OAuth")
    names = ("grant_type", "client_id", "client_secret", "code", "refresh_token", "token", "scope")
    values = (
        "refresh_token",
        "authorization_code",
        DEVICE_CODE,
        watch.application.client_id,
        "",
        "\0",
        "é",
        "[]",
    )
    kinds = (
        FORM,
        "application/json",
        "multipart/form-data; boundary=x",
        "",
        "é",
        f"{FORM};charset=x",
    )
    methods = ("GET", "HEAD", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO")
    for _ in range(300):
        fields = [(chance.choice(names), chance.choice(values)) for _ in range(chance.randrange(5))]
        body = chance.choice((urlencode(fields).encode(), chance.randbytes(20)))
        client = Client(raise_request_exception=False, headers={"Host": chance.choice(HOSTS)})
        method, path = chance.choice(methods), chance.choice(PROGRAMS)
        reply = client.generic(method, path, body, content_type=chance.choice(kinds))
        assert reply.status_code < 500, (method, path, body)
        if reply.content or reply.status_code >= 400:
            assert reply.headers["Content-Type"].endswith("json"), (method, path, body)
            assert method == "HEAD" or json.loads(reply.content)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(ZeroDivisionError, 500, "internal_error"), (OperationalError, 503, "unavailable")],
)
@pytest.mark.parametrize(
    ("path", "where"),
    [
        ("/oauth/token/", "accounts.oauth.views.UniformTokenView.post"),
        ("/oauth/revoke/", "oauth2_provider.views.RevokeTokenView.post"),
        ("/oauth/token/", "accounts.oauth.secret_endpoint.rate_limit_check"),
    ],
)
def test_errors_of_the_service_are_json_and_logged(
    path: str,
    where: str,
    error: type[Exception],
    status: int,
    code: str,
    caplog: pytest.LogCaptureFixture,
    db: None,
) -> None:
    with mock.patch(where, side_effect=error("the cause")):
        fields = {"grant_type": "refresh_token", "token": "x"}
        reply = posted(path, fields, **{"Accept-Language": "fr"})
    assert (reply.status_code, reply.json()["error"]) == (status, code)
    assert reply.headers["Content-Type"] == "application/json"
    assert reply.json()["error_description"].startswith("The service ")
    assert (reply.headers.get("Retry-After") is not None) == (status == 503)
    assert len(caplog.records) == 1


@pytest.mark.parametrize("credentials", ["\xe9", "Y", "YQ==", "/////w==", "Og==", "x" * 5000])
def test_credentials_that_nobody_can_read_are_refused(
    watch: NewApplication, credentials: str
) -> None:
    fields = {"grant_type": "refresh_token", "refresh_token": "x"}
    reply = posted("/oauth/token/", fields, Authorization=f"Basic {credentials}")
    assert reply.status_code in (400, 401)
    assert reply.json()["error"] in ("invalid_request", "invalid_client")


def test_an_application_that_succeeds_is_not_counted(
    watch: NewApplication, browser: Client
) -> None:
    tokens = allowed(watch, browser)
    with at_rates(login="2/hour"):
        for _ in range(4):
            tokens = refreshed(watch, tokens).json()
        wrong = [for_code(watch, "wrong").status_code for _ in range(3)]
        refusal = refreshed(watch, tokens)
    assert wrong == [400, 400, 429]
    assert (refusal.status_code, refusal.json()["error"]) == (429, "throttled")
    assert int(refusal.headers["Retry-After"]) > 0
    assert RefreshToken.objects.filter(revoked=None).count() == 1, "nothing was done"


# --- the secrets of applications -----------------------------------------------------------------


def test_a_secret_is_hashed_quickly_since_nobody_can_guess_it(bob: User, browser: Client) -> None:
    server = application_create(user=bob, name="S", redirect_uris=[BACK], confidential=True)
    kept = Application.objects.get(id=server.application.id).client_secret
    assert kept == f"sha256_key${key_digest(str(server.secret))}"
    with mock.patch.object(MD5PasswordHasher, "encode", side_effect=AssertionError):
        assert allowed(server, browser)
        wrong = server._replace(secret=str(server.secret)[:-1])
        assert for_code(wrong, "x").json()["error"] == "invalid_client"


def test_a_secret_that_was_hashed_slowly_goes_on(
    bob: User, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LimitedPasswordHasher, "iterations", 1000)
    server = application_create(user=bob, name="S", redirect_uris=[BACK], confidential=True)
    slow = make_password(server.secret, hasher="pbkdf2_sha256")
    Application.objects.filter(id=server.application.id).update(client_secret=slow)
    assert allowed(server, browser)
    wrong = server._replace(secret=str(server.secret)[:-1])
    assert for_code(wrong, "x").json()["error"] == "invalid_client"
    monkeypatch.setattr("accounts.hashers.take_slot", mock.Mock(side_effect=Busy))
    reply = for_code(server, "x")
    assert (reply.status_code, reply.json()["error"]) == (503, "busy")
    assert reply.headers["Retry-After"] == "1"


# --- the page of consent -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"scope": "games:read games:play account"},
        {"scope": "games:read"},
        {"redirect_uri": "https://watch.example.org/other"},
        {"client_id": "of the other"},
        {"code_challenge": "x" * 43},
        {"code_challenge_method": "plain"},
        {"resource": "https://elsewhere.example.org/"},
        {"response_type": "token"},
        {"shown": "x"},
        {"shown": ""},
        {"scope": ""},
    ],
)
def test_nobody_agrees_to_anything_but_what_was_shown(
    watch: NewApplication, browser: Client, bob: User, changed: dict[str, str]
) -> None:
    uris = [BACK, "https://watch.example.org/other"]
    other = application_create(user=bob, name="O", redirect_uris=uris, confidential=False)
    Application.objects.filter(id=watch.application.id).update(redirect_uris=" ".join(uris))
    if "client_id" in changed:
        changed = {"client_id": other.application.client_id}
    fields = fields_of(browser.get(asked(watch)).text)
    reply = browser.post("/oauth/authorize/", {**fields, "allow": "true", **changed})
    assert reply.status_code == 400
    assert "has changed since this page was shown" in reply.text
    assert not Grant.objects.exists()


def test_what_one_user_was_shown_another_does_not_agree_to(
    watch: NewApplication, browser: Client, bob: User
) -> None:
    fields = fields_of(browser.get(asked(watch)).text)
    browser.force_login(bob)
    reply = browser.post("/oauth/authorize/", {**fields, "allow": "true"})
    assert reply.status_code == 400
    assert not Grant.objects.exists()


def test_a_token_for_another_server_opens_nothing_here(
    watch: NewApplication, browser: Client
) -> None:
    ours = allowed(watch, browser, resource=f"{settings.PUBLIC_URL}/api/v1/")
    assert asking(ours).get("/api/v1/me/").status_code == 200
    others = allowed(watch, browser, resource="https://elsewhere.example.org/")
    assert asking(others).get("/api/v1/me/").json()["code"] == "invalid_token"


# --- time ----------------------------------------------------------------------------------------


def test_a_token_ends_after_an_hour_and_is_refreshed(
    watch: NewApplication, browser: Client
) -> None:
    tokens = allowed(watch, browser)
    assert tokens["expires_in"] == 3600
    with time_machine.travel(timezone.now() + timedelta(hours=1, seconds=1)):
        assert asking(tokens).get("/api/v1/me/").json()["code"] == "invalid_token"
        fresh = refreshed(watch, tokens).json()
        assert asking(fresh).get("/api/v1/me/").status_code == 200
        assert fresh["scope"] == tokens["scope"]


def test_a_refresh_token_that_was_spent_just_now_gets_the_same_tokens(
    watch: NewApplication, browser: Client
) -> None:
    tokens = allowed(watch, browser)
    with time_machine.travel(timezone.now() + timedelta(minutes=5), tick=False) as clock:
        fresh = refreshed(watch, tokens).json()
        clock.shift(59)
        assert refreshed(watch, tokens).json() == {**fresh, "expires_in": 3600 - 59}
        for live in (tokens, fresh):
            assert asking(live).get("/api/v1/me/").status_code == 200
        clock.shift(1)
        assert asking(tokens).get("/api/v1/me/").json()["code"] == "invalid_token"
        assert asking(fresh).get("/api/v1/me/").status_code == 200
        clock.shift(1)
        expired_purge(now=timezone.now())
        assert AccessToken.objects.count() == 1


def test_a_tab_that_is_two_refreshes_behind_catches_up(
    watch: NewApplication, browser: Client
) -> None:
    behind = allowed(watch, browser)
    newest = refreshed(watch, refreshed(watch, behind).json()).json()
    for _ in range(2):
        behind = refreshed(watch, behind).json()
        assert asking(behind).get("/api/v1/me/").status_code == 200
    assert behind["refresh_token"] == newest["refresh_token"]


def test_a_refresh_token_that_is_used_again_after_a_minute_ends_all(
    watch: NewApplication, browser: Client
) -> None:
    tokens = allowed(watch, browser)
    fresh = refreshed(watch, tokens).json()
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
        assert asking(fresh).get("/api/v1/me/").json()["code"] == "invalid_token"
        assert refreshed(watch, fresh).json()["error"] == "invalid_grant"


def test_with_another_secret_key_a_spent_refresh_token_is_refused_and_ends_nothing(
    watch: NewApplication, browser: Client, settings: Settings
) -> None:
    tokens = allowed(watch, browser)
    fresh = refreshed(watch, tokens).json()
    settings.SECRET_KEY = "another"
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
    assert refreshed(watch, fresh).status_code == 200


@pytest.mark.parametrize("given_back", ["spent", "fresh"])
def test_a_refresh_token_gets_nothing_again_once_its_successor_is_given_back(
    watch: NewApplication, browser: Client, given_back: str
) -> None:
    tokens = allowed(watch, browser)
    fresh = refreshed(watch, tokens).json()
    token = {"spent": tokens, "fresh": fresh}[given_back]["refresh_token"]
    body = {"client_id": watch.application.client_id, "token": token}
    assert posted("/oauth/revoke/", body).status_code == 200
    for one in (tokens, fresh):
        assert refreshed(watch, one).json()["error"] == "invalid_grant"
        assert asking(one).get("/api/v1/me/").json()["code"] == "invalid_token"


def test_an_application_that_sleeps_too_long_has_to_ask_again(
    watch: NewApplication, browser: Client
) -> None:
    tokens = allowed(watch, browser)
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
        expired_purge(now=timezone.now())
        assert not RefreshToken.objects.exists()


# --- users who may not ---------------------------------------------------------------------------


def test_nothing_is_done_for_a_user_who_is_banned(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    tokens = allowed(watch, browser)
    code = answered(browser, asked(watch), allow="true")["code"]
    user_ban(user=alice, reason="Said what one does not say.")
    assert asking(tokens).get("/api/v1/games/").json()["code"] == "banned"
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
    assert for_code(watch, code).json()["error"] == "invalid_grant"
    page = browser.get(asked(watch))
    assert page.status_code == 403
    assert "Said what" in page.text


def test_nothing_is_done_for_a_user_who_is_no_longer_active(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    tokens = allowed(watch, browser)
    User.objects.filter(id=alice.id).update(is_active=False)
    assert asking(tokens).get("/api/v1/games/").json()["code"] == "invalid_token"
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"


def test_an_application_makes_no_tokens_for_a_user(watch: NewApplication, browser: Client) -> None:
    client = asking(allowed(watch, browser, scope="account"))
    assert client.get("/api/v1/me/preferences/").status_code == 200
    assert client.post("/api/v1/me/tokens/", {}).json()["code"] == "permission_denied"


# --- the end -------------------------------------------------------------------------------------


def test_an_application_may_give_its_tokens_back(watch: NewApplication, browser: Client) -> None:
    tokens = allowed(watch, browser)
    body = {"client_id": watch.application.client_id, "token": tokens["access_token"]}
    assert posted("/oauth/revoke/", body).status_code == 200
    assert asking(tokens).get("/api/v1/me/").status_code == 401
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"


def test_a_stream_goes_on_until_its_token_is_given_back(
    watch: NewApplication, browser: Client, alice: User
) -> None:
    tokens = allowed(watch, browser)
    access = access_authenticate(f"Bearer {tokens['access_token']}".encode())
    assert access is not None
    caller = Caller(alice.id, access.name)
    assert user_of(caller) == alice
    authorizations_revoke(user=alice)
    with pytest.raises(InvalidToken):
        user_of(caller)


def test_logging_out_asks_for_another_user(watch: NewApplication, browser: Client) -> None:
    reply = browser.post("/logout/", {"next": asked(watch)})
    assert reply.headers["Location"] == asked(watch)
    assert browser.get(asked(watch)).status_code == 302


def test_a_page_that_was_made_elsewhere_cannot_agree(watch: NewApplication, alice: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    browser.get(asked(watch))
    reply = browser.post(asked(watch), {"allow": "true"})
    assert reply.status_code == 403
    assert not Application.objects.filter(grant__isnull=False).exists()


# --- discovery -----------------------------------------------------------------------------------


def test_clients_find_out_by_themselves() -> None:
    found = Client().get("/.well-known/oauth-authorization-server").json()
    base = settings.PUBLIC_URL
    assert found["issuer"] == base
    assert found["authorization_endpoint"] == f"{base}/oauth/authorize/"
    assert found["token_endpoint"] == f"{base}/oauth/token/"
    assert found["revocation_endpoint"] == f"{base}/oauth/revoke/"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["response_types_supported"] == ["code"]
    assert found["grant_types_supported"] == ["authorization_code", "refresh_token", DEVICE_CODE]
    assert found["device_authorization_endpoint"] == f"{base}/oauth/device/"
    assert "none" in found["token_endpoint_auth_methods_supported"]
    assert set(found["scopes_supported"]) == set(settings.OAUTH2_PROVIDER["SCOPES"])
    resource = Client().get("/.well-known/oauth-protected-resource").json()
    assert resource["authorization_servers"] == [base]
