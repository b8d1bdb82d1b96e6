"""What a token may be used for: every address declares it, and one check holds them all to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.request import Request
from rest_framework.test import APIClient, APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from accounts.authentication import access_authenticate
from accounts.models import User
from accounts.permissions import HasScope
from accounts.scopes import ANY, SCOPES
from accounts.services.tokens import token_issue
from core.api.declared import endpoint_of
from core.api.endpoints import ApiView
from core.errors import InsufficientScope
from core.paths import API_V1
from games.streams.feeds import user_of
from games.streams.tickets import Caller

ClientWith = Callable[..., APIClient]
METHODS = ("get", "post", "put", "patch", "delete")
# What anybody may ask without a token, and nothing else.
OPEN = {
    "GET /api/v1/",
    "GET /api/v1/avatars/<avatar_key:key>.svg",
    "GET /api/v1/maintenance/",
    "GET /api/v1/pictures/<link_token:signature>.png",
    "GET /api/v1/pictures/<link_token:signature>.svg",
    "GET /api/v1/rulesets/",
    "GET /api/v1/rulesets/<slug:slug>/",
    "GET /api/v1/rulesets/<slug:slug>/cards/",
    "GET /api/v1/rulesets/<slug:slug>/how-to-play/",
    "GET /api/v1/rulesets/<slug:slug>/schemas/",
    "POST /api/v1/auth/register/",
    "POST /api/v1/auth/tokens/",
    "POST /api/v1/auth/verify-email/",
    "POST /api/v1/auth/password-reset/",
    "POST /api/v1/auth/password-reset/confirm/",
}
ANY_TOKEN = {"GET /api/v1/me/"}


def routes(patterns: Any = None, before: str = "/") -> Iterator[tuple[str, type[APIView]]]:
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        path = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, path)
        elif isinstance(pattern, URLPattern) and path.startswith(API_V1):
            yield path, getattr(pattern.callback, "cls")  # noqa: B009  (the framework sets it)


def operations() -> Iterator[tuple[str, APIView, str]]:
    for path, view_class in routes():
        for method in METHODS:
            if hasattr(view_class, method):
                view = view_class()
                view.request = APIRequestFactory().generic(method.upper(), path)
                yield f"{method.upper()} {path}", view, method.upper()


def is_open(view: APIView) -> bool:
    return not any(isinstance(one, HasScope) for one in view.get_permissions())


def test_every_address_declares_the_scope_it_needs() -> None:
    seen = {
        name: declared.scope
        for name, view, method in operations()
        if (declared := endpoint_of(view, method)) and not is_open(view)
    }
    assert all(endpoint_of(view, method) for _, view, method in operations())
    assert len(seen) > 40
    assert set(seen.values()) - {ANY} <= set(SCOPES)
    assert {name for name, scope in seen.items() if not scope} == ANY_TOKEN


def test_nothing_else_is_open_to_who_has_no_token() -> None:
    found = {name for name, view, _ in operations() if is_open(view)}
    assert found == OPEN
    for name, view, _ in operations():
        if is_open(view):
            assert not view.get_authenticators(), f"{name} looks at tokens and checks no scope"


def test_who_declares_nothing_answers_nobody(alice: User) -> None:
    class Undeclared(ApiView):
        def get(self, request: Request) -> object:
            return {}

    request = APIRequestFactory().get("/")
    access = access_authenticate(f"Bearer {token_issue(user=alice).text}".encode())
    force_authenticate(request, user=alice, token=access)  # type: ignore[arg-type]  # stubs: a token of DRF
    with pytest.raises(ImproperlyConfigured, match="no scope for GET"):
        Undeclared.as_view()(request)


@pytest.fixture
def client_with(alice: User) -> ClientWith:
    """``client_with("games:read")``: alice, with a token of these scopes."""

    def client_with(*scopes: str) -> APIClient:
        client = APIClient()
        text = token_issue(user=alice, scopes=scopes).text
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
        return client

    return client_with


def test_a_token_without_the_scope_is_refused_and_told_which(client_with: ClientWith) -> None:
    body = {"ruleset": "citadels", "seats": 2}
    reader = client_with("games:read", "games:play")
    assert reader.get("/api/v1/games/").status_code == 200
    response = reader.post("/api/v1/games/", body)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (403, "insufficient_scope")
    assert problem["scope"] == "games:create"
    assert response.headers["WWW-Authenticate"] == (
        'Bearer realm="api", error="insufficient_scope", scope="games:create", '
        f'resource_metadata="{settings.PUBLIC_URL}/.well-known/oauth-protected-resource/api/v1/"'
    )
    for scopes, status in ((("games:create",), 204), (("games:create", "games:read"), 201)):
        assert client_with(*scopes).post("/api/v1/games/", body).status_code == status


def test_a_scope_opens_nothing_beside_it(client_with: ClientWith) -> None:
    for scope, path in {
        "account": "games/",
        "webhooks": "me/turns/",
        "games:play": "me/turns/",
        "games:read": "me/webhooks/",
        "messages": "auth/tokens/",
    }.items():
        response = client_with(scope).get(f"/api/v1/{path}")
        assert (response.status_code, response.json()["code"]) == (403, "insufficient_scope"), scope


def test_any_token_may_ask_who_it_is_and_not_where_its_user_reads_mail(
    client_with: ClientWith, alice: User
) -> None:
    body = client_with("games:read").get("/api/v1/me/").json()
    assert body["username"] == "alice"
    assert body["scopes"] == ["games:read"]
    assert (body["email"], body["email_pending"]) == (None, None)
    assert client_with("account").get("/api/v1/me/").json()["email"] == alice.email


def test_a_method_that_is_not_there_is_no_question_of_scopes(client_with: ClientWith) -> None:
    assert client_with("games:read").delete("/api/v1/games/").status_code == 405


def test_an_address_for_streams_needs_the_scope_to_read(client_with: ClientWith) -> None:
    for method, path in (("get", "me/stream/"), ("post", "streams/")):
        response = getattr(client_with("games:play"), method)(f"/api/v1/{path}", {})
        assert response.json()["code"] == "insufficient_scope"


def test_an_open_stream_is_held_to_its_scope_at_each_reading(alice: User) -> None:
    token = token_issue(user=alice, scopes=["games:play"]).token
    with pytest.raises(InsufficientScope):
        user_of(Caller(alice.id, f"personal:{token.id}"))
