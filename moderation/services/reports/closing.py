"""Closing and merging of reports."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import is_deleted_user
from core.errors import Invalid
from moderation.models import ANSWER_LENGTH, Outcome, Report, State
from moderation.notifications import report_closed_notify
from moderation.selectors import reports_closable_with
from moderation.services.reports.handling import report_reach_check

NOT_CLOSABLE = gettext_lazy(
    "One of these reports was closed or claimed by another moderator meanwhile. Check the list."
)


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
        report.messages.all().delete()
    if report.user is not None and is_deleted_user(report.user):
        Report.objects.filter(id=report.id).update(evidence={}, text="")
        report.messages.all().delete()


def reports_merge(*, by: User, report: Report, ids: Collection[UUID]) -> list[Report]:
    """Merge other reports, with their own duplicates, into a report, and return them.

    Closing the report closes them all. Raises ConflictOfInterest or StaffOnly if ``by`` may not
    handle one of them, and Invalid if one is closed, claimed by another moderator or about
    something else.
    """
    others = reports_closable_with(report, by=by).select_for_update(of=("self",))
    found = list(others.filter(id__in=ids).order_by("id"))
    if len(found) != len(set(ids)):
        raise Invalid.field("/also", "changed", str(NOT_CLOSABLE))
    for other in found:
        duplicates_lock(by=by, report=other)
        other.merged_into = report
        other.claimed_by = other.claimed_until = None
        other.save(update_fields=["merged_into", "claimed_by", "claimed_until"])
        other.duplicates.update(merged_into=report)
    return found
