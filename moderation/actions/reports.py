"""Staff actions on reports."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from core.errors import Invalid
from games.play.locking import game_lock
from moderation.actions import fields
from moderation.actions.base import Run, StaffAction
from moderation.actions.games import REMOVE_MESSAGE
from moderation.actions.users import BAN, DAYS, MUTE, WARN, end_of, until_field
from moderation.models import (
    ANSWER_LENGTH,
    TEXT_LENGTH,
    Action,
    Outcome,
    Permission,
    Report,
    State,
)
from moderation.permissions import SENIORS, is_in_reach, moderators_assignable
from moderation.selectors import reports_closable_with, users_affected
from moderation.services import reports
from moderation.services.audit import audit

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_TOGETHER = 50
"""How many other reports one form can close or merge."""
FIRST_WORDS = 80
"""Characters of a report beside its box."""


def is_open(report: Report) -> bool:
    """True if the report is not closed."""
    return report.state == State.OPEN


def is_waiting(report: Report) -> bool:
    """True if the report is open and not merged into another one."""
    return is_open(report) and report.merged_into_id is None


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


@dataclass(frozen=True, kw_only=True)
class LockingReportAction(ReportAction):
    """A staff action on a report that locks what the report is about."""

    def find(self, target_id: UUID) -> Report:
        """Lock the game, then the users in the order of their ids, as everywhere."""
        report = super().find(target_id)
        if report.game_id is not None:
            game_lock(report.game_id)
        list(users_affected(report).select_for_update(no_key=True, of=("self",)))
        return report


@dataclass(frozen=True, kw_only=True)
class MergeReports(LockingReportAction):
    """The action that merges other reports into a report."""

    def form_fields(self, *, by: User, target: Report) -> dict[str, forms.Field]:
        return {"also": others_field(target, by=by, label=_("Reports"), required=True)}


def merge(run: Run, also: Collection[UUID]) -> Report:
    """Merge other reports into a report. Raises Invalid, and as ``reports_merge``."""
    report: Report = run.target
    if report.merged_into_id is not None:
        raise Invalid.field("/also", "merged", gettext("This report is merged into another one."))
    if not also:
        raise Invalid.field("/also", "required", gettext("Choose reports."))
    first, *others = reports.reports_merge(by=run.by, report=report, ids=also)
    audit_each(run, others, MERGE)
    run.target, run.data["into"] = first, str(report.id)  # what ``StaffAction.run`` logs
    return report


def audit_each(run: Run, others: Iterable[Report], action: ReportAction) -> None:
    """Log an action for each report that is handled together with the target."""
    for other in others:
        each = replace(run, target=other, data={**run.data, "into": str(run.target.id)})
        audit(by=run.by, action=Action(action.action), reason=run.reason, **action.entry(each))


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
DECISIONS_ON_A_GAME: dict[str, StrOrPromise] = DECISIONS | {
    Outcome.WARNED: _("Warn the chosen players"),
    Outcome.MUTED: _("Mute the chosen players"),
    Outcome.BANNED: _("Ban the chosen players"),
}
MEASURE_BY_OUTCOME: dict[str, StaffAction] = {
    Outcome.WARNED: WARN,
    Outcome.MUTED: MUTE,
    Outcome.BANNED: BAN,
}
"""The outcomes that affect users, and their actions."""
ENDS = {Outcome.MUTED: "muted_until", Outcome.BANNED: "banned_until"}
"""The outcomes that have a duration, and the fields of users with its end."""


@dataclass(frozen=True, kw_only=True)
class CloseReport(LockingReportAction):
    """The action that closes a report, and can act on its message and its users first."""

    def form_fields(self, *, by: User, target: Report) -> dict[str, forms.Field]:
        """Return the fields that this report needs: all but those that nothing could use."""
        known = super().form_fields(by=by, target=target)
        affected = users_affected(target).order_by("username")
        users = [user for user in affected if is_in_reach(by, user)]
        made = {"outcome": outcome_field(target, measures=bool(users))}
        if users and target.user_id is None:
            made["players"] = players_field(users)
        if not users:
            del known["days"], known["until"], known["shown"]
        if not has_message(target):
            del known["remove"]
        also = others_field(target, by=by, label=_("Close these too"), required=False)
        also.initial = [one.id for one in reports_preselected(target, by=by)]
        return made | known | {"also": also}


def close(
    run: Run,
    outcome: str,
    players: Collection[UUID] = (),
    remove: bool = False,
    days: int | None = None,
    until: date | None = None,
    shown: str = "",
    answer: str = "",
    also: Collection[UUID] = (),
) -> Report:
    """Take the measure that ``outcome`` names, then close the report and those of ``also``.

    If the report is about a game, ``players`` are the users that the measure affects. Raises
    NotPermitted if the role of the moderator does not include the measure, Invalid, and as
    ``reports_merge`` and ``report_close``.
    """
    report: Report = run.target
    given: dict[str, Any] = {"by": run.by, "reason": run.reason, "report": report.id}
    if remove or outcome == Outcome.REMOVED:
        if Report.objects.filter(id__in=also).exclude(message=report.message_id).exists():
            detail = gettext("Choose only reports about the same message if you remove it.")
            raise Invalid.field("/also", "other_message", detail)
        REMOVE_MESSAGE.run(target_id=report.game_id, message=report.message_id, **given)
    users = users_chosen(report, outcome, players)
    if report.user_id is None and users:
        run.data["players"] = [str(user.id) for user in users]
    if outcome in ENDS:
        if days is None:
            raise Invalid.field("/days", "required", gettext("Choose how long it lasts."))
        longer_check(report, users, outcome, end_of(days, until))
        given |= {"days": days, "until": until}
    for user in users:
        MEASURE_BY_OUTCOME[outcome].run(target_id=user.id, shown=shown, **given)
    others = reports.reports_merge(by=run.by, report=report, ids=also)
    audit_each(run, others, CLOSE)
    return reports.report_close(report=report, by=run.by, outcome=outcome, answer=answer)


def users_chosen(report: Report, outcome: str, players: Collection[UUID]) -> list[User]:
    """Return the users that an outcome affects, in the order of their ids. Raises Invalid."""
    if outcome not in MEASURE_BY_OUTCOME:
        if players:
            detail = gettext("This decision affects no player. Choose another one, or no player.")
            raise Invalid.field("/players", "unused", detail)
        return []
    if report.user_id is not None:
        return list(users_affected(report))
    users = list(users_affected(report).filter(id__in=players))
    if not users or len(users) != len(set(players)):
        raise Invalid.field("/players", "required", gettext("Choose players of this game."))
    return users


def longer_check(report: Report, users: list[User], outcome: str, end: datetime | None) -> None:
    """Raise Invalid if a mute or ban of one of these users ends later than the new one."""
    ends = {user.username: getattr(user, ENDS[Outcome(outcome)]) for user in users}
    longer = [name for name, until in ends.items() if end and until and until > end]
    if longer:
        detail = gettext("A longer one is in force for: %(names)s.") % {"names": ", ".join(longer)}
        pointer = "/outcome" if report.user_id else "/players"
        raise Invalid.field(pointer, "longer", detail)


def outcome_field(report: Report, *, measures: bool) -> forms.Field:
    """Return a field with the outcomes that this report can have. None is preselected."""
    impossible = set() if measures else set(MEASURE_BY_OUTCOME)
    if not has_message(report):
        impossible.add(Outcome.REMOVED)
    labels = DECISIONS if report.user_id else DECISIONS_ON_A_GAME
    known = [(value, label) for value, label in labels.items() if value not in impossible]
    return fields.choice(known, _("Decision"))(report)


def players_field(users: Iterable[User]) -> forms.Field:
    """Return a field with the players that a warning, mute or ban can affect."""
    return forms.TypedMultipleChoiceField(
        choices=[(user.id, user.username) for user in users],
        coerce=UUID,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Players"),
        help_text=_("They get the warning, mute or ban, and each reads the same message."),
    )


def others_field(
    report: Report, *, by: User, label: StrOrPromise, required: bool
) -> forms.TypedMultipleChoiceField:
    """Return a field with the oldest reports that can be handled together with this one.

    It is hidden if there is none, and still refuses those that an older page has offered.
    """
    others = reports_closable_with(report, by=by)
    known = [(other.id, first_words(other)) for other in others[:MOST_TOGETHER]]
    help_text = gettext("Other open reports about the same. They get the same decision and answer.")
    if len(known) == MOST_TOGETHER and (rest := others.count() - MOST_TOGETHER):
        more = ngettext("%(count)s more is not listed.", "%(count)s more are not listed.", rest)
        help_text = f"{help_text} {more % {'count': rest}}"
    return forms.TypedMultipleChoiceField(
        choices=known,
        coerce=UUID,
        required=required,
        widget=forms.CheckboxSelectMultiple if known else forms.MultipleHiddenInput,
        label=label,
        help_text=help_text,
        error_messages={"invalid_choice": reports.NOT_CLOSABLE},
    )


def reports_preselected(report: Report, *, by: User) -> list[Report]:
    """Return the other reports that the form closes if nobody changes it.

    With a report about a message, these are only reports about the same message: another one stays
    if this one is removed.
    """
    others = reports_closable_with(report, by=by)[:MOST_TOGETHER]
    return [one for one in others if report.message_id in (None, one.message_id)]


def first_words(report: Report) -> str:
    """Return the reporter, the category, the subject and the beginning of a report, for a list."""
    said, text = report.evidence.get("text"), Truncator(report.text).chars(FIRST_WORDS)
    quoted = f' "{Truncator(said).chars(FIRST_WORDS)}"' if said else ""
    values = {"who": report.by, "category": report.get_category_display(), "text": text or "-"}
    values["subject"] = f"{report.get_about_display()}{quoted}"
    return gettext("%(who)s, %(category)s, %(subject)s: %(text)s") % values


def has_message(report: Report) -> bool:
    """True if the report is about a message that is still in the chat."""
    return report.message is not None and report.message.removed_at is None


CLAIM = ReportAction(
    action=Permission.HANDLE_REPORTS,
    name="claim",
    title=_("Claim"),
    explanation=_("Only you can handle this report until your claim expires."),
    done=_("You have claimed the report."),
    available=is_waiting,
    perform=service(partial(reports.report_claim, merged=False)),
)
RELEASE = ReportAction(
    action=Permission.HANDLE_REPORTS,
    name="release",
    title=_("Release"),
    explanation=_("Another moderator can claim this report."),
    done=_("The report is no longer claimed."),
    perform=service(reports.report_release),
)
ASSIGN = ReportAction(
    action=Permission.ASSIGN_REPORTS,
    name="assign",
    title=_("Assign to"),
    explanation=_("The moderator finds the report among their own until the claim expires."),
    done=_("The report is assigned to {to}."),
    fields={
        "to": lambda report: forms.ModelChoiceField(
            moderators_assignable(), label=_("Moderator"), empty_label=_("Choose...")
        )
    },
    roles=SENIORS,
    available=is_waiting,
    perform=service(reports.report_assign),
)
ASK = ReportAction(
    action=Action.ASK_REPORTER,
    name="ask",
    title=_("Ask the reporter"),
    explanation=_("The user can answer while the report is open. They do not see who asks."),
    notifies=_("The user who made the report is notified."),
    done=_("The question was sent."),
    fields={"text": fields.text(TEXT_LENGTH, label=_("Question"))},
    perform=service(reports.reporter_ask),
    claims=True,
    single_use=True,
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
MERGE = MergeReports(
    action=Action.MERGE_REPORTS,
    name="merge",
    title=_("Merge"),
    explanation=_(
        "The chosen reports leave the queue now, and are closed together with this one later."
    ),
    done=_("The reports were merged."),
    available=is_waiting,
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
    notifies=_("The users who made the reports are notified, and the users who are affected."),
    done=_("The report was closed."),
    fields={
        "remove": lambda report: forms.BooleanField(
            required=False, label=_("Also remove the message")
        ),
        "days": lambda report: forms.TypedChoiceField(
            choices=[("", _("Choose...")), *DAYS],
            coerce=int,
            empty_value=None,
            required=False,
            label=_("Duration"),
            help_text=_("Of a mute or ban."),
        ),
        "until": until_field,
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

REPORT_ACTIONS: tuple[ReportAction, ...] = (CLAIM, CLOSE, ASK, NOTE, MERGE, ASSIGN, RELEASE)
"""In the order of the page."""
