"""Requests without an account that are expensive are limited, as docs/limits.md says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import Mock

import pytest
from django.conf import settings as django_settings
from django.contrib import admin
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client
from django.urls import URLPattern, reverse
from pytest_django.fixtures import Settings

from notifications.models import ChannelPreference
from operations import health_endpoint
from serving.fair_share import is_request_expensive
from tests import permissions
from tests.api.anonymous_requests import Cost, Sent, measure, requests
from tests.throttled import at_rates

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("anonymous_reading")]

LIMITS = Path(django_settings.BASE_DIR) / "docs" / "limits.md"
REFUSED = (429, 503)
SELF_LIMITED = ("POST /unsubscribe/{token}/", "GET /readyz", "GET /status/")
"""Limited in another way than by a rate limit. Each has its own test."""
LOGIN = "POST /api/v1/auth/tokens/"  # needs no account; replies 401 like requests that need one
OUTSIDE = {"GET /healthz", "GET /readyz"}  # answered before Django


def is_expensive(sent: Sent) -> bool:
    return is_request_expensive(sent.method, sent.path.partition("?")[0])


class Row(NamedTuple):
    address: str
    bucket: str
    """Empty if something else limits the request."""


def rows() -> list[Row]:
    """Return the rows of the table in docs/limits.md."""
    section = LIMITS.read_text(encoding="utf-8").partition("## Without an account")[2]
    table = section.partition("\n## ")[0]
    result = []
    for line in table.splitlines():
        if line.startswith("| `"):
            address, _cost, limit = (cell.strip() for cell in line.strip("|").split("|"))
            bucket = re.fullmatch(r"`(\w+)`", limit)
            result.append(Row(address.strip("`"), bucket[1] if bucket else ""))
    return result


LISTED = {row.address: row.bucket for row in rows()}
LIMITED = {address: bucket for address, bucket in LISTED.items() if bucket}
CHEAP = {
    "GET /",
    "GET /.well-known/api-catalog",
    "GET /.well-known/oauth-authorization-server",
    "GET /.well-known/oauth-authorization-server/{issuer_path}",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-protected-resource/{resource_path}",
    "GET /.well-known/security.txt",
    "GET /account/",
    "POST /account/",
    "POST /account/passkey/",
    "GET /admin",
    "POST /admin",
    "GET /admin/",
    "GET /api/docs/",
    "GET /api/v1/",
    "GET /api/v1/avatars/{key}.svg",
    "GET /api/v1/maintenance/",
    "GET /api/v1/rulesets/",
    "GET /api/v1/rulesets/{slug}/",
    "GET /api/v1/rulesets/{slug}/cards/",
    "GET /api/v1/rulesets/{slug}/how-to-play/",
    "GET /api/v1/rulesets/{slug}/schemas/",
    "GET /contact/",
    "GET /device/",
    "POST /device/",
    "GET /developers/",
    "GET /developers/changelog.atom",
    "GET /developers/changelog/",
    "GET /developers/packages/{name}",
    "GET /docs",
    "POST /docs",
    "GET /docs/",
    "GET /docs/{path}",
    "GET /play",
    "GET /play/",
    "GET /play/manifest.webmanifest",
    "POST /play",
    "GET /favicon.ico",
    "POST /favicon.ico",
    "GET /forgotten-password/",
    "GET /help/",
    "GET /license/",
    "GET /llms.txt",
    "GET /login/",
    "GET /logout/",
    "POST /logout/",
    "GET /oauth/authorize/",
    "POST /oauth/authorize/",
    "GET /privacy/",
    "GET /problems/{code}/",
    "GET /reset-password/{token}/",
    "GET /robots.txt",
    "GET /security/",
    "GET /sign-up/",
    "GET /terms/",
    "GET /unsubscribe/{token}/",
    "GET /verify-email/{token}/",
}


@pytest.fixture
def real_hashes(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords with the algorithm of production, in fewer rounds."""
    slow = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    settings.PASSWORD_HASHERS = [slow, *settings.PASSWORD_HASHERS]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)


