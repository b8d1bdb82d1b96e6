"""Staff actions on reports and appeals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.errors import AppealDecided, ConflictOfInterest, SanctionNotFound
from moderation.models import (
    ANSWER_LENGTH,
    TEXT_LENGTH,
    Action,
    Appeal,
    AuditEntry,
    Outcome,
    Permission,
    Report,
    Ruling,
    State,
)
from moderation.permissions import user_reach_check
from moderation.selectors import entries_visible
from moderation.services import reports
from moderation.services.appeals import appeal_decide


def is_open(report: Report) -> bool:
    return report.state == State.OPEN


@dataclass(frozen=True, kw_only=True)
class ReportAction(StaffAction):
    """A staff action on a report. Moderators cannot handle reports that involve them."""

    available: Callable[[Report], bool] = is_open
    claims: bool = False
    """True if the action claims the report first, so that nobody else handles it."""

    def find(self, target_id: UUID) -> Report:
        return reports.report_find(target_id)

    def check_reach(self, by: User, target: Report) -> None:
        reports.report_reach_check(by=by, report=target)

    def prepare(self, by: User, target: Report) -> None:
        if self.claims:
            reports.report_claim(by=by, report=target)

    def entry(self, run: Run) -> dict[str, Any]:
        report: Report = run.target
        data = {"report": str(report.id), **run.data}
        return {"game": report.game_id, "user": report.user_id, "data": data}


def service(perform: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a service that takes the report, the staff user and the form fields."""
    return lambda run, **given: perform(report=run.target, by=run.by, **given)


def merge(run: Run, into_id: UUID) -> Report:
    report = reports.report_merge(report=run.target, into_id=into_id, by=run.by)
    run.data["into"] = str(report.merged_into_id)
    return report


def remove_message(run: Run) -> None:
    reports.report_remove_message(report=run.target)
    run.data["message"] = run.target.evidence.get("number")


def warn(run: Run, shown: str) -> None:
    reports.user_warn(report=run.target, shown=shown)
    run.data["shown"] = shown.strip()


CLAIM = ReportAction(
    action=Permission.HANDLE_REPORTS,
    name="claim",
    title=_("Claim"),
    explanation=_("Only you can handle this report until your claim expires."),
    done=_("You have claimed the report."),
    perform=service(reports.report_claim),
)
RELEASE = ReportAction(
    action=Permission.HANDLE_REPORTS,
    name="release",
    title=_("Release"),
    explanation=_("Another moderator can claim this report."),
    done=_("The report is no longer claimed."),
    perform=service(reports.report_release),
)
NOTE = ReportAction(
    action=Permission.HANDLE_REPORTS,
    name="note",
    title=_("Add a note"),
    explanation=_("Only moderators can read the note."),
    done=_("The note is added."),
    fields={"text": fields.text(TEXT_LENGTH, label=_("Note"))},
    available=lambda report: True,
    perform=service(reports.report_note),
    single_use=True,
)
MERGE = ReportAction(
    action=Action.MERGE_REPORTS,
    name="merge",
    title=_("Merge"),
    explanation=_("This report will be closed together with another report on the same matter."),
    done=_("The report was merged."),
    fields={"into_id": lambda report: forms.UUIDField(label=_("Id of the other report"))},
    perform=merge,
    claims=True,
)
WARN = ReportAction(
    action=Action.WARN_USER,
    name="warn",
    title=_("Warn the user"),
    explanation=_("The user reads your message, but does not see the report."),
    notifies=_("The user is notified."),
    done=_("The user was warned."),
    fields={"shown": fields.text(SHOWN_LENGTH, label=_("Message to the user"))},
    available=lambda report: is_open(report) and report.user_id is not None,
    perform=warn,
    claims=True,
    single_use=True,
)
REMOVE_MESSAGE = ReportAction(
    action=Action.REMOVE_MESSAGE,
    name="remove",
    title=_("Remove the message"),
    explanation=_("Removes the message from the chat. The report stays open."),
    done=_("The message was removed."),
    available=lambda report: is_open(report) and report.message_id is not None,
    perform=remove_message,
    claims=True,
)
CLOSE = ReportAction(
    action=Action.CLOSE_REPORT,
    name="close",
    title=_("Close the report"),
    explanation=_("Closes this report and the reports merged into it."),
    notifies=_("The users who made the reports are notified."),
    done=_("The report was closed."),
    fields={
        "outcome": fields.choice(Outcome.choices, _("Outcome")),
        "answer": fields.text(
            ANSWER_LENGTH,
            _("Shown to the users who made the reports."),
            required=False,
            label=_("Answer"),
        ),
    },
    logs=("outcome",),
    perform=service(reports.report_close),
    claims=True,
)

REPORT_ACTIONS: tuple[ReportAction, ...] = (
    CLAIM,
    RELEASE,
    NOTE,
    MERGE,
    CLOSE,
    WARN,
    REMOVE_MESSAGE,
)
"""In the order of the page."""


# --- appeals -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class AppealAction(StaffAction):
    """A staff action on an appeal. The moderator who imposed the sanction cannot decide."""

    def find(self, target_id: int) -> Appeal:
        appeals = Appeal.objects.select_for_update(of=("self",)).select_related("entry", "user")
        appeal = appeals.filter(id=target_id).first()
        if appeal is None:
            raise SanctionNotFound
        return appeal

    def check_reach(self, by: User, target: Appeal) -> None:
        imposed = AuditEntry.objects.filter(pk=target.entry_id)
        if target.entry.by_id == by.id or not entries_visible(to=by, among=imposed).exists():
            raise ConflictOfInterest
        user_reach_check(by, target.user)

    def prepare(self, by: User, target: Appeal) -> None:
        if target.ruling:
            raise AppealDecided

    def entry(self, run: Run) -> dict[str, Any]:
        appeal: Appeal = run.target
        data = {"appeal": appeal.pk, "against": appeal.entry_id, **run.data}
        return {"user": appeal.user_id, "data": data}


DECIDE = AppealAction(
    action=Action.DECIDE_APPEAL,
    name="decide",
    title=_("Decide"),
    explanation=_("Upholds or lifts the sanction."),
    notifies=_("The user is notified."),
    done=_("The appeal was decided."),
    fields={
        "ruling": fields.choice(
            [one for one in Ruling.choices if one[0] != Ruling.WITHDRAWN], _("Decision")
        ),
        "answer": fields.text(ANSWER_LENGTH, _("Shown to the user."), label=_("Answer")),
    },
    logs=("ruling",),
    available=lambda appeal: not appeal.ruling,
    perform=lambda run, **given: appeal_decide(appeal=run.target, by=run.by, **given),
)

APPEAL_ACTIONS: tuple[AppealAction, ...] = (DECIDE,)
