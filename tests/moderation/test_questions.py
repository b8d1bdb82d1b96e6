"""Questions of moderators to the user who made a report, and their answers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import AccountDeletion, User
from games.staff.errors import NothingToDo
from moderation.actions.reports import ASK, ASSIGN, CLAIM, CLOSE, MERGE, RELEASE
from moderation.errors import NotPermitted, ReportClaimed
from moderation.models import Action, AuditEntry, Report, ReportMessage
from moderation.services.privacy import expired_purge
from moderation.services.reports import report_make
from notifications.models import Notification
from notifications.services.fanout import outbox_fan_out
from tests.conftest import ClientOf
from tests.moderation.pages import client_for

pytestmark = pytest.mark.django_db
REPORTS = "/api/v1/reports/"
WHY = "Report 12."
QUESTION = "In which game was it?"


@pytest.fixture
def report(alice: User, bob: User) -> Report:
    return report_make(by=alice, username="bob", category="abuse")


def ask(by: User, report: Report, text: str = QUESTION) -> None:
    ASK.run(by=by, target_id=report.id, text=text, reason=WHY)


def messages(report: Report) -> str:
    return f"{REPORTS}{report.id}/messages/"


def code(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_a_question_is_read_and_answered_without_names(
    report: Report, alice: User, maya: User, simon: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    assert client.get(f"{REPORTS}{report.id}/").json()["question"] is None
    assert code(client.post(messages(report), {"text": "Hello?"})) == (409, "no_question")
    ask(maya, report)
    outbox_fan_out()
    (notice,) = Notification.objects.filter(user=alice)
    assert (notice.entry.kind, notice.entry.subject) == ("report_question", report.id)
    assert client.get(f"{REPORTS}{report.id}/").json()["question"] == "asked"
    answer = client.post(messages(report), {"text": "  In the first one. "})
    assert (answer.status_code, answer.json()["text"]) == (201, "In the first one.")
    assert client.get(f"{REPORTS}{report.id}/").json()["question"] == "answered"
    listed = client.get(messages(report))
    assert [(one["author"], one["text"]) for one in listed.json()["results"]] == [
        ("moderators", QUESTION),
        ("you", "In the first one."),
    ]
    assert "maya" not in listed.content.decode()
    entry = AuditEntry.objects.get(action=Action.ASK_REPORTER)
    assert (entry.by, entry.data) == (maya, {"report": str(report.id)})
    page = client_for(maya).get(f"/admin/moderation/report/{report.id}/change/").content.decode()
    assert "In the first one." in page
    assert "Answered" in client_for(simon).get("/admin/moderation/report/").content.decode()


def test_answers_are_limited_until_the_next_question_and_end_with_the_report(
    report: Report, alice: User, bob: User, maya: User, client_of: ClientOf
) -> None:
    ask(maya, report)
    client = client_of(alice)
    for other in (client_of(bob).get(messages(report)), client_of(bob).post(messages(report), {})):
        assert other.status_code in (404, 422)
    assert code(client_of(bob).post(messages(report), {"text": "Me!"})) == (404, "report_not_found")
    assert client.post(messages(report), {"text": "a" * 2001}).status_code == 422
    assert client.post(messages(report), {"text": "   "}).status_code == 422
    statuses = [client.post(messages(report), {"text": "Yes."}).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 409]
    ask(maya, report, "And when?")
    assert client.post(messages(report), {"text": "Today."}).status_code == 201
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    assert code(client.post(messages(report), {"text": "Oh."})) == (409, "report_closed")
    assert len(client.get(messages(report)).json()["results"]) == 6


def test_only_the_author_of_the_merged_report_is_asked(
    report: Report, alice: User, bob: User, charlie: User, maya: User, client_of: ClientOf
) -> None:
    again = report_make(by=charlie, username="bob", category="abuse")
    MERGE.run(by=maya, target_id=report.id, also=[again.id], reason=WHY)
    ask(maya, again)
    assert client_of(charlie).post(messages(again), {"text": "Game 3."}).status_code == 201
    assert client_of(alice).get(messages(report)).json()["results"] == []
    assert client_of(alice).get(messages(again)).status_code == 404
    page = f"/admin/moderation/report/{report.id}/change/"
    assert "Game 3." in client_for(maya).get(page).content.decode()


def test_a_user_who_deleted_their_account_is_not_asked(
    report: Report, alice: User, maya: User
) -> None:
    now = timezone.now()
    AccountDeletion.objects.create(user=alice, requested_at=now, due_at=now, begun_at=now)
    with pytest.raises(NothingToDo):
        ask(maya, report)


def test_messages_are_deleted_with_their_report(
    report: Report, alice: User, maya: User, client_of: ClientOf
) -> None:
    ask(maya, report)
    client_of(alice).post(messages(report), {"text": "Yes."})
    CLOSE.run(by=maya, target_id=report.id, outcome="nothing", reason=WHY)
    expired_purge(now=timezone.now() + timedelta(days=settings.REPORT_RETENTION_DAYS, seconds=1))
    assert not ReportMessage.objects.exists()


def test_a_claim_that_was_assigned_says_by_whom_until_another_moderator_claims(
    report: Report, maya: User, simon: User, ada: User
) -> None:
    with pytest.raises(NotPermitted):
        ASSIGN.run(by=maya, target_id=report.id, to=maya)
    CLAIM.run(by=simon, target_id=report.id)
    ASSIGN.run(by=simon, target_id=report.id, to=maya)  # they pass on their own claim
    with pytest.raises(ReportClaimed):
        ASSIGN.run(by=ada, target_id=report.id, to=simon)
    assert CLAIM.run(by=maya, target_id=report.id).assigned_by == simon
    RELEASE.run(by=maya, target_id=report.id)
    assert CLAIM.run(by=ada, target_id=report.id).assigned_by is None
