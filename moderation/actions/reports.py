"""Staff actions on reports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from core.errors import Invalid
from games.play.locking import game_lock
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.actions.games import REMOVE_MESSAGE
from moderation.actions.users import BAN, DAYS, MUTE
from moderation.models import (
    ANSWER_LENGTH,
    TEXT_LENGTH,
    Action,
    Outcome,
    Permission,
    Report,
    State,
)
from moderation.services import reports

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


def is_open(report: Report) -> bool:
    """True if nobody has claimed or closed the report."""
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
    """Merge a report into another one about the same."""
    report = reports.report_merge(report=run.target, into_id=into_id, by=run.by)
    run.data["into"] = str(report.merged_into_id)
    return report


def warn(run: Run, shown: str) -> None:
    """Warn the reported user, and note the text in the audit log."""
    reports.user_warn(report=run.target, shown=shown)
    run.data["shown"] = shown.strip()


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


DECISIONS: dict[str, StrOrPromise] = {
    Outcome.NOTHING: _("No action needed"),
    Outcome.REMOVED: _("Remove the message"),
    Outcome.WARNED: _("Warn the user"),
    Outcome.MUTED: _("Mute the user"),
    Outcome.BANNED: _("Ban the user"),
    Outcome.GAME: _("Action was taken on the game"),
    Outcome.EARLIER: _("Action was already taken"),
}
"""The outcomes, as the form names them."""
MEASURES: dict[str, StaffAction] = {
    Outcome.WARNED: WARN,
    Outcome.MUTED: MUTE,
    Outcome.BANNED: BAN,
}
"""The outcomes that affect the reported user, and their actions."""


@dataclass(frozen=True, kw_only=True)
class CloseReport(ReportAction):
    """The action that closes a report, and can act on its message and its user first."""

    def find(self, target_id: UUID) -> Report:
        """Lock the game, then the user, as everywhere, and then read the report."""
        report = super().find(target_id)
        if report.game_id is not None:
            game_lock(report.game_id)
        if report.user_id is not None:
            User.objects.select_for_update(no_key=True).get(id=report.user_id)
        return report


def close(
    run: Run,
    outcome: str,
    remove: bool = False,
    days: int | None = None,
    shown: str = "",
    answer: str = "",
) -> Report:
    """Take the measure that ``outcome`` names, then close the report.

    Raises NotPermitted if the role of the moderator does not include the measure, Invalid, and as
    ``report_close``.
    """
    report: Report = run.target
    given: dict[str, Any] = {"by": run.by, "reason": run.reason, "report": report.id}
    if remove or outcome == Outcome.REMOVED:
        REMOVE_MESSAGE.run(target_id=report.game_id, message=report.message_id, **given)
    if outcome in MEASURES and report.user_id is None:
        raise Invalid.field("/outcome", "no_user", str(_("This report is not about a user.")))
    if outcome == Outcome.WARNED:
        WARN.run(target_id=report.id, shown=shown, **given)
    elif outcome in MEASURES:
        if days is None:
            raise Invalid.field("/days", "required", str(_("Choose how long it lasts.")))
        MEASURES[outcome].run(target_id=report.user_id, shown=shown, days=days, **given)
    return reports.report_close(report=report, by=run.by, outcome=outcome, answer=answer)


def outcome_field(report: Report) -> forms.Field:
    """Return a field with the outcomes that this report can have. None is preselected."""
    impossible = set() if report.user_id else set(MEASURES)
    if not has_message(report):
        impossible.add(Outcome.REMOVED)
    known = [(value, label) for value, label in DECISIONS.items() if value not in impossible]
    return fields.choice(known, _("Decision"))(report)


def remove_field(report: Report) -> forms.Field:
    """Return a field to remove the message too; hidden if the report is about none."""
    widget = forms.CheckboxInput if has_message(report) else forms.HiddenInput
    return forms.BooleanField(required=False, label=_("Also remove the message"), widget=widget)


def has_message(report: Report) -> bool:
    """True if the report is about a message that is still in the chat."""
    return report.message is not None and report.message.removed_at is None


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
CLOSE = CloseReport(
    action=Action.CLOSE_REPORT,
    name="close",
    title=_("Close the report"),
    explanation=_(
        "Applies your decision, and closes this report and the reports merged into it. "
        "The same reason is logged for all of them."
    ),
    notifies=_("The users who made the reports are notified, and the user if they are affected."),
    done=_("The report was closed."),
    fields={
        "outcome": outcome_field,
        "remove": remove_field,
        "days": lambda report: forms.TypedChoiceField(
            choices=[("", _("Choose...")), *DAYS],
            coerce=int,
            empty_value=None,
            required=False,
            label=_("Duration"),
            help_text=_("Of a mute or ban."),
        ),
        "shown": fields.text(
            SHOWN_LENGTH,
            _("Required for a warning, mute or ban."),
            required=False,
            label=_("Message to the user"),
        ),
        "answer": fields.text(
            ANSWER_LENGTH,
            _("Shown to the users who made the reports."),
            required=False,
            label=_("Answer"),
        ),
    },
    logs=("outcome",),
    perform=close,
    claims=True,
)

REPORT_ACTIONS: tuple[ReportAction, ...] = (CLAIM, CLOSE, NOTE, WARN, MERGE, RELEASE)
"""In the order of the page."""
