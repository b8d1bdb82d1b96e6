"""Staff prove who they are twice before a page of the admin answers."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest
import time_machine
from django.conf import LazySettings
from django.contrib import admin
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from accounts.models import User
from accounts.services import operator_create, user_ban
from accounts.services.two_factor import two_factor_reset
from moderation.models import AuditEntry
from tests.conftest import PASSWORD, user_named
from tests.throttled import at_rates

PAGE = "/admin/second-factor/"
NOON = "2026-11-21T12:00:00Z"
OPEN = {"login", "logout", "second_factor"}
"""What answers before the second factor."""


@pytest.fixture(autouse=True)
def clock(settings: LazySettings) -> Iterator[time_machine.Traveller]:
    settings.ADMIN_TWO_FACTOR = True
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada(db: None) -> User:
    return operator_create(username="ada", password=PASSWORD)


def after_the_password() -> Client:
    client = Client()
    client.post("/admin/login/", {"username": "ada", "password": PASSWORD})
    return client


def secret_of(page: str) -> str:
    found = re.search(r"Secret: <code>([A-Z2-7 ]+)</code>", page)
    assert found
    return found[1].replace(" ", "")


def key_of(client: Client) -> bytes:
    return bytes.fromhex(client.session["second_factor_key"])


def enroll(client: Client) -> list[str]:
    """Set up two-factor authentication, and return the recovery codes."""
    client.get(PAGE)
    page = client.post(PAGE, {"code": f"{totp(key_of(client)):06}"}).text
    return re.findall(r"<li><code>([a-z2-7]{8})</code></li>", page)


def code_now() -> str:
    return f"{totp(TOTPDevice.objects.get().bin_key):06}"


def inside(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def test_no_page_of_the_admin_answers_to_a_password_alone(ada: User) -> None:
    client, tried = after_the_password(), 0
    for pattern in admin.site.get_urls():
        name = getattr(pattern, "name", None)
        if name is None or name in OPEN:
            continue
        try:
            path = reverse(f"admin:{name}")
        except NoReverseMatch:
            continue
        assert client.get(path).status_code == 302, path
        assert client.post(path).status_code == 302, path
        tried += 1
    for model in admin.site._registry:
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for page in (path, f"{path}add/", f"{path}1/change/", f"{path}{ada.id}/delete/"):
            assert client.get(page).status_code == 302, page
            tried += 1
    assert tried > 30
    assert client.get("/admin/accounts/user/").headers["Location"].startswith("/admin/login/?next=")


def test_at_the_first_login_staff_enrol_and_go_on_where_they_wanted(ada: User) -> None:
    client = after_the_password()
    reply = client.get("/admin/accounts/user/", follow=True)
    assert reply.request["PATH_INFO"] == PAGE
    page = reply.text
    assert page.count("<svg ") == 2, "the icons of the admin, and the code"
    assert not re.search(r"<svg[^>]*(style|on\w+)=", page)
    assert secret_of(page) in TOTPDevice(key=key_of(client).hex(), user=ada).config_url
    assert "no-store" in reply.headers["Cache-Control"]
    done = client.post(
        PAGE, {"code": f"{totp(key_of(client)):06}", "next": "/admin/accounts/user/"}
    ).text
    assert 'href="/admin/accounts/user/"' in done
    assert len(set(re.findall(r"<li><code>(.{8})</code></li>", done))) == 10
    assert inside(client)
    assert "second_factor_key" not in client.session


def test_a_session_is_trusted_and_no_other(ada: User, clock: time_machine.Traveller) -> None:
    first = after_the_password()
    before = first.session.session_key
    enroll(first)
    assert first.session.session_key != before
    second = after_the_password()
    assert not inside(second)
    assert "Secret:" not in second.get(PAGE).text, "the secret is not shown again"
    clock.shift(60)
    reply = second.post(PAGE, {"code": code_now(), "next": "https://evil.example/"})
    assert reply.headers["Location"] == "/admin/"
    assert inside(second)
    clock.shift(13 * 3600)
    assert not inside(second)


def test_a_code_is_good_once(ada: User, clock: time_machine.Traveller) -> None:
    enroll(after_the_password())
    clock.shift(60)
    code = code_now()
    first, second = after_the_password(), after_the_password()
    first.post(PAGE, {"code": code})
    second.post(PAGE, {"code": code})
    assert (inside(first), inside(second)) == (True, False)


def test_a_recovery_code_is_good_once_and_new_ones_replace_the_old(ada: User) -> None:
    one, two = enroll(after_the_password())[:2]
    client, again = after_the_password(), after_the_password()
    client.post(PAGE, {"code": f" {one[:4].upper()}-{one[4:]} "})
    again.post(PAGE, {"code": one})
    assert (inside(client), inside(again)) == (True, False)
    assert "You have 9 recovery codes left" in client.get(PAGE).text
    client.post(PAGE)
    assert StaticToken.objects.count() == 10
    assert not StaticToken.objects.filter(token=two).exists()


@pytest.mark.parametrize(
    "code", ["", "abc", "000000", "\u0660" * 6, "9" * 20, "9" * 5000, "-1", "\x00", "1_0"]
)
def test_wrong_codes_open_nothing(code: str, ada: User) -> None:
    fresh = after_the_password()
    fresh.get(PAGE)
    assert fresh.post(PAGE, {"code": code}).status_code == 200
    assert not TOTPDevice.objects.exists()
    enroll(after_the_password())
    client = after_the_password()
    assert client.post(PAGE, {"code": code}).status_code == 200
    assert not inside(client)


def test_guessing_makes_the_device_wait_wherever_it_is_done(
    ada: User, clock: time_machine.Traveller
) -> None:
    enroll(after_the_password())
    for address in range(3):
        Client.post(after_the_password(), PAGE, {"code": "1"}, REMOTE_ADDR=f"192.0.2.{address}")
        clock.shift(10)
    after_the_password().post(PAGE, {"code": "1"})
    client = after_the_password()
    assert "Too many failed login attempts" in client.post(PAGE, {"code": code_now()}).text
    clock.shift(10)
    client.post(PAGE, {"code": code_now()})
    assert inside(client)


def test_who_guesses_for_weeks_shuts_the_owner_out_for_an_hour(
    ada: User, clock: time_machine.Traveller
) -> None:
    enroll(after_the_password())
    for guess in range(30):
        clock.shift(14 * 24 * 3600)  # longer than any delay of the device
        guesser = after_the_password()
        guesser.post(PAGE, {"code": "1"}, REMOTE_ADDR=f"192.0.2.{guess}")
    clock.shift(60 * 60)
    client = after_the_password()
    assert "Too many failed login attempts" in client.post(PAGE, {"code": code_now()}).text
    clock.shift(10 * 60)
    client.post(PAGE, {"code": code_now()})
    assert inside(client)


def test_who_has_given_the_password_alone_may_log_out(ada: User) -> None:
    client = after_the_password()
    page = client.get(PAGE).text
    assert 'action="/admin/logout/"' in page
    assert client.get("/admin/logout/").status_code == 405, "no link of another page does it"
    assert client.post("/admin/logout/").status_code == 302
    assert "_auth_user_id" not in client.session
    assert client.get(PAGE).headers["Location"] == "/admin/login/"
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ada)
    assert strict.post("/admin/logout/").status_code == 403


def test_codes_draw_on_the_bucket_of_log_ins(ada: User) -> None:
    client = after_the_password()
    client.get(PAGE)
    with at_rates(login="10/hour"):
        wrong = [client.post(PAGE, {"code": "000000"}).status_code for _ in range(10)]
        refusal = client.post(PAGE, {"code": f"{totp(key_of(client)):06}"})
    assert (wrong, refusal.status_code) == ([200] * 10, 429)
    assert int(refusal.headers["Retry-After"]) > 0
    assert "Too many requests" in refusal.text
    assert not TOTPDevice.objects.exists()


def test_a_secret_that_another_session_saw_first_is_worth_nothing(ada: User) -> None:
    thief, owner = after_the_password(), after_the_password()
    thief.get(PAGE)
    enroll(owner)
    assert TOTPDevice.objects.get().bin_key != key_of(thief)
    thief.post(PAGE, {"code": f"{totp(key_of(thief)):06}"})
    assert not inside(thief)
    assert TOTPDevice.objects.count() == 1


def test_nobody_else_sees_the_page(ada: User, alice: User) -> None:
    assert Client().get(PAGE).headers["Location"] == "/admin/login/"
    client = Client()
    client.force_login(alice)
    assert client.get(PAGE).status_code == 302
    banned = after_the_password()
    user_ban(user=ada, reason="Gone.")
    assert banned.get(PAGE).status_code == 302


def test_a_reset_ends_the_trust_of_all_sessions(ada: User) -> None:
    client = after_the_password()
    enroll(client)
    assert two_factor_reset(user=ada)
    assert not inside(client)
    assert "Secret:" in client.get(PAGE).text
    assert not two_factor_reset(user=ada)


def test_no_page_and_no_log_shows_a_secret(ada: User, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = after_the_password()
    codes = enroll(client)
    assert TOTPDevice not in admin.site._registry
    secrets = [TOTPDevice.objects.get().key, *codes]
    pages = client.get("/admin/").text + client.get(PAGE).text
    for secret in secrets:
        assert secret not in caplog.text
        assert secret not in pages


def test_where_it_is_off_the_password_suffices(ada: User, settings: LazySettings) -> None:
    settings.ADMIN_TWO_FACTOR = False
    assert inside(after_the_password())


def test_nobody_changes_things_faster_than_by_hand(ada: User, settings: LazySettings) -> None:
    settings.ADMIN_TWO_FACTOR = False
    client = after_the_password()
    with at_rates(staff="2/min"):
        replies = [client.post("/admin/accounts/user/", {}) for _ in range(3)]
        assert client.get("/admin/accounts/user/").status_code == 200, "reading goes on"
    assert [reply.status_code for reply in replies[:2]] != [429, 429]
    assert replies[2].status_code == 429
    assert int(replies[2].headers["Retry-After"]) > 0
    assert "was not saved" in replies[2].text


def test_the_last_administrator_comes_back_by_a_command(ada: User) -> None:
    with pytest.raises(CommandError, match="no second factor"):
        call_command("reset_second_factor", "ada", "--reason", "Lost.")
    with pytest.raises(CommandError, match="no user"):
        call_command("reset_second_factor", "eve", "--reason", "Lost.")
    assert not AuditEntry.objects.exists()
    enroll(after_the_password())
    with pytest.raises(CommandError):
        call_command("reset_second_factor", "ada", "--reason", " ")
    call_command("reset_second_factor", "Ada", "--reason", "Her telephone is in the lake.")
    entry = AuditEntry.objects.get()
    assert (entry.by, entry.user, entry.action) == (None, ada.id, "reset_second_factor")
    assert enroll(after_the_password())


def test_an_administrator_resets_a_colleague(ada: User) -> None:
    client = after_the_password()
    enroll(client)
    otto = user_named("otto")
    page = f"/admin/accounts/user/{otto.id}/"
    assert "reset_second_factor" not in client.get(f"{page}moderate/").text
    TOTPDevice.objects.create(user=otto)
    assert "actions/reset_second_factor/" in client.get(f"{page}moderate/").text
    client.post(f"{page}actions/reset_second_factor/", {"reason": "Lost."})
    assert not TOTPDevice.objects.filter(user=otto).exists()
    assert AuditEntry.objects.get().by == ada
