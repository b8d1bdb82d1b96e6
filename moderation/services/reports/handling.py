"""Claims and notes: one moderator at a time handles a report, and only without being involved."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, When
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.staff.errors import NothingToDo
from moderation.errors import (
    ConflictOfInterest,
    NotPermitted,
    ReportClaimed,
    ReportClosed,
    ReportNotFound,
)
from moderation.models import Permission, Report, ReportNote, State
from moderation.permissions import involvement_check, permission_check, user_reach_check
from moderation.selectors import claimable
from moderation.services.users import note_validate


def report_find(report_id: UUID) -> Report:
    """Return the report. Raises ReportNotFound."""
    report = Report.objects.select_related("user", "by").filter(id=report_id).first()
    if report is None:
        raise ReportNotFound
    return report


def report_reach_check(*, by: User, report: Report) -> None:
    """Check that a moderator may handle a report.

    Raises ConflictOfInterest if the moderator made the report, or if it is about them or one of
    their games, and StaffOnly if it is about staff and the moderator is not an administrator.
    """
    if report.by_id == by.id:
        raise ConflictOfInterest
    if report.user is not None:
        user_reach_check(by, report.user)
    if report.game_id is not None:
        involvement_check(by, report.game_id)


@transaction.atomic
def report_claim(
    *, by: User, report: Report, assigned_by: User | None = None, merged: bool = True
) -> Report:
    """Claim a report for ``REPORT_CLAIM_MINUTES``, or renew the claim.

    With ``assigned_by``, another moderator claims it for ``by``, and can pass on their own claim.

    Raises NotPermitted, ReportClosed, ReportClaimed, and NothingToDo if the report is merged into
    another one and ``merged`` is false.
    """
    if report.merged_into_id is not None and not merged:
        raise NothingToDo(_("This report is merged into another one."))
    permission_check(by, Permission.HANDLE_REPORTS)
    now = database_clock.now()
    free = claimable(by, now=now) | Q(claimed_by=assigned_by or by)
    renewed = When(claimed_by=by, claimed_until__gt=now, then=F("assigned_by"))
    # One statement, so that only one of two concurrent moderators gets the claim.
    claimed = Report.objects.filter(free, id=report.id, state=State.OPEN).update(
        claimed_by=by,
        claimed_until=now + timedelta(minutes=settings.REPORT_CLAIM_MINUTES),
        assigned_by=assigned_by or Case(renewed, default=None),
    )
    report.refresh_from_db()
    if report.state != State.OPEN:
        raise ReportClosed
    if not claimed:
        raise ReportClaimed
    return report


def report_assign(*, by: User, report: Report, to: User) -> Report:
    """Claim a report for another moderator. Raises Invalid, and as ``report_claim``."""
    try:
        report_reach_check(by=to, report=report)
        return report_claim(by=to, report=report, assigned_by=by, merged=False)
    except NotPermitted:
        detail = _("%(who)s cannot handle this report. Choose another moderator.") % {"who": to}
        raise Invalid.field("/to", "not_permitted", detail) from None


def report_release(*, by: User, report: Report) -> None:
    """End the claim of a moderator. Raises ReportClaimed if they have not claimed the report."""
    mine = Report.objects.filter(id=report.id, claimed_by=by)
    if not mine.update(claimed_by=None, claimed_until=None):
        raise ReportClaimed


def report_note(*, by: User, report: Report, text: str) -> ReportNote:
    """Add a note that only moderators read. Raises Invalid."""
    return ReportNote.objects.create(report=report, by=by, text=note_validate(text))
