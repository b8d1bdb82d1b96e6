"""Maintenance: changes are refused, reads and staff are not, and games are paused meanwhile."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from core.errors import Invalid
from games.maintenance import selectors
from games.maintenance.selectors import MaintenanceCache, current_maintenance, find_maintenance
from games.maintenance.services import (
    maintenance_announce,
    maintenance_begin,
    maintenance_end,
)
from games.models import Maintenance
from games.play.global_pause import is_globally_paused
from games.staff import games_pause
from games.staff.errors import NothingToDo
from moderation.models import Action, AuditEntry
from tests.conftest import ClientOf
from tests.faults.together import at_once, outcome

WHY = "A new version."
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAINTENANCE = "/api/v1/maintenance/"


def begin(**given: Any) -> Maintenance:
    return maintenance_begin(by=None, reason=WHY, **given)


def test_an_announcement_is_shown_and_refuses_nothing(db: None, anyone: APIClient) -> None:
    assert anyone.get(MAINTENANCE).json() == dict.fromkeys(("starts_at", "ends_at")) | {
        "is_on": False,
        "text": "",
    }
    start = datetime(2036, 11, 30, 20, tzinfo=UTC)
    maintenance_announce(
        starts_at=start, ends_at=start + HOUR, texts={"en": "Cards.", "fr": "Cartes."}
    )
    found = anyone.get(MAINTENANCE, headers={"Accept-Language": "fr"}).json()
    assert found == {
        "is_on": False,
        "starts_at": "2036-11-30T20:00:00Z",
        "ends_at": "2036-11-30T21:00:00Z",
        "text": "Cartes.",
    }
    page = Client().get("/").content.decode()
    assert '<time datetime="2036-11-30T20:00:00+00:00">2036-11-30 20:00 UTC</time>' in page
    assert "Cards." in page
    assert anyone.post("/api/v1/auth/register/", {}).status_code == 422
    assert not is_globally_paused()


def test_changes_are_refused_until_the_end(alice: User, client_of: ClientOf) -> None:
    begin(ends_at=timezone.now() + HOUR, texts={"en": "Cards."})
    reply = client_of(alice).post("/api/v1/games/", {})
    problem = reply.json()
    assert (reply.status_code, problem["code"], problem["status"]) == (503, "maintenance", 503)
    assert 3590 <= int(reply.headers["Retry-After"]) <= 3600
    assert problem["ends_at"] in client_of(alice).get(MAINTENANCE).content.decode()
    assert problem["detail"].endswith("Cards.")
    assert client_of(alice).get("/api/v1/me/games/").status_code == 200


def test_an_end_that_is_late_or_unknown_asks_to_try_again_soon(db: None) -> None:
    begin()
    assert Client().post("/api/v1/games/").headers["Retry-After"] == "60"
    Maintenance.objects.update(
        starts_at=timezone.now() - 2 * HOUR, ends_at=timezone.now() - timedelta(seconds=1)
    )
    MaintenanceCache.until = 0.0
    assert Client().post("/api/v1/games/").headers["Retry-After"] == "60"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("get", "/", 503),
        ("get", "/sign-up/", 503),
        ("post", "/forgotten-password/", 503),
        ("post", "/oauth/token/", 400),
        ("get", "/login/", 200),
        ("post", "/login/", 200),
        ("get", "/admin", 302),
        ("get", "/admin/login/", 200),
        ("get", "/administrators/", 503),
        ("post", "/api/v1/auth/tokens/", 415),
        ("delete", "/api/v1/auth/tokens/", 401),
        ("delete", f"/api/v1/auth/tokens/{UUID(int=0)}/", 401),
        ("delete", "/api/v1/me/sessions/", 401),
        ("post", "/api/v1/streams/", 401),
        ("post", "/api/v1/games/", 503),
        ("get", "/help/", 200),
        ("get", "/play/", 200),
        ("get", "/openapi.json", 200),
        ("get", "/problems/maintenance/", 200),
        ("post", "/problems/maintenance/", 503),
    ],
)
def test_pages_say_when_it_ends_and_staff_can_log_in(
    method: str, path: str, status: int, db: None
) -> None:
    end = datetime(2036, 11, 30, 21, tzinfo=UTC)
    begin(ends_at=end, texts={"en": "Cards."})
    reply = getattr(Client(), method)(path)
    assert reply.status_code == status
    if status == 503 and not path.startswith("/api/"):
        assert "We will be back on <time" in reply.content.decode()
        assert int(reply.headers["Retry-After"]) > 0
        assert "default-src" in reply.headers["Content-Security-Policy"]


def test_games_are_paused_with_it_and_resumed(alice: User) -> None:
    begin()
    assert is_globally_paused()
    with pytest.raises(NothingToDo):
        begin()
    maintenance_end(by=None, reason=WHY)
    assert not is_globally_paused()
    games_pause(by=alice, reason="Before it.")
    begin()
    maintenance_end(by=None, reason=WHY)
    assert is_globally_paused()  # by somebody else
    with pytest.raises(NothingToDo):
        maintenance_end(by=None, reason=WHY)


def test_what_is_not_given_is_as_announced(db: None) -> None:
    start = timezone.now() + HOUR
    maintenance_announce(starts_at=start, ends_at=start + HOUR, texts={"en": "Cards."})
    with pytest.raises(Invalid):
        maintenance_announce(starts_at=start, ends_at=start)
    with pytest.raises(Invalid):
        maintenance_announce(starts_at=start - 2 * HOUR)
    found = begin()
    assert (found.ends_at, found.texts, Maintenance.objects.count()) == (
        start + HOUR,
        {"en": "Cards."},
        1,
    )


@pytest.mark.parametrize(
    ("started", "ended", "is_shown"),
    [
        (-3 * HOUR, -HOUR, False),
        (-2 * HOUR, None, False),
        (-2 * HOUR, HOUR, True),
        (-HOUR / 2, None, True),
    ],
)
def test_an_announcement_that_nobody_began_is_forgotten(
    started: timedelta, ended: timedelta | None, is_shown: bool, db: None
) -> None:
    now = timezone.now()
    old = Maintenance.objects.create(
        starts_at=now + started,
        ends_at=None if ended is None else now + ended,
        texts={"en": "Old."},
    )
    assert (find_maintenance() == old) is is_shown
    found = begin()
    assert (found.texts == old.texts) is is_shown
    assert find_maintenance() == found  # one that is on stays, however late it is
    Maintenance.objects.filter(id=found.id).update(starts_at=now - DAY, ends_at=None)
    assert find_maintenance() == found


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_announced", [False, True])
def test_of_two_who_begin_it_together_one_does(is_announced: bool) -> None:
    for _ in range(8):
        if is_announced:
            maintenance_announce(starts_at=timezone.now() + HOUR)
        ends = at_once(*[partial(outcome, begin)] * 2)
        assert sorted(ends) == ["done", "nothing_to_do"]
        assert Maintenance.objects.filter(ended_at=None).count() == 1
        ends = at_once(*[partial(outcome, partial(maintenance_end, by=None, reason=WHY))] * 2)
        assert sorted(ends) == ["done", "nothing_to_do"]


def test_a_request_costs_no_statement(
    db: None, anyone: APIClient, django_assert_num_queries: Any
) -> None:
    begin()
    anyone.get(MAINTENANCE)
    with django_assert_num_queries(0):
        anyone.get(MAINTENANCE)
        anyone.post("/api/v1/games/")


def test_a_lost_database_changes_nothing(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    found = current_maintenance()

    def lost() -> None:
        raise OperationalError

    monkeypatch.setattr(selectors, "find_maintenance", lost)
    MaintenanceCache.until = 0.0
    assert found is not None
    assert current_maintenance() == found


def test_what_another_thread_reads_before_the_commit_is_not_kept(
    db: None, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        begin()
        MaintenanceCache.maintenance, MaintenanceCache.until = None, inf
    assert current_maintenance() is not None


def test_the_command_announces_begins_and_ends_it(db: None, capsys: Any) -> None:
    call_command("maintenance", "announce", "--from", "21:00", "--text", "Cards.")
    assert Maintenance.objects.get().starts_at > timezone.now()
    call_command("maintenance", "on", "--until", "2036-12-01T21:00+01:00")
    assert Maintenance.objects.get().ends_at == datetime(2036, 12, 1, 20, tzinfo=UTC)
    call_command("maintenance", "off", "--reason", WHY)
    entries = AuditEntry.objects.filter(action=Action.MAINTENANCE, by=None).order_by("id")
    assert [entry.data["step"] for entry in entries] == ["announce", "on", "off"]
    for words in (("off",), ("announce",), ("on", "--from", "20:00"), ("on", "--until", "soon")):
        with pytest.raises(CommandError):
            call_command("maintenance", *words)
