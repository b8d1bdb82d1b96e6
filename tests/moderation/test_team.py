"""The figures of the team."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from moderation.actions.appeals import DECIDE
from moderation.actions.reports import CLOSE, MERGE
from moderation.actions.users import BAN, MUTE
from moderation.models import Appeal, AuditEntry, Report
from moderation.services.appeals import appeal_make
from moderation.services.reports import report_make
from moderation.team import team_figures
from tests.conftest import user_named
from tests.moderation.pages import client_for

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
WHY = "A reason."
PAGE = "/admin/moderation/auditentry/team/"


def closed_report(by: User, about: User, moderator: User, hours: int) -> Report:
    report = report_make(by=by, username=about.username, category="abuse")
    CLOSE.run(by=moderator, target_id=report.id, outcome="nothing", reason=WHY)
    closed_at = Report.objects.get(id=report.id).closed_at
    assert closed_at is not None
    Report.objects.filter(id=report.id).update(created_at=closed_at - timedelta(hours=hours))
    return report


@pytest.fixture
def work(alice: User, bob: User, charlie: User, maya: User, simon: User) -> None:
    """Maya closes three reports and bans bob, which simon lifts. Simon mutes alice."""
    closed_report(alice, bob, maya, 1)
    closed_report(charlie, bob, maya, 3)
    closed_report(bob, charlie, maya, 8)
    merged = report_make(by=charlie, username="alice", category="abuse")
    into = report_make(by=bob, username="alice", category="abuse")
    MERGE.run(by=maya, target_id=into.id, also=[merged.id], reason=WHY)
    BAN.run(by=maya, target_id=bob.id, shown="Insults.", days=7, reason=WHY)
    MUTE.run(by=simon, target_id=alice.id, shown="Insults.", days=7, reason=WHY)
    entry = AuditEntry.objects.get(action="ban_user")
    appeal = appeal_make(by=bob, entry_id=entry.pk, text="Me?")
    DECIDE.run(by=simon, target_id=appeal.pk, ruling="lifted", answer="Sorry.", reason=WHY)


@pytest.mark.usefixtures("work")
def test_work_is_counted_for_each_moderator_and_in_all(ada: User, maya: User, simon: User) -> None:
    team = team_figures(to=ada, now=timezone.now(), days=30)
    (one, mayas), (two, simons) = team.members
    assert (one, two) == (maya, simon)
    assert (len(mayas.ages), mayas.sanctions, mayas.decided, mayas.lifted) == (3, 1, 0, 1)
    assert (len(simons.ages), simons.sanctions, simons.decided, simons.lifted) == (0, 1, 1, 0)
    assert mayas.median_age == team.total.median_age == timedelta(hours=3)
    assert simons.median_age is None
    assert (team.total.sanctions, team.total.decided, team.total.lifted) == (2, 1, 1)
    assert team.open == 1  # the merged one is not another
    assert team.oldest == Report.objects.get(merged_into=None, state="open").created_at


@pytest.mark.usefixtures("work")
def test_what_is_older_does_not_count(ada: User) -> None:
    later = timezone.now() + timedelta(days=31)
    assert team_figures(to=ada, now=later, days=30).members == []
    assert len(team_figures(to=ada, now=later, days=90).total.ages) == 3


def test_reports_that_involve_the_reader_are_not_counted(
    alice: User, ada: User, simon: User
) -> None:
    report_make(by=alice, username="simon", category="other")
    assert team_figures(to=simon, now=timezone.now(), days=30).open == 0
    assert team_figures(to=ada, now=timezone.now(), days=30).open == 1


@pytest.mark.usefixtures("work")
def test_seniors_read_the_page_and_moderators_do_not(
    ada: User, simon: User, maya: User, otto: User
) -> None:
    for user in (ada, simon):
        client = client_for(user)
        assert PAGE in client.get("/admin/").content.decode()
        page = client.get(PAGE, {"days": "90"}).content.decode()
        assert "The last 90 days" in page
        assert "3 h" in page
    assert PAGE not in client_for(maya).get("/admin/").content.decode()
    for user in (maya, otto):
        assert client_for(user).get(PAGE).status_code == 403


@pytest.mark.usefixtures("work")
def test_a_larger_team_costs_no_more_statements(
    ada: User, bob: User, django_assert_max_num_queries: Any
) -> None:
    assert Appeal.objects.count() == 1
    for number in range(4):
        closed_report(user_named(f"user{number}"), bob, ada, number)
    with django_assert_max_num_queries(7):
        team_figures(to=ada, now=timezone.now(), days=30)
