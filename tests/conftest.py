"""The cast of every test: alice and bob play, charlie is a stranger to their games."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from math import inf
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.models.signals import pre_save
from rest_framework.test import APIClient
from rest_framework.views import APIView

from accounts.models import User
from accounts.services import token_issue
from accounts.services.email_sending import EmailQueue
from accounts.services.fingerprints import fingerprint_key_reset
from core.leases import LeasedRows
from games.maintenance.selectors import MaintenanceCache
from notifications.models import OutboxEntry
from notifications.services.delivery import Sender
from tests import properties, quick_database
from tests.declared import checking_handler, notification_check
from tests.faults import figures
from tests.faults.figures import note

__all__ = ["note", "properties"]
TESTS = Path(__file__).parent
PASSWORD = "correct horse battery staple"
ClientOf = Callable[[User], APIClient]
ON_POSTGRES = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")


def user_named(username: str) -> User:
    return User.objects.create_user(username, f"{username}@example.org", PASSWORD)


@pytest.fixture(autouse=True)
def long_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a run of bots go on where the machine is slow: nothing here would start the next one."""
    monkeypatch.setattr("games.bots.turns.RUN_SECONDS", 15.0)


@pytest.fixture(autouse=True)
def long_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a drawing take long where the machine is slow, and e-mails wait for those of others."""
    monkeypatch.setattr("games.summaries.png.SECONDS", 120)
    monkeypatch.setattr("games.summaries.png.MAIL_WAITS", 60.0)


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Let a test deal the same cards in each run, and others with another word in DEALS.

    The processes that a test starts are not meant: they deal by chance.
    """
    chance = Random(f"{os.environ.get('DEALS', '')} {request.node.nodeid}")
    monkeypatch.setattr(
        "games.rules.live_game.secrets", SimpleNamespace(token_bytes=chance.randbytes)
    )


@pytest.fixture(autouse=True)
def healthy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins as a process that the machine has refused nothing."""
    monkeypatch.setattr(LeasedRows, "has_met_refusal", False)
    monkeypatch.setattr(Sender, "unsaved", [])
    monkeypatch.setattr(EmailQueue, "unsaved", {})


@pytest.fixture(autouse=True)
def no_maintenance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let requests read once what a test changes, and else count no statement for it."""
    monkeypatch.setattr(MaintenanceCache, "maintenance", None)
    monkeypatch.setattr(MaintenanceCache, "until", inf)


@pytest.fixture
def alice(db: None) -> User:
    return user_named("alice")


@pytest.fixture
def bob(db: None) -> User:
    return user_named("bob")


@pytest.fixture
def charlie(db: None) -> User:
    return user_named("charlie")


@pytest.fixture
def client_of() -> ClientOf:
    """``client_of(alice)``: a client with a real token of alice."""

    def client_of(user: User) -> APIClient:
        client = APIClient()
        text = token_issue(user=user, name="tests").text
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
        return client

    return client_of


@pytest.fixture
def anyone() -> APIClient:
    """A client without a token."""
    return APIClient()


@pytest.fixture
def anonymous_reading(settings: Any) -> None:
    settings.ANONYMOUS_READING = True


@pytest.fixture(autouse=True)
def only_declared_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every test, an endpoint that ends in a problem it does not declare fails."""
    monkeypatch.setattr(APIView, "get_exception_handler", lambda view: checking_handler)


@pytest.fixture(autouse=True)
def only_declared_notifications() -> Iterator[None]:
    """In every test, a notification with members that its kind does not declare fails."""
    pre_save.connect(notification_check, sender=OutboxEntry)
    yield
    pre_save.disconnect(notification_check, sender=OutboxEntry)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what another run tries, and skip what needs a server that this run does not use."""
    figures.numbers_noted(items)
    left_out = [item for item in items if is_for_later(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not is_for_later(item)]
    missing = {
        "postgres": None if ON_POSTGRES else "needs PostgreSQL: set DATABASE_URL",
        "redis": None if settings.REDIS_URL else "needs Redis: set REDIS_URL",
    }
    for item in items:
        for marker, reason in missing.items():
            if reason and item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=reason))


def is_for_later(item: pytest.Item) -> bool:
    """True if `make test` runs this test on PostgreSQL only, in the run that follows."""
    folders = os.environ.get("LATER", "").split()
    if item.get_closest_marker("slow"):
        folders += os.environ.get("SLOW_LATER", "").split()
    if item.get_closest_marker("sqlite"):
        return False
    return any(TESTS / name in item.path.parents for name in folders)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Show the figures of the faults that were tried."""
    stats = terminalreporter.stats
    reports = [  # a module that cannot be read has a report of another kind
        report
        for outcome in ("passed", "failed", "error")
        for report in stats.get(outcome, [])
        if isinstance(report, pytest.TestReport)
    ]
    if lines := figures.table(reports):
        terminalreporter.section("faults")
        terminalreporter.write_line("\n".join(lines))
    told = [said for report in reports for said in report.user_properties]
    if seeds := {str(value) for name, value in told if name == "contract_seed"}:
        terminalreporter.write_line(f"CONTRACT_SEED={' '.join(sorted(seeds))}")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database, of which commits and the emptying between tests need not last."""
    if ON_POSTGRES:
        with django_db_blocker.unblock():
            quick_database.prepare_database()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", quick_database.emptied)
        yield


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    """Throttles count under the prefix of the cache; a test must not meet the counts of another.
    Nor the key of hints, whose row is gone.
    """
    fingerprint_key_reset()
    if settings.REDIS_URL == "":
        cache.clear()
    cache.key_prefix = f"citadels-test-{uuid4().hex}"  # others share it: nothing may be deleted
