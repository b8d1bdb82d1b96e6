"""A program without a browser shows a code, and a user types it on a page (RFC 8628)."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken, DeviceGrant, RefreshToken

from accounts.keys import USER_CODE_ALPHABET, user_code_make
from accounts.models import User
from accounts.services import user_ban
from accounts.services.applications import NewApplication, application_create
from accounts.services.authorizations import authorizations_revoke
from accounts.services.device_grants import LIFE
from accounts.services.purge import expired_purge
from tests.accounts.test_oauth import (
    BACK,
    DEVICE_CODE,
    asked,
    asking,
    browser,
    exchanged,
    posted,
    refreshed,
    watch,
)
from tests.throttled import at_rates

__all__ = ["browser", "watch"]
pytestmark = pytest.mark.django_db
Codes = dict[str, Any]
GRACE = settings.OAUTH2_PROVIDER["REFRESH_TOKEN_GRACE_PERIOD_SECONDS"]


@pytest.fixture
def terminal(bob: User) -> NewApplication:
    """A public application of bob for terminals."""
    return application_create(
        user=bob, name="Terminal", redirect_uris=[], confidential=False, device=True
    )


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def started(app: NewApplication, **more: str | None) -> Codes:
    """The codes of a device that asks for access."""
    fields = {"client_id": app.application.client_id, "scope": "games:read games:play", **more}
    reply = posted("/oauth/device/", {k: v for k, v in fields.items() if v is not None})
    assert reply.status_code == 200, reply.text
    codes: Codes = reply.json()
    return codes


def polled(app: NewApplication, codes: Codes, **more: str) -> Any:
    return exchanged(app, grant_type=DEVICE_CODE, device_code=codes["device_code"], **more)


def device_answer(browser: Client, codes: Codes, **buttons: str) -> Any:
    """Open the page with the code, and press a button."""
    page = browser.get("/device/", {"user_code": codes["user_code"]})
    assert page.status_code == 200, page.text
    (code,) = re.findall(r'name="user_code" value="([^"]*)"', page.text)
    return browser.post("/device/", {"user_code": code, **buttons})


def connected(app: NewApplication, browser: Client, **more: str | None) -> Any:
    codes = started(app, **more)
    assert "It is connected" in device_answer(browser, codes, allow="true").text
    return polled(app, codes)


# --- the way to a token --------------------------------------------------------------------------


def test_a_user_types_the_code_and_the_device_gets_tokens(
    terminal: NewApplication, browser: Client, clock: time_machine.Traveller
) -> None:
    codes = started(terminal)
    assert re.fullmatch(
        f"[{USER_CODE_ALPHABET}]{{4}}-[{USER_CODE_ALPHABET}]{{4}}", codes["user_code"]
    )
    assert codes["verification_uri"] == f"{settings.PUBLIC_URL}/device/"
    assert codes["verification_uri_complete"].endswith(f"/device/?user_code={codes['user_code']}")
    assert (codes["expires_in"], codes["interval"]) == (LIFE, 5)
    clock.shift(5)
    assert polled(terminal, codes).json()["error"] == "authorization_pending"
    typed = codes["user_code"].replace("-", " ").lower()
    page = browser.get("/device/", {"user_code": typed}).text
    for shown in ("Terminal", "made by bob", "alice", codes["user_code"]):
        assert shown in page
    assert str(settings.OAUTH2_PROVIDER["SCOPES"]["games:play"]) in page
    assert "It is connected" in device_answer(browser, codes, allow="true").text
    tokens = polled(terminal, codes).json()
    assert (tokens["scope"], tokens["token_type"]) == ("games:read games:play", "Bearer")
    assert asking(tokens).get("/api/v1/me/").json()["username"] == "alice"
    fresh = refreshed(terminal, tokens).json()
    assert asking(fresh).get("/api/v1/me/").status_code == 200


def test_without_a_scope_a_device_may_only_look(terminal: NewApplication, browser: Client) -> None:
    assert connected(terminal, browser, scope=None).json()["scope"] == "games:read"


def test_a_confidential_bot_needs_its_secret(bob: User, browser: Client) -> None:
    bot = application_create(user=bob, name="Bot", redirect_uris=[], confidential=True, device=True)
    fields = {"client_id": bot.application.client_id}
    assert posted("/oauth/device/", fields).json()["error"] == "invalid_client"
    codes = started(bot, client_secret=str(bot.secret))
    device_answer(browser, codes, allow="true")
    assert polled(bot._replace(secret=None), codes).json()["error"] == "invalid_client"
    assert polled(bot, codes).status_code == 200


@pytest.mark.parametrize("confidential", [True, False])
def test_http_basic_is_enough(bob: User, browser: Client, confidential: bool) -> None:
    """As at the token endpoint (RFC 8628, 3.1). A public application has no secret."""
    bot = application_create(
        user=bob, name="Bot", redirect_uris=[], confidential=confidential, device=True
    )

    def send(path: str, secret: str | None, **fields: str) -> Any:
        credentials = f"{bot.application.client_id}:{secret or ''}".encode()
        basic = f"Basic {base64.b64encode(credentials).decode()}"
        return posted(path, fields, Authorization=basic)

    if confidential:
        refusal = send("/oauth/device/", "wrong", scope="games:read")
        assert (refusal.status_code, refusal.json()["error"]) == (401, "invalid_client")
        assert "WWW-Authenticate" in refusal.headers
    codes = send("/oauth/device/", bot.secret, scope="games:read").json()
    device_answer(browser, codes, allow="true")
    fields = {"grant_type": DEVICE_CODE, "device_code": codes["device_code"]}
    assert send("/oauth/token/", bot.secret, **fields).status_code == 200


@pytest.mark.parametrize(
    "header", ["Basic", "Basic x", "Basic /w==", "Bearer Om==", "Basic Og==", "Basic ADp4"]
)
def test_a_client_that_does_not_name_itself_is_refused(header: str) -> None:
    reply = posted("/oauth/device/", {"scope": "games:read"}, Authorization=header)
    assert (reply.status_code, reply.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize("path", ["/oauth/token/", "/oauth/revoke/"])
def test_no_database_gets_a_nul_character(path: str) -> None:
    fields = {"grant_type": DEVICE_CODE, "device_code": "x", "token": "x"}
    reply = posted(path, fields, Authorization="Basic JTAwOng=")  # %00:x
    assert (reply.status_code, reply.json()["error"]) == (400, "invalid_request")


def test_only_digests_are_stored(terminal: NewApplication) -> None:
    codes = started(terminal)
    stored = str(list(DeviceGrant.objects.values()))
    assert codes["device_code"] not in stored
    assert codes["user_code"] not in stored
    assert codes["user_code"].replace("-", "") not in stored


# --- what the device is told ---------------------------------------------------------------------


def test_a_refusal_is_told(terminal: NewApplication, browser: Client) -> None:
    codes = started(terminal)
    assert "You refused" in device_answer(browser, codes).text
    assert polled(terminal, codes).json()["error"] == "access_denied"
    assert not AccessToken.objects.exists()


def test_a_device_that_asks_too_often_has_to_wait_longer(
    terminal: NewApplication, clock: time_machine.Traveller
) -> None:
    codes = started(terminal)
    errors = []
    for seconds in (2, 6, 10, 4):
        clock.shift(seconds)
        errors.append(polled(terminal, codes).json()["error"])
    assert errors == ["slow_down", "slow_down", "slow_down", "slow_down"]
    clock.shift(25)
    assert polled(terminal, codes).json()["error"] == "authorization_pending"


def test_a_code_expires_and_is_deleted(
    terminal: NewApplication, browser: Client, clock: time_machine.Traveller
) -> None:
    allowed, open_ = started(terminal), started(terminal)
    device_answer(browser, allowed, allow="true")
    clock.shift(LIFE + 1)
    for codes in (allowed, open_):
        assert polled(terminal, codes).json()["error"] == "expired_token"
    page = browser.get("/device/", {"user_code": open_["user_code"]})
    assert (page.status_code, "not valid" in page.text) == (400, True)
    assert DeviceGrant.objects.count() == 2
    expired_purge(now=timezone.now())
    assert not DeviceGrant.objects.exists()


def test_devices_that_wait_are_not_counted_as_wrong_secrets(
    terminal: NewApplication, clock: time_machine.Traveller
) -> None:
    codes = started(terminal)
    with at_rates(login="2/hour"):
        for _ in range(4):
            clock.shift(5)
            assert polled(terminal, codes).json()["error"] == "authorization_pending"
        wrong = [polled(terminal, {"device_code": "x"}).status_code for _ in range(3)]
    assert wrong == [400, 400, 429]


@pytest.mark.parametrize("fields", [{}, {"device_code": ""}, {"device_code": "x"}])
def test_a_poll_without_a_known_code_is_refused(
    terminal: NewApplication, fields: dict[str, str]
) -> None:
    reply = exchanged(terminal, grant_type=DEVICE_CODE, **fields)
    assert reply.status_code == 400
    assert reply.json()["error"] in ("invalid_request", "invalid_grant")
    assert reply.json()["error_description"]


# --- attacks -------------------------------------------------------------------------------------


def test_a_lost_reply_can_be_requested_again_for_a_minute(
    terminal: NewApplication, browser: Client, clock: time_machine.Traveller
) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    lost = polled(terminal, codes).json()
    clock.shift(GRACE - 1)
    tokens = polled(terminal, codes).json()
    assert tokens == {**lost, "expires_in": lost["expires_in"] - GRACE + 1}
    assert asking(tokens).get("/api/v1/me/").status_code == 200
    fresh = refreshed(terminal, tokens).json()
    assert asking(fresh).get("/api/v1/me/").status_code == 200


@pytest.mark.parametrize("when", ["after the grace", "after a refresh"])
def test_a_device_code_that_comes_again_later_ends_its_tokens(
    terminal: NewApplication, browser: Client, clock: time_machine.Traveller, when: str
) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    tokens = polled(terminal, codes).json()
    if when == "after a refresh":  # so its reply has arrived
        tokens = refreshed(terminal, tokens).json()
    else:
        clock.shift(GRACE)
    again = polled(terminal, codes).json()
    assert (again["error"], "used before" in again["error_description"]) == ("invalid_grant", True)
    assert asking(tokens).get("/api/v1/me/").status_code == 401
    assert refreshed(terminal, tokens).json()["error"] == "invalid_grant"


@pytest.mark.parametrize("end", ["revocation", "ban"])
def test_a_device_code_gets_nothing_again_after_the_access_has_ended(
    terminal: NewApplication, browser: Client, alice: User, end: str
) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    tokens = polled(terminal, codes).json()
    if end == "ban":
        user_ban(user=alice, reason="Said what one does not say.")
    else:
        fields = {"client_id": terminal.application.client_id, "token": tokens["access_token"]}
        posted("/oauth/revoke/", fields)
    assert polled(terminal, codes).json()["error"] == "invalid_grant"


def test_a_code_is_answered_once(terminal: NewApplication, browser: Client, bob: User) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    second = Client()
    second.force_login(bob)
    for send in (second.get, second.post):
        assert send("/device/", {"user_code": codes["user_code"], "allow": "1"}).status_code == 400
    assert asking(polled(terminal, codes).json()).get("/api/v1/me/").json()["username"] == "alice"


def test_another_application_gets_nothing_for_a_device_code(
    terminal: NewApplication, browser: Client, bob: User
) -> None:
    other = application_create(
        user=bob, name="O", redirect_uris=[], confidential=False, device=True
    )
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    assert polled(other, codes).json()["error"] == "invalid_grant"
    assert polled(terminal, codes).status_code == 200
    assert polled(other, codes).json()["error"] == "invalid_grant"


def test_nobody_starts_it_for_an_application_that_is_not_for_devices(
    watch: NewApplication, browser: Client
) -> None:
    """Else anybody could show a consent page with the name of the web client."""
    reply = posted("/oauth/device/", {"client_id": watch.application.client_id})
    assert (reply.status_code, reply.json()["error"]) == (400, "unauthorized_client")
    codes = {"device_code": "x"}
    assert polled(watch, codes).json()["error"] == "unauthorized_client"
    assert not DeviceGrant.objects.exists()


def test_a_device_application_has_no_other_way_without_redirect_uris(
    terminal: NewApplication, browser: Client
) -> None:
    assert browser.get(asked(terminal)).status_code == 400
    code = exchanged(terminal, grant_type="authorization_code", code="x", code_verifier="x" * 43)
    assert code.json()["error"] == "unauthorized_client"


def test_an_application_may_use_both_ways(bob: User, browser: Client) -> None:
    both = application_create(
        user=bob, name="Both", redirect_uris=[BACK], confidential=False, device=True
    )
    assert browser.get(asked(both)).status_code == 200
    assert connected(both, browser).status_code == 200


def test_a_poll_cannot_ask_for_more(terminal: NewApplication, browser: Client) -> None:
    codes = started(terminal, scope="games:read")
    device_answer(browser, codes, allow="true")
    tokens = polled(terminal, codes, scope="account games:create").json()
    assert tokens["scope"] == "games:read"
    assert asking(tokens).get("/api/v1/me/preferences/").status_code == 403
    unknown = {"client_id": terminal.application.client_id, "scope": "games:read everything"}
    refusal = posted("/oauth/device/", unknown).json()
    assert refusal["error"] == "invalid_scope"
    assert refusal["error_description"] == "Unknown scopes: everything"


def test_a_refresh_cannot_choose_its_family(terminal: NewApplication, browser: Client) -> None:
    tokens = connected(terminal, browser).json()
    more = {"code": "mine", "device_code": "mine", "refresh_token": tokens["refresh_token"]}
    assert exchanged(terminal, grant_type="refresh_token", **more).status_code == 200
    assert len(set(RefreshToken.objects.values_list("token_family"))) == 1


@pytest.mark.parametrize("by", ["user", "address"])
def test_guesses_of_user_codes_are_limited(
    terminal: NewApplication, browser: Client, bob: User, by: str
) -> None:
    codes = started(terminal)

    def guess(number: int) -> int:
        if by == "user":
            browser.defaults["REMOTE_ADDR"] = f"192.0.2.{number}"
        else:
            browser.force_login(bob if number % 2 else User.objects.get(username="alice"))
        send = browser.post if number % 2 else browser.get
        return send("/device/", {"user_code": user_code_make(), "allow": "true"}).status_code

    with at_rates(devices="3/hour"):
        assert [guess(number) for number in range(5)] == [400, 400, 400, 429, 429]
        right = browser.get("/device/", {"user_code": codes["user_code"]})
    assert right.status_code == 429


def test_right_codes_are_not_counted(terminal: NewApplication, browser: Client) -> None:
    codes = [started(terminal) for _ in range(4)]
    with at_rates(devices="2/hour"):
        for one in codes:
            assert "It is connected" in device_answer(browser, one, allow="true").text


def test_an_address_gets_few_codes(terminal: NewApplication, browser: Client) -> None:
    with at_rates(devices="2/hour"):
        codes = started(terminal)
        started(terminal)
        reply = posted("/oauth/device/", {"client_id": terminal.application.client_id})
        assert "It is connected" in device_answer(browser, codes, allow="true").text
    assert (reply.status_code, reply.json()["error"]) == (429, "throttled")
    assert DeviceGrant.objects.count() == 2


def test_another_site_cannot_answer(terminal: NewApplication, alice: User) -> None:
    codes = started(terminal)
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    reply = browser.post("/device/", {"user_code": codes["user_code"], "allow": "true"})
    assert reply.status_code == 403
    assert polled(terminal, codes).json()["error"] in ("authorization_pending", "slow_down")


def test_a_link_with_a_code_allows_nothing(terminal: NewApplication, browser: Client) -> None:
    codes = started(terminal)
    page = browser.get("/device/", {"user_code": codes["user_code"], "allow": "true"})
    assert "refuse: they would get access" in page.text
    assert DeviceGrant.objects.get().status == DeviceGrant.AUTHORIZATION_PENDING


# --- users who may not ---------------------------------------------------------------------------


def test_strangers_log_in_first(terminal: NewApplication) -> None:
    codes = started(terminal)
    reply = Client().get("/device/", {"user_code": codes["user_code"]})
    assert reply.headers["Location"].startswith("/login/?next=/device/%3Fuser_code")


def test_a_banned_user_answers_nothing_and_their_answers_have_no_effect(
    terminal: NewApplication, browser: Client, alice: User
) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    user_ban(user=alice, reason="Said what one does not say.")
    assert browser.get("/device/").status_code == 403
    assert polled(terminal, codes).json()["error"] == "invalid_grant"
    assert not AccessToken.objects.exists()


def test_an_answer_ends_with_the_other_authorizations(
    terminal: NewApplication, browser: Client, alice: User
) -> None:
    codes = started(terminal)
    device_answer(browser, codes, allow="true")
    authorizations_revoke(user=alice, application=terminal.application)
    assert polled(terminal, codes).json()["error"] == "invalid_grant"


def test_an_application_that_was_deleted_cannot_be_allowed(
    terminal: NewApplication, browser: Client
) -> None:
    codes = started(terminal)
    terminal.application.delete()
    assert browser.get("/device/", {"user_code": codes["user_code"]}).status_code == 400
    assert polled(terminal, codes).json()["error"] == "invalid_client"
