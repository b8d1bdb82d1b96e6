"""Clients that guess passwords have to wait, by address and name; the owner's devices do not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from django.conf import settings
from django.db import OperationalError, connection
from django.http import HttpRequest
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from accounts.client_info import address_of, client_info_of
from accounts.errors import BadCredentials, TooManyFailures
from accounts.models import User
from accounts.services import login_limits
from accounts.services.applications import application_create
from accounts.services.login_limits import count_failures
from accounts.services.passwords import password_change, password_reset, reset_link
from core import rate_limits
from core.errors import Busy
from core.metrics import PASSWORDS_REFUSED
from core.rate_limits import Rate
from tests.conftest import PASSWORD, ClientOf
from tests.throttled import at_rates

pytestmark = pytest.mark.django_db
URL = "/api/v1/auth/tokens/"
PAGES = ("/login/", "/admin/login/")
NOON = "2026-11-21T12:00:00Z"
SECONDS = 60.0
"""Time that only a hang exceeds."""


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that the test sets, and buckets that go by it: Redis would go by its own."""
    buckets = rate_limits.LocalRateLimiter()
    with (
        mock.patch.object(rate_limits, "rate_limiter_at", return_value=buckets),
        mock.patch.object(rate_limits, "monotonic_ns", time.time_ns),
        time_machine.travel(NOON, tick=False) as clock,
    ):
        yield clock


@pytest.fixture
def ada(db: None) -> User:
    """A member of staff."""
    return User.objects.create_superuser("ada", "ada@example.org", PASSWORD)


def log_in(
    username: str = "alice", password: str = "wrong", *, address: str = "127.0.0.1", **more: str
) -> Any:
    body = {"username": username, "password": password, **more}
    return APIClient().post(URL, body, REMOTE_ADDR=address)


def codes(times: int, *words: str, **more: str) -> list[int]:
    return [log_in(*words, **more).status_code for _ in range(times)]


def test_no_name_counts_for_another_one(alice: User, clock: time_machine.Traveller) -> None:
    """A name may have any characters, and limits by name and address have keys of their own."""
    names = ("alice", "alice\n203.0.113.7", "alice\nnew addresses")
    for kind in ("failures", "address", "new addresses"):
        keys = {login_limits.bucket_key(kind, name) for name in names}
        assert len(keys) == len(names)
    assert login_limits.bucket_key("address", "alice", "203.0.113.7") not in {
        login_limits.bucket_key(kind, name) for kind in ("failures", "address") for name in names
    }


# --- by name -------------------------------------------------------------------------------------


def test_after_five_failures_each_attempt_waits(alice: User, clock: time_machine.Traveller) -> None:
    assert codes(5) == [401] * 5
    refusal = log_in("Alice", PASSWORD)
    assert (refusal.status_code, refusal.json()["code"]) == (429, "too_many_failures")
    assert refusal.headers["Retry-After"] == "60"


def test_refused_passwords_are_counted_for_the_alert(
    alice: User, clock: time_machine.Traveller
) -> None:
    metrics = [PASSWORDS_REFUSED.labels(reason)._value for reason in ("wrong", "delayed")]
    before = [metric.get() for metric in metrics]
    assert codes(7) == [401] * 5 + [429] * 2
    assert log_in("bob", PASSWORD).status_code == 401
    assert [metric.get() for metric in metrics] == [before[0] + 6, before[1] + 2]


