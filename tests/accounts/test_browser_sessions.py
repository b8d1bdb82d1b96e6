"""Users see in which browsers they are logged in, and end it; the web client ends with them."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import BrowserSession, User
from accounts.services.applications import NewApplication
from accounts.services.browser_sessions import browser_of
from accounts.services.deletions import account_delete, deletion_request
from accounts.services.export_content import sessions
from accounts.services.purge import expired_purge
from tests.accounts.test_oauth import (
    asked,
    asking,
    browser,
    for_code,
    query_of,
    refreshed,
)
from tests.accounts.test_web_client import PLAY, _at_home, web_client
from tests.conftest import PASSWORD, ClientOf

__all__ = ["_at_home", "browser", "web_client"]
pytestmark = pytest.mark.django_db
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
MINE = "/api/v1/me/sessions/"


@pytest.fixture(autouse=True)
def _nothing_was_used() -> None:
    cache.clear()


def logged_in(agent: str = FIREFOX) -> Client:
    client = Client(headers={"User-Agent": agent})
    client.post("/login/", {"username": "alice", "password": PASSWORD})
    return client


def is_logged_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def play_in(client: Client, app: NewApplication) -> dict[str, Any]:
    """Sign in to the web client, and return its tokens."""
    tokens: dict[str, Any] = for_code(app, code_in(client, app), redirect_uri=PLAY).json()
    return tokens


def code_in(client: Client, app: NewApplication) -> str:
    return query_of(client.get(asked(app, redirect_uri=PLAY)).headers["Location"])["code"]


def is_alive(app: NewApplication, tokens: dict[str, Any]) -> bool:
    works = asking(tokens).get("/api/v1/me/").status_code == 200
    return works or refreshed(app, tokens).status_code == 200


# --- signing out of the web client ---------------------------------------------------------------


@pytest.mark.parametrize("expired", [False, True], ids=["fresh", "expired"])
def test_after_signing_out_of_the_web_client_the_next_person_is_asked_for_a_password(
    alice: User, web_client: NewApplication, *, expired: bool
) -> None:
    client = logged_in()
    tokens = play_in(client, web_client)
    now = timezone.now() + timedelta(hours=2 if expired else 0)
    with time_machine.travel(now):
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = client.cookies
        page = strict.get("/logout/?next=/play/")  # where the client leads
        assert code_in(client, web_client)
        assert strict.post("/logout/").status_code == 403
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', page.text))
        assert strict.post("/logout/", fields).headers["Location"] == "/play/"
        again = client.get(asked(web_client, redirect_uri=PLAY))
        assert again.headers["Location"].startswith("/login/")
        assert not is_alive(web_client, tokens), "another tab of this browser"
        assert strict.get("/logout/?next=/play/").headers["Location"] == "/play/"
        assert strict.get("/logout/?next=https://evil.example/").headers["Location"] == "/"


def test_signing_out_leaves_other_browsers_and_applications_alone(
    alice: User, web_client: NewApplication
) -> None:
    here, there = logged_in(), logged_in()
    ended, stays = play_in(here, web_client), play_in(there, web_client)
    here.post("/logout/")
    assert not is_alive(web_client, ended)
    assert is_alive(web_client, stays)
    assert is_logged_in(there)


@pytest.mark.parametrize("noted", [True, False])
def test_a_code_is_worth_nothing_after_the_end_of_its_session(
    alice: User, web_client: NewApplication, *, noted: bool
) -> None:
    client = logged_in()
    if not noted:  # as if the session ended just before
        BrowserSession.objects.all().delete()
    code = code_in(client, web_client)
    if noted:
        client.post("/logout/")
    assert for_code(web_client, code, redirect_uri=PLAY).json()["error"] == "invalid_grant"


# --- the list ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1", "Safari, iOS"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", "Safari, macOS"),
        ("curl/8.14.1", "curl/8.14.1"),
        ("", ""),
    ],
)
def test_a_browser_is_named_by_its_user_agent(agent: str, name: str) -> None:
    assert browser_of(agent) == name


def test_the_page_lists_browsers_marks_this_one_and_ends_others(alice: User) -> None:
    here, there = logged_in(), logged_in("Chrome/140 (Windows)")
    third = logged_in("<b>")
    page = here.get("/account/").text
    assert page.count("<li>") == 3
    assert re.search(r"Firefox, Linux</strong> <small[^>]*>this browser", page)
    assert "Chrome, Windows" in page
    assert "&lt;b&gt;" in page
    chrome = BrowserSession.objects.get(browser="Chrome, Windows")
    here.post("/account/", {"session": str(chrome.id)})
    assert [is_logged_in(each) for each in (here, there, third)] == [True, False, True]
    here.post("/account/", {"session": str(chrome.id)})  # again: nothing
    here.post("/account/")
    assert [is_logged_in(each) for each in (here, third)] == [True, False]
    assert Client().get("/account/").headers["Location"].startswith("/login/")


def test_the_api_lists_and_ends_the_sessions_of_the_user_only(
    alice: User, bob: User, client_of: ClientOf, web_client: NewApplication
) -> None:
    first, second = logged_in(), logged_in()
    tokens = play_in(first, web_client)
    api: APIClient = client_of(alice)
    listed = api.get(MINE).json()["results"]
    assert [session["browser"] for session in listed] == ["Firefox, Linux"] * 2
    assert set(listed[0]) == {"id", "browser", "created_at", "last_used_at"}
    one = f"{MINE}{listed[1]['id']}/"
    assert client_of(bob).get(MINE).json()["results"] == []
    assert client_of(bob).delete(one).json()["code"] == "session_not_found"
    assert api.delete(one).status_code == 204
    assert api.delete(one).json()["code"] == "session_not_found"
    assert [is_logged_in(first), is_logged_in(second)] == [False, True]
    assert not is_alive(web_client, tokens), "an open page of the client does not outlive it"
    assert api.delete(MINE).status_code == 204
    assert not is_logged_in(second)


def test_the_last_use_is_noted_once_an_hour(alice: User) -> None:
    client = logged_in()
    client.get("/account/")
    first = BrowserSession.objects.get().last_used_at
    client.get("/account/")
    assert BrowserSession.objects.get().last_used_at == first
    cache.clear()  # an hour later
    client.get("/account/")
    assert BrowserSession.objects.get().last_used_at > first


def test_a_session_keeps_its_row_when_its_key_changes(alice: User) -> None:
    client = logged_in()
    before = BrowserSession.objects.get()
    session = client.session
    session.cycle_key()
    after = BrowserSession.objects.get()
    assert (after.id, after.created_at) == (before.id, before.created_at)
    assert after.session_key == session.session_key != before.session_key
    BrowserSession.objects.update(session_key="old")  # by a request beside it
    session.delete("old")
    assert BrowserSession.objects.get().id == before.id


def test_a_session_of_an_older_version_is_listed_when_it_is_used(alice: User) -> None:
    client = logged_in()
    session = client.session
    del session["browser_session"]
    db.SessionStore.save(session)  # as an older version does it
    BrowserSession.objects.all().delete()
    assert is_logged_in(client)
    assert BrowserSession.objects.get().user == alice


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize("revoke", [True, False])
def test_a_new_password_ends_the_sessions(
    alice: User, client_of: ClientOf, web_client: NewApplication, *, revoke: bool
) -> None:
    client = logged_in()
    tokens = play_in(client, web_client)
    body = {"password": PASSWORD, "new_password": "another-fine-one", "revoke_tokens": revoke}
    assert client_of(alice).post("/api/v1/me/password/", body).status_code == 204
    assert not is_logged_in(client)
    assert not BrowserSession.objects.exists()
    assert not is_alive(web_client, tokens)


def test_a_new_password_in_the_admin_ends_all_sessions_but_this_one(alice: User) -> None:
    User.objects.filter(id=alice.id).update(is_staff=True)
    here, there = logged_in(), logged_in()
    new = "another-fine-one"
    body = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert here.post("/admin/password_change/", body).status_code == 302
    assert [is_logged_in(here), is_logged_in(there)] == [True, False]
    assert BrowserSession.objects.count() == 1


def test_the_rows_are_exported_and_deleted_with_the_account_and_with_the_session(
    alice: User,
) -> None:
    logged_in()
    assert [row["browser"] for row in sessions(alice)] == ["Firefox, Linux"]
    with time_machine.travel(timezone.now() + timedelta(days=15)):
        assert list(sessions(alice)) == []
        expired_purge(now=timezone.now())
        assert not BrowserSession.objects.exists()
        logged_in()
        account_delete(deletion_request(user=alice))
        assert not BrowserSession.objects.exists()
        assert not Session.objects.exists()
