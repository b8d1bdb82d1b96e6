"""Messages between the moderators and the user who made a report."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import is_deleted_user
from games.staff.errors import NothingToDo
from moderation.errors import NoQuestion, ReportClosed, ReportNotFound
from moderation.models import Question, Report, ReportMessage, State
from moderation.notifications import report_question_notify
from moderation.services.users import note_validate

MAX_ANSWERS = 3
"""Answers to one question."""


def reporter_ask(*, by: User, report: Report, text: str) -> ReportMessage:
    """Ask the user who made a report, who is notified but does not learn who asks.

    Raises NothingToDo if their account is deleted, and Invalid.
    """
    if is_deleted_user(report.by):
        raise NothingToDo(_("The user who made the report has deleted their account."))
    report_question_notify(report)
    return message_add(report, by=by, text=text, state=Question.ASKED)


@transaction.atomic
def question_answer(*, by: User, report_id: UUID, text: str) -> ReportMessage:
    """Answer the last question about one's own report.

    Raises ReportNotFound, ReportClosed, NoQuestion, Invalid.
    """
    report = Report.objects.select_for_update(of=("self",)).filter(id=report_id, by=by).first()
    if report is None:
        raise ReportNotFound
    if report.state != State.OPEN:
        raise ReportClosed
    authors = report.messages.order_by("-id").values_list("by", flat=True)[:MAX_ANSWERS]
    if all(author == by.id for author in authors):
        raise NoQuestion
    return message_add(report, by=by, text=text, state=Question.ANSWERED)


def message_add(report: Report, *, by: User, text: str, state: Question) -> ReportMessage:
    """Add a message, and note the state of the question. Raises Invalid."""
    message = ReportMessage.objects.create(report=report, by=by, text=note_validate(text))
    report.question = state
    report.save(update_fields=["question"])
    return message