def test_the_delay_ends(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the clock of the real buckets."""
    monkeypatch.setattr(login_limits, "FAILURES", Rate(quota=1, window=1))
    assert log_in().status_code == 401
    end = time.monotonic() + SECONDS
    while log_in(password=PASSWORD).status_code != 201:
        assert time.monotonic() < end


def test_a_name_has_one_more_attempt_each_minute(
    alice: User, clock: time_machine.Traveller
) -> None:
    codes(5)
    for _ in range(8):
        clock.shift(59)
        assert log_in(password=PASSWORD).headers["Retry-After"] == "1"
        clock.shift(1)
        assert codes(2) == [401, 429]


def test_failures_are_forgotten(alice: User, clock: time_machine.Traveller) -> None:
    codes(5)
    clock.shift(5 * 60)
    assert codes(6) == [401] * 5 + [429]


def test_a_name_that_nobody_has_is_treated_the_same(
    alice: User, clock: time_machine.Traveller
) -> None:
    replies = []
    for name in ("alice", "nobody"):
        found = []
        for _ in range(7):
            reply = APIClient().post(
                URL, {"username": name, "password": "wrong"}, HTTP_X_REQUEST_ID="one"
            )
            headers = {key: reply.headers.get(key) for key in ("Retry-After", "WWW-Authenticate")}
            found.append((reply.status_code, reply.content, headers))
        replies.append(found)
    assert replies[0] == replies[1]
    assert replies[0][-1][0] == 429


def test_an_address_of_its_own_for_each_guess_helps_fifty_times_an_hour(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    statuses = [log_in(address=f"192.0.2.{number}").status_code for number in range(60)]
    assert statuses == [401] * 55 + [429] * 5
    assert log_in(password=PASSWORD, address="198.51.100.1").status_code == 429
    assert log_in("bob", PASSWORD).status_code == 201, "another name does not wait"
    clock.shift(71)
    codes(1)
    assert log_in(password=PASSWORD, address="198.51.100.1").status_code == 429
    clock.shift(1)
    assert log_in(password=PASSWORD, address="198.51.100.1").status_code == 201


def test_who_takes_every_attempt_keeps_no_new_address_out(
    alice: User, clock: time_machine.Traveller
) -> None:
    codes(5)
    for _ in range(30):
        clock.shift(int(log_in().headers["Retry-After"]))
        assert log_in().status_code == 401
        assert log_in(password=PASSWORD, address="192.0.2.7").status_code == 201
    assert log_in(address="192.0.2.7").status_code == 401
    assert log_in(password=PASSWORD, address="192.0.2.7").status_code == 429, "one attempt"
    clock.shift(3599)
    codes(6)
    assert log_in(password=PASSWORD, address="192.0.2.7").status_code == 429
    clock.shift(1)
    codes(1)
    assert log_in(password=PASSWORD, address="192.0.2.7").status_code == 201, "new again"


def test_a_network_of_ipv6_is_one_address(alice: User, clock: time_machine.Traveller) -> None:
    codes(5)
    found = [log_in(address=f"2001:db8:1:2::{host}").status_code for host in range(3)]
    assert found == [401, 429, 429]
    assert log_in(address="2001:db8:1:3::1").status_code == 401


@pytest.mark.parametrize("error", [Busy, OperationalError, RuntimeError])
def test_only_a_wrong_secret_counts(error: type[Exception]) -> None:
    for _ in range(10):
        with pytest.raises(error), count_failures(f"name {error}"):
            raise error


def test_a_log_in_of_the_owner_gives_a_guesser_no_attempts(
    alice: User, clock: time_machine.Traveller
) -> None:
    assert codes(4) == [401] * 4
    assert log_in(password=PASSWORD).status_code == 201
    assert codes(2) == [401, 429]
    clock.shift(60)
    assert log_in(password=PASSWORD).status_code == 201
    assert codes(2) == [401, 429]
    assert log_in().headers["Retry-After"] == "60"


def test_log_ins_that_succeed_never_wait(alice: User) -> None:
    assert codes(8, "alice", PASSWORD) == [201] * 8


def test_many_at_once_try_no_more_than_five() -> None:
    tried = []

    def attempt(number: int) -> str:
        try:
            with count_failures("name at-once"):
                tried.append(number)
                time.sleep(0.1)  # so that they overlap
                raise BadCredentials
        except (BadCredentials, TooManyFailures) as error:
            return type(error).__name__

    with ThreadPoolExecutor(20) as pool:
        outcomes = list(pool.map(attempt, range(20)))
    assert len(tried) == outcomes.count("BadCredentials") == 5


def test_without_its_cache_it_counts_nobody_and_lets_all_in(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    gone = rate_limits.rate_limiter_at("redis://127.0.0.1:1", **settings.REDIS_OPTIONS)
    with (
        mock.patch.object(rate_limits, "rate_limiter_at", return_value=gone),
        mock.patch.object(rate_limits.counter, "open_until", 0.0),
    ):
        assert codes(7) == [401] * 7
        assert log_in(password=PASSWORD).status_code == 201
    assert "cannot be counted" in caplog.text


# --- devices -------------------------------------------------------------------------------------


def device_token_of(username: str = "alice") -> str:
    return str(log_in(username, PASSWORD).json()["device_token"])


def test_a_device_that_logged_in_before_does_not_wait_for_others(
    alice: User, clock: time_machine.Traveller
) -> None:
    device = device_token_of()
    codes(20)
    assert log_in(password=PASSWORD).status_code == 429
    assert log_in(password=PASSWORD, device_token=device).status_code == 201
    assert log_in("ALICE", PASSWORD, device_token=device).status_code == 201


def test_known_devices_wait_for_their_own_failures(
    alice: User, clock: time_machine.Traveller
) -> None:
    devices = [device_token_of() for _ in range(6)]
    clock.shift(1)
    devices.append(device_token_of())
    found = [log_in(device_token=device).status_code for device in devices]
    assert found == [401] * 5 + [429] * 2, "several tokens allow no more guesses"
    assert log_in(password=PASSWORD).status_code == 201, "and nobody else waits"


@pytest.mark.parametrize("reset", [False, True])
def test_a_new_password_ends_device_tokens(
    alice: User, clock: time_machine.Traveller, reset: bool
) -> None:
    device, new = device_token_of(), "other horses, other staples"
    if reset:
        password_reset(token=reset_link(alice).rstrip("/").rpartition("/")[2], password=new)
    else:
        password_change(user=alice, password=new, revoke=False)
    codes(5)
    assert log_in(password=new, device_token=device).status_code == 429


def test_a_device_token_takes_the_same_statements_for_a_name_that_nobody_has(alice: User) -> None:
    found = []
    for name in ("alice", "nobody"):
        with CaptureQueriesContext(connection) as queries:
            log_in(name, device_token="device:x:y")
        found.append([query["sql"].replace(name, "") for query in queries.captured_queries])
    assert found[0] == found[1]


def test_a_browser_that_resets_the_password_is_known(
    alice: User, clock: time_machine.Traveller
) -> None:
    browser, new = Client(), "other horses, other staples"
    codes(5)
    link = reset_link(alice).removeprefix(settings.PUBLIC_URL)
    assert browser.post(link, {"password": new}).status_code == 200
    body = {"username": "alice", "password": new}
    assert Client().post("/login/", body).status_code == 429
    assert browser.post("/login/", body).status_code == 302


def test_a_browser_keeps_five_device_tokens(clock: time_machine.Traveller) -> None:
    browser = Client()
    names = [f"user{number}" for number in range(7)]
    for name in [*names, names[-1]]:
        User.objects.filter(username=name).exists() or User.objects.create_user(
            name, password=PASSWORD
        )
        clock.shift(1)
        body = {"username": name, "password": PASSWORD}
        assert browser.post("/login/", body).status_code == 302
        browser.cookies.pop("sessionid")
    assert len(browser.cookies["devices"].value) < 400
    assert [name for name in browser.cookies if name.startswith("device")] == ["devices"]
    for name in names:
        codes(5, name)
    found = [
        browser.post("/login/", {"username": name, "password": "wrong"}).status_code
        for name in names
    ]
    assert found == [429] * 2 + [200] * 5, "the last five users are known"


def test_only_a_token_of_this_name_from_this_service_counts(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    devices = [device_token_of("bob"), "mine", "a:b:c", device_token_of()[:-1]]
    old = device_token_of()
    codes(5)
    for device in devices:
        assert log_in(password=PASSWORD, device_token=device).status_code == 429
    clock.shift(timedelta(days=181))
    codes(5)
    assert log_in(password=PASSWORD, device_token=old).status_code == 429


@pytest.mark.parametrize("page", PAGES)
def test_a_browser_is_known_by_a_cookie(
    ada: User, clock: time_machine.Traveller, page: str
) -> None:
    browser, stranger = Client(), Client()
    body = {"username": "ada", "password": PASSWORD}
    assert browser.post(page, body).status_code == 302
    cookie = browser.cookies["devices"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert cookie["max-age"] == 180 * 24 * 3600
    browser.cookies.pop("sessionid")
    codes(5, "ada")
    assert stranger.post(page, body).status_code == 429
    assert browser.post(page, body).status_code == 302


# --- pages and confirmations ---------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_count_with_the_api(ada: User, clock: time_machine.Traveller, page: str) -> None:
    for _ in range(5):
        assert Client().post(page, {"username": "ada", "password": "wrong"}).status_code == 200
    refusal = Client().post(page, {"username": "ada", "password": PASSWORD})
    assert refusal.status_code == 429
    assert refusal.headers["Retry-After"] == "60"
    assert "Too many failed login attempts" in refusal.text
    assert log_in("ada", PASSWORD).status_code == 429


def test_a_form_without_a_password_tries_nothing(
    alice: User, clock: time_machine.Traveller
) -> None:
    for _ in range(10):
        assert Client().post("/login/", {"username": "alice", "password": ""}).status_code == 200
    assert log_in(password=PASSWORD).status_code == 201


def test_a_password_beside_a_token_is_counted_by_itself(
    alice: User, client_of: ClientOf, clock: time_machine.Traveller
) -> None:
    codes(6)
    client = client_of(alice)
    body = {"password": "wrong", "new_password": "other horses, other staples"}
    replies = [client.post("/api/v1/me/password/", body) for _ in range(6)]
    assert [reply.status_code for reply in replies] == [403] * 5 + [429]
    assert replies[-1].json()["code"] == "too_many_failures"
    another = client_of(alice).post("/api/v1/me/deletion/", {"password": PASSWORD})
    assert another.status_code == 429, "a further token of the same user does not help"


def test_the_old_password_of_staff_is_counted(ada: User, clock: time_machine.Traveller) -> None:
    client = Client()
    client.force_login(ada)
    new = "other horses, other staples"
    wrong = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    for _ in range(5):
        assert "entered incorrectly" in client.post("/admin/password_change/", wrong).text
    refusal = client.post("/admin/password_change/", {**wrong, "old_password": PASSWORD})
    assert (refusal.status_code, refusal.headers["Retry-After"]) == (429, "60")
    clock.shift(60)
    changed = client.post("/admin/password_change/", {**wrong, "old_password": PASSWORD})
    assert changed.status_code == 302


# --- by address ----------------------------------------------------------------------------------

Door = Callable[[dict[str, Any]], Any]


def doors(user: User, client_of: ClientOf, staff: Client) -> dict[str, Door]:
    """Return every way to try a password or a secret, each a request with wrong ones."""
    app, public = (
        application_create(
            user=user, name="A", redirect_uris=["https://a.example.org/"], confidential=confidential
        ).application.client_id
        for confidential in (True, False)
    )
    token = client_of(user)
    wrong = {"username": "nobody", "password": "wrong"}
    password = {"password": "wrong"}
    secret = {"client_id": app, "client_secret": "cis_wrong"}
    link = reset_link(user).removeprefix(settings.PUBLIC_URL)

    def form(path: str, **body: str) -> Door:
        content = "&".join(f"{name}={value}" for name, value in body.items())
        kind = "application/x-www-form-urlencoded"
        return lambda meta: Client().post(path, content, content_type=kind, **meta)

    return {
        "token log-in": lambda meta: APIClient().post(URL, wrong, **meta),
        "log-in": lambda meta: Client().post("/login/", wrong, **meta),
        "log-in of staff": lambda meta: Client().post("/admin/login/", wrong, **meta),
        "second factor": lambda meta: staff.post("/admin/second-factor/", {"code": "1"}, **meta),
        "password of staff": lambda meta: staff.post("/admin/password_change/", {}, **meta),
        "client secret": form("/oauth/token/", grant_type="refresh_token", **secret),
        "client secret to revoke": form("/oauth/revoke/", token="x", **secret),
        "code": form("/oauth/token/", grant_type="authorization_code", code="x", client_id=public),
        "refresh token": form(
            "/oauth/token/", grant_type="refresh_token", refresh_token="x", client_id=public
        ),
        "me/password": lambda meta: token.post(
            "/api/v1/me/password/", {**password, "new_password": "x"}, **meta
        ),
        "me/email": lambda meta: token.post(
            "/api/v1/me/email/", {**password, "email": "a@example.org"}, **meta
        ),
        "me/deletion": lambda meta: token.post("/api/v1/me/deletion/", password, **meta),
        "me/export": lambda meta: token.post("/api/v1/me/export/", password, **meta),
        "me/export/file": lambda meta: token.post("/api/v1/me/export/file/", password, **meta),
        "reset page": lambda meta: Client().get(link, **meta),
        "reset form": lambda meta: Client().post(link, {"password": "x"}, **meta),
        "verify page": lambda meta: Client().get("/verify-email/x/", **meta),
        "verify": lambda meta: APIClient().post(
            "/api/v1/auth/verify-email/", {"token": "x"}, **meta
        ),
        "reset": lambda meta: APIClient().post(
            "/api/v1/auth/password-reset/confirm/", {"token": "x", "password": "x"}, **meta
        ),
    }


def test_all_doors_draw_on_one_bucket(
    alice: User, ada: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(login_limits, "FAILURES", Rate(quota=1000, window=1))
    staff = Client()
    staff.force_login(ada)
    ways = doors(alice, client_of, staff)
    with at_rates(login=f"{len(ways)}/hour"):
        for name, door in ways.items():
            assert door({"REMOTE_ADDR": "192.0.2.1"}).status_code != 429, name
        for name, door in ways.items():
            refusal = door({"REMOTE_ADDR": "192.0.2.1"})
            assert refusal.status_code == 429, name
            assert int(refusal.headers["Retry-After"]) > 0, name
            assert door({"REMOTE_ADDR": "192.0.2.2"}).status_code != 429, name


def test_revoking_unknown_tokens_is_limited(alice: User) -> None:
    app = application_create(
        user=alice, name="A", redirect_uris=["https://a.example.org/"], confidential=False
    ).application
    content = f"token=unknown&client_id={app.client_id}"
    with at_rates(login="3/hour"):
        found = [
            Client().post("/oauth/revoke/", content, "application/x-www-form-urlencoded")
            for _ in range(4)
        ]
    assert [reply.status_code for reply in found] == [200, 200, 200, 429]


def test_thirty_names_from_one_address_are_too_many(alice: User) -> None:
    paths = (URL, *PAGES)
    with at_rates(login="20/hour"):
        found = [
            Client().post(path, {"username": f"name{number}", "password": "x"}).status_code
            for number, path in zip(range(30), paths * 10, strict=True)
        ]
    assert 429 not in found[:20]
    assert set(found[20:]) == {429}
    assert found[20] == 429 or found[21] == 429


def test_ipv6_counts_by_network(alice: User) -> None:
    with at_rates(login="2/hour", register="2/hour"):
        found = [
            log_in(f"name{host}", address=f"2001:db8:1:2::{host}").status_code for host in range(3)
        ]
        assert found == [401, 401, 429]
        assert log_in("name", address="2001:db8:1:3::1").status_code == 401
        register = [
            APIClient().post("/api/v1/auth/register/", {}, REMOTE_ADDR=f"2001:db8::{host}")
            for host in range(3)
        ]
    assert [reply.status_code for reply in register] == [422, 422, 429]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1:4711", "192.0.2.1:4711"),
        ("", ""),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    request = HttpRequest()
    request.META["REMOTE_ADDR"] = address
    assert address_of(request) == counted
    assert client_info_of(request).address == address, "where users come from is noted as a whole"
