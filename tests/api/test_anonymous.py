"""What needs no account and is expensive is limited: docs/limits.md, "Without an account"."""

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

from bench.anonymous import Cost, Sent, measure, requests
from notifications.models import ChannelPreference
from operations import health_endpoint
from tests import permissions
from tests.throttled import at_rates

pytestmark = pytest.mark.django_db

LIMITS = Path(django_settings.BASE_DIR) / "docs" / "limits.md"
REFUSED = (429, 503)
SELF_LIMITED = ("POST /unsubscribe/{token}/", "GET /readyz")
"""Limited by something else than a bucket: each has a test of its own."""
LOGIN = "POST /api/v1/auth/tokens/"  # needs no account, and answers 401 like those that do
OUTSIDE = {"GET /healthz", "GET /readyz"}  # answered before Django


class Row(NamedTuple):
    address: str
    bucket: str
    """Empty: the limit is something else."""


def rows() -> list[Row]:
    """Read the table of docs/limits.md."""
    section = LIMITS.read_text(encoding="utf-8").partition("## Without an account")[2]
    table = section.partition("\n## ")[0]
    found = []
    for line in table.splitlines():
        if line.startswith("| `"):
            address, _cost, limit = (cell.strip() for cell in line.strip("|").split("|"))
            bucket = re.fullmatch(r"`(\w+)`", limit)
            found.append(Row(address.strip("`"), bucket[1] if bucket else ""))
    return found


LISTED = {row.address: row.bucket for row in rows()}
LIMITED = {address: bucket for address, bucket in LISTED.items() if bucket}
CHEAP = {
    "GET /",
    "POST /",
    "GET /.well-known/oauth-authorization-server",
    "GET /.well-known/oauth-authorization-server/{issuer_path}",
    "GET /.well-known/oauth-protected-resource",
    "GET /.well-known/oauth-protected-resource/{resource_path}",
    "GET /admin",
    "POST /admin",
    "GET /admin/",
    "GET /api/docs/",
    "GET /api/v1/",
    "GET /api/v1/rulesets/",
    "GET /api/v1/rulesets/{slug}/",
    "GET /api/v1/rulesets/{slug}/cards/",
    "GET /login/",
    "POST /logout/",
    "GET /oauth/authorize/",
    "POST /oauth/authorize/",
    "GET /reset-password/{token}/",
    "GET /unsubscribe/{token}/",
    "GET /verify-email/{token}/",
}


@pytest.fixture
def real_hashes(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as the service does, in fewer rounds."""
    slow = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    settings.PASSWORD_HASHERS = [slow, *settings.PASSWORD_HASHERS]
    monkeypatch.setattr(PBKDF2PasswordHasher, "iterations", 1)


@pytest.fixture
def measured(real_hashes: None) -> list[tuple[Sent, Cost]]:
    """Every request of the benchmark, sent once."""
    client = Client(enforce_csrf_checks=True)
    found = []
    for sent in requests():
        found.append((sent, Cost()))
        measure(client, *found[-1])
    return found


def test_every_endpoint_is_listed_or_cheap() -> None:
    anonymous = {
        f"{row.method} {permissions.full(row.path)}"
        for row in permissions.rows()
        if row.statuses[0] != 401
    }
    assert LISTED.keys() & CHEAP == set()
    admin_login = "POST /admin/login/"  # the table of permissions leaves the admin to Django
    assert LISTED.keys() | CHEAP == anonymous | {LOGIN, admin_login, "GET /readyz"}


def test_the_benchmark_measures_every_endpoint(measured: list[tuple[Sent, Cost]]) -> None:
    addresses = {sent.address for sent, _ in measured}
    assert (LISTED.keys() | CHEAP) - OUTSIDE - addresses == set()


def test_only_what_is_listed_hashes_or_writes(measured: list[tuple[Sent, Cost]]) -> None:
    expensive = {sent.address for sent, cost in measured if cost.hashes or cost.writes}
    assert expensive <= LISTED.keys()
    hashing = {sent.address for sent, cost in measured if cost.hashes}
    assert {LOGIN, "POST /login/", "POST /api/v1/auth/register/"} <= hashing  # hashes are seen
    assert "POST /verify-email/{token}/" in expensive  # and writes


@pytest.mark.parametrize("address", LIMITED)
def test_the_limit_bites(address: str, real_hashes: None) -> None:
    client, quota = Client(), 2
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
    """Return the path of every page of the admin, with something in the place of each id."""

    def walk(patterns: Any, before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLPattern):
                yield re.sub(r"<[^>]*>", "1", route)
            else:
                yield from walk(pattern.url_patterns, route)

    yield from walk(admin.site.urls[0], reverse("admin:index"))


def test_the_admin_does_nothing_for_strangers_but_show_its_log_in(client: Client) -> None:
    pages = set(admin_pages())
    login = reverse("admin:login")
    assert login in pages
    for path in pages - {login}:
        for method in ("GET", "POST"):
            measure(client, Sent(method, path), cost := Cost())
            assert cost.status in (302, 404, 405), f"{method} {path}"
            assert cost.queries == 0, f"{method} {path}"
