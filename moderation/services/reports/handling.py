"""Moderators at work on reports: one at a time, and nobody on what he has a part in."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from accounts.models import User
from citadels import database_clock
from citadels.api.errors import Invalid
from moderation.errors import ConflictOfInterest, ReportClaimed, ReportClosed, ReportNotFound
from moderation.models import TEXT_LENGTH, Act, Duty, Report, ReportNote, State
from moderation.services.permission import allowed, no_part_in, user_within_reach


@transaction.atomic
def report_claim(*, by: User, report_id: UUID) -> Report:
    """Take a report on, for ``REPORT_CLAIM_MINUTES``; again: for as long from now.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound, ReportClosed, ReportClaimed.
    """
    report = report_within_reach(by=by, report_id=report_id)
    now = database_clock.now()
    free = Q(claimed_by=None) | Q(claimed_by=by) | Q(claimed_until__lte=now)
    # One statement: of two moderators at once, one gets it.
    claimed = Report.objects.filter(free, id=report.id, state=State.OPEN).update(
        claimed_by=by, claimed_until=now + timedelta(minutes=settings.REPORT_CLAIM_MINUTES)
    )
    report.refresh_from_db()
    if report.state != State.OPEN:
        raise ReportClosed
    if not claimed:
        raise ReportClaimed
    return report


@transaction.atomic
def report_release(*, by: User, report_id: UUID) -> Report:
    """Leave a report to others. Raises NotPermitted, ReportNotFound, ReportClaimed."""
    allowed(by, Duty.HANDLE_REPORTS)
    if not Report.objects.filter(id=report_id).exists():
        raise ReportNotFound
    mine = Report.objects.filter(id=report_id, claimed_by=by)
    if not mine.update(claimed_by=None, claimed_until=None):
        raise ReportClaimed
    return Report.objects.get(id=report_id)


@transaction.atomic
def report_note(*, by: User, report_id: UUID, text: str) -> ReportNote:
    """Tell other moderators something about a report, closed ones, too; no player reads it.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound, Invalid.
    """
    report = report_within_reach(by=by, report_id=report_id)
    text = text.strip()
    if not 1 <= len(text) <= TEXT_LENGTH:
        raise Invalid.field("/text", "length", f"1 to {TEXT_LENGTH} characters.")
    return ReportNote.objects.create(report=report, by=by, text=text)


def report_within_reach(
    *, by: User, report_id: UUID, act: Act | Duty = Duty.HANDLE_REPORTS
) -> Report:
    """A report that ``by`` may work on: he has not made it, it is not about him nor about a match
    of his, and about staff only for administrators.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound.
    """
    allowed(by, act)
    report = Report.objects.select_related("user", "by").filter(id=report_id).first()
    if report is None:
        raise ReportNotFound
    report_reached(by=by, report=report, act=act)
    return report


def report_reached(*, by: User, report: Report, act: Act | Duty) -> None:
    """Let pass who has no part in a report. Raises ConflictOfInterest, StaffOnly."""
    if report.by_id == by.id:
        raise ConflictOfInterest
    if report.user is not None:
        user_within_reach(by, report.user)
    if report.game_id is not None:
        no_part_in(by, report.game_id, act)
