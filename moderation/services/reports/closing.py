"""Closing and merging of reports, and the measures that a report can lead to."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from accounts.selectors import is_deleted_user
from core.errors import Invalid
from moderation.errors import ReportNotFound
from moderation.models import ANSWER_LENGTH, Outcome, Report, State
from moderation.notifications import report_closed_notify, warning_notify
from moderation.services.reports.handling import report_claim, report_find, report_reach_check


def report_close(*, by: User, report: Report, outcome: str, answer: str = "") -> Report:
    """Close a report and all reports merged into it. Their authors read ``answer``.

    Raises ConflictOfInterest or StaffOnly if ``by`` may not handle one of them, and Invalid.
    """
    if outcome not in Outcome.values:
        detail = _("This must be one of %(known)s.") % {"known": ", ".join(Outcome.values)}
        raise Invalid.field("/outcome", "invalid", detail)
    if len(answer := answer.strip()) > ANSWER_LENGTH:
        detail = _("At most %(most)s characters.") % {"most": ANSWER_LENGTH}
        raise Invalid.field("/answer", "max_length", detail)
    now = timezone.now()
    for one in [report, *duplicates_lock(by=by, report=report)]:
        _close_one(one, by=by, outcome=outcome, answer=answer, now=now)
    return report


def duplicates_lock(*, by: User, report: Report) -> list[Report]:
    """Lock and return the open reports that were merged into a report.

    Raises ConflictOfInterest or StaffOnly if ``by`` may not handle one of them.
    """
    merged = report.duplicates.select_for_update(of=("self",)).filter(state=State.OPEN)
    duplicates = list(merged.select_related("user", "by").order_by("id"))
    for duplicate in duplicates:
        report_reach_check(by=by, report=duplicate)
    return duplicates


def _close_one(report: Report, *, by: User, outcome: str, answer: str, now: datetime) -> None:
    report.state = State.DISMISSED if outcome == Outcome.NOTHING else State.RESOLVED
    report.closed_at, report.closed_by, report.outcome, report.answer = now, by, outcome, answer
    report.claimed_by = report.claimed_until = None
    report.save()
    words_erase(report)
    report_closed_notify(report)


def words_erase(report: Report) -> None:
    """Blank the texts in a closed report that come from deleted users."""
    if is_deleted_user(report.by):
        Report.objects.filter(id=report.id).update(text="", answer="")
    if report.user is not None and is_deleted_user(report.user):
        Report.objects.filter(id=report.id).update(evidence={}, text="")


def report_merge(*, by: User, report: Report, into_id: UUID) -> Report:
    """Merge a duplicate, and its own duplicates, into another report, which is claimed.

    Closing the other report closes them all. Raises ConflictOfInterest or StaffOnly if ``by`` may
    not handle one of them, ReportNotFound, ReportClosed, ReportClaimed, and Invalid if the two
    reports are the same or are not about the same user or game.
    """
    into = merge_target_claim(by=by, report_id=into_id)
    while into.merged_into_id is not None:
        into = merge_target_claim(by=by, report_id=into.merged_into_id)
    same_game = bool(report.user_id) or report.game_id == into.game_id
    if into == report or report.user_id != into.user_id or not same_game:
        raise Invalid.field("/into_id", "another", _("This is not about the same user or game."))
    duplicates_lock(by=by, report=report)
    report.merged_into = into
    report.claimed_by = report.claimed_until = None
    report.save(update_fields=["merged_into", "claimed_by", "claimed_until"])
    report.duplicates.update(merged_into=into)
    return report


def merge_target_claim(*, by: User, report_id: UUID) -> Report:
    """Claim and return the report that another one is merged into."""
    report = report_find(report_id)
    report_reach_check(by=by, report=report)
    return report_claim(by=by, report=report)


def user_warn(*, report: Report, shown: str) -> None:
    """Warn the reported user, who reads ``shown`` in their list of sanctions.

    Raises ReportNotFound if the report is not about a user, and Invalid.
    """
    if report.user is None:
        raise ReportNotFound
    if not 1 <= len(shown.strip()) <= SHOWN_LENGTH:
        detail = _("1 to %(most)s characters, for the user.") % {"most": SHOWN_LENGTH}
        raise Invalid.field("/shown", "length", detail)
    warning_notify(report.user)