@pytest.fixture
def request_costs(real_hashes: None) -> list[tuple[Sent, Cost]]:
    """Return every request without an account, with its cost."""
    client = Client(enforce_csrf_checks=True)
    result = []
    for sent in requests():
        result.append((sent, Cost()))
        measure(client, *result[-1])
    return result


@pytest.mark.slow
def test_every_endpoint_is_listed_or_cheap() -> None:
    anonymous = {
        f"{row.method} {permissions.full(row.path)}"
        for row in permissions.rows()
        if row.statuses[0] != 401
    }
    assert LISTED.keys() & CHEAP == set()
    anonymous |= {
        f"{one.method} {permissions.full(path)}"
        for (_, path), one in permissions.declared().items()
        if one.anonymous
    }
    admin_login = "POST /admin/login/"  # the permission table leaves the admin to Django
    assert LISTED.keys() | CHEAP == anonymous | {LOGIN, admin_login, "GET /readyz"}


@pytest.mark.slow
def test_every_endpoint_is_requested(request_costs: list[tuple[Sent, Cost]]) -> None:
    addresses = {sent.address for sent, _ in request_costs}
    assert (LISTED.keys() | CHEAP) - OUTSIDE - addresses == set()


def test_only_listed_requests_hash_or_write(request_costs: list[tuple[Sent, Cost]]) -> None:
    expensive = {sent.address for sent, cost in request_costs if cost.hashes or cost.writes}
    assert expensive <= LISTED.keys()
    hashing = {sent.address for sent, cost in request_costs if cost.hashes}
    assert {LOGIN, "POST /login/", "POST /api/v1/auth/register/"} <= hashing  # hashes are counted
    waiting = {sent.address for sent, _ in request_costs if is_expensive(sent)}
    assert hashing <= waiting  # for a thread for expensive requests
    assert "POST /verify-email/{token}/" in expensive  # writes too


@pytest.mark.parametrize("address", LIMITED)
@pytest.mark.slow
def test_the_limit_applies(address: str, real_hashes: None) -> None:
    client, quota = Client(), 1
    answers = []
    with at_rates(**{LIMITED[address]: f"{quota}/hour"}):
        for _ in range(quota + 1):
            sent = next(sent for sent in requests() if sent.address == address)
            measure(client, sent, cost := Cost())
            answers.append(cost)
    statuses = [cost.status for cost in answers]
    assert [status in REFUSED for status in statuses] == [False] * quota + [True], statuses
    assert (answers[-1].hashes, answers[-1].writes) == (0, 0)


def test_each_listed_limit_is_tested() -> None:
    assert {address for address, bucket in LISTED.items() if not bucket} == set(SELF_LIMITED)


def test_a_link_that_ends_mail_writes_once(client: Client) -> None:
    once, again = (one for one in requests() if one.address == SELF_LIMITED[0] and one.note)
    client.post(once.path)
    first = ChannelPreference.objects.values().get()
    client.post(again.path)
    assert ChannelPreference.objects.values().get() == first


def test_many_checks_of_readiness_at_once_are_one(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(health_endpoint, "READY_CACHE_SECONDS", 3600)
    ready = health_endpoint.HealthEndpoint(Mock()).readiness
    ready()
    with django_assert_num_queries(0):
        for _ in range(100):
            ready()


# --- the admin, whose pages the table of permissions leaves to Django ----------------------------


def admin_pages() -> Iterator[str]:
    """Yield the path of every admin page, with a value for each id."""

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                yield re.sub(r"<[^>]*>", "1", route)
            else:
                yield from walk(pattern.url_patterns, route)

    yield from walk(admin.site.urls[0], reverse("admin:index"))


def test_the_admin_shows_anonymous_users_only_its_log_in(client: Client) -> None:
    pages = set(admin_pages())
    login = reverse("admin:login")
    assert login in pages
    for path in pages - {login}:
        for method in ("GET", "POST"):
            measure(client, Sent(method, path), cost := Cost())
            assert cost.status in (302, 404, 405), f"{method} {path}"
            assert cost.queries == 0, f"{method} {path}"
