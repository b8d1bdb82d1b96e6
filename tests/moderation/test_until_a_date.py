"""Bans and mutes that end on a date."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from moderation.actions.users import LONGEST
from moderation.models import AuditEntry, Report
from moderation.services.reports import report_make
from tests.moderation.pages import client_for

pytestmark = pytest.mark.django_db
TODAY = timezone.now().date()


def post(maya: User, alice: User, **given: Any) -> Any:
    page = f"/admin/accounts/user/{alice.id}/actions/mute_user/"
    return client_for(maya).post(page, {"shown": "Insults.", "reason": "Insults.", **given})


def midnight(days: int) -> datetime:
    day = TODAY + timedelta(days=days)
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def test_a_mute_ends_at_the_start_of_a_day(alice: User, maya: User) -> None:
    end = midnight(40)
    assert post(maya, alice, days="-1", until=str(end.date())).status_code == 302
    alice.refresh_from_db()
    assert alice.muted_until == end
    assert AuditEntry.objects.get().data["until"] == end.isoformat()


@pytest.mark.parametrize(
    ("days", "until"),
    [
        ("-1", ""),
        ("-1", str(TODAY)),
        ("-1", str(TODAY + LONGEST + timedelta(days=2))),
        ("-1", "soon"),
        ("-2", ""),
        ("7", str(TODAY + timedelta(days=3))),
    ],
)
def test_a_date_is_in_the_next_years_and_the_only_end(
    days: str, until: str, alice: User, maya: User
) -> None:
    form = post(maya, alice, days=days, until=until).context["form"]
    assert set(form.errors) in ({"until"}, {"days"})
    alice.refresh_from_db()
    assert alice.muted_until is None


def test_a_report_is_closed_with_a_ban_until_a_date(alice: User, bob: User, maya: User) -> None:
    report_make(by=bob, username="alice", category="abuse")
    page = f"/admin/moderation/report/{Report.objects.get().id}/actions/close/"
    sent = {"outcome": "banned", "shown": "Insults.", "reason": "Insults.", "days": "-1"}
    assert "until" in client_for(maya).post(page, sent).context["form"].errors
    end = midnight(400)
    assert client_for(maya).post(page, {**sent, "until": str(end.date())}).status_code == 302
    alice.refresh_from_db()
    assert alice.banned_until == end
