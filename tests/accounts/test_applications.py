"""/api/v1/me/applications/ and /api/v1/me/authorizations/"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from oauth2_provider.models import Application
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from accounts.services import applications as services
from accounts.services.applications import NewApplication
from tests.accounts.test_oauth import BACK, allowed, asking, browser, refreshed, watch
from tests.conftest import ClientOf

__all__ = ["browser", "watch"]
pytestmark = pytest.mark.django_db
MINE = "/api/v1/me/applications/"
ALLOWED = "/api/v1/me/authorizations/"


def body(**more: Any) -> dict[str, Any]:
    return {"name": "Watch", "redirect_uris": [BACK], **more}


def test_a_public_one_has_no_secret_and_a_confidential_one_shows_it_once(
    alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    public = client.post(MINE, body())
    assert public.status_code == 201
    assert public.json()["client_secret"] is None
    secret = client.post(MINE, body(confidential=True)).json()["client_secret"]
    assert secret.startswith("cis_")
    page = client.get(MINE)
    assert [one["confidential"] for one in page.json()["results"]] == [True, False]
    assert "secret" not in page.text
    kept = Application.objects.values_list("client_secret", flat=True)
    assert secret not in kept


def test_only_one_for_devices_needs_no_redirect_uri(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    made = client.post(MINE, {"name": "Terminal", "device": True})
    assert (made.status_code, made.json()["redirect_uris"]) == (201, [])
    assert client.post(MINE, body()).json()["device"] is False
    assert [one["device"] for one in client.get(MINE).json()["results"]] == [False, True]
    for wrong in ({"name": "Watch"}, body(redirect_uris=[])):
        problem = client.post(MINE, wrong)
        assert problem.status_code == 422
        assert problem.json()["errors"][0]["pointer"] == "/redirect_uris"


@pytest.mark.parametrize(
    "uri",
    [
        "http://watch.example.org/back",
        "ftp://watch.example.org/",
        "javascript:alert(1)",
        "https://",
        "https://a b.example.org/",
        "https://watch.example.org/\thttp://evil.example.org/",
        "https://watch.example.org/\nhttp://evil.example.org/",
        "https://watch.example.org/\u2003http://evil.example.org/",
        "https://watch.example.org/#fragment",
        "http://[bad",
        "back",
        "http://localhost:8123/back",
        "http://127.0.0.1.example.org/back",
        "http://127.0.0.1@evil.example.org/back",
        "http://[::2]/back",
        "https:/watch.example.org/back",
        "watch:/back",
        "watch://back",
        "data:text/html,x",
        "java.script:alert(1)",
        "com.example.app:back",
        "com.example.app://back",
        "com.example.app:///back",
        "com.example.app:/back#fragment",
        ".app:/back",
        "com..app:/back",
        "com.example.app.:/back",
    ],
)
def test_other_redirect_uris_are_refused(alice: User, client_of: ClientOf, uri: str) -> None:
    client = client_of(alice)
    problem = client.post(MINE, body(redirect_uris=[BACK, uri])).json()
    assert problem["errors"][0]["pointer"] == "/redirect_uris/1"


@pytest.mark.parametrize(
    "uri",
    [
        "https://a.example.org/b?c=d",
        "http://127.0.0.1/back",
        "http://127.0.0.1:8123/back",
        "http://[::1]:8123/",
        "com.example.app:/callback",
        "org.example-games.watch2:/oauth/back?a=b",
    ],
)
def test_users_are_sent_back_by_https_or_within_their_device(
    alice: User, client_of: ClientOf, uri: str
) -> None:
    made = client_of(alice).post(MINE, body(redirect_uris=[uri]))
    assert (made.status_code, made.json()["redirect_uris"]) == (201, [uri])


def test_there_is_an_end_to_them(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST", 1)
    client = client_of(alice)
    assert client.post(MINE, body()).status_code == 201
    response = client.post(MINE, body())
    assert (response.status_code, response.json()["code"]) == (409, "too_many_applications")


def test_one_that_is_deleted_may_do_nothing_any_more(
    watch: NewApplication, browser: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    tokens = allowed(watch, browser)
    url = f"{MINE}{watch.application.client_id}/"
    strangers = client_of(alice).delete(url)
    assert (strangers.status_code, strangers.json()["code"]) == (404, "application_not_found")
    assert client_of(bob).delete(url).status_code == 204
    assert asking(tokens).get("/api/v1/me/").status_code == 401
    assert client_of(bob).get(MINE).json()["results"] == []


def test_a_user_sees_their_permissions_and_revokes_them(
    watch: NewApplication, browser: Client, alice: User, bob: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    assert client.get(ALLOWED).json()["results"] == []
    tokens = allowed(watch, browser, scope="games:read")
    allowed(watch, browser, scope="webhooks")
    (seen,) = client.get(ALLOWED).json()["results"]
    assert (seen["name"], seen["owner"]) == ("Watch", "bob")
    assert seen["scopes"] == ["games:read", "webhooks"]
    assert client_of(bob).get(ALLOWED).json()["results"] == []
    url = f"{ALLOWED}{watch.application.client_id}/"
    assert client_of(bob).delete(url).json()["code"] == "authorization_not_found"
    assert client.delete(url).status_code == 204
    assert client.get(ALLOWED).json()["results"] == []
    assert asking(tokens).get("/api/v1/me/").status_code == 401
    assert refreshed(watch, tokens).json()["error"] == "invalid_grant"
    assert client.delete(url).status_code == 404


def test_lists_cost_few_queries_however_long_they_are(
    browser: Client,
    alice: User,
    client_of: ClientOf,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    client = client_of(alice)
    for number in range(4):
        app = services.application_create(
            user=alice, name=str(number), redirect_uris=[BACK], confidential=False
        )
        allowed(app, browser)
    for path in (MINE, ALLOWED, "/api/v1/auth/tokens/", "/api/v1/me/"):
        with django_assert_max_num_queries(5):
            assert client.get(path).status_code == 200
