"""The end of a report: with an outcome, words to who made it, and a reason in the log."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import REASON_LENGTH as SHOWN_LENGTH
from accounts.models import User
from accounts.selectors import user_gone
from citadels.api.errors import Invalid
from games.services.talk import message_remove
from moderation.errors import ReportNotFound
from moderation.models import ANSWER_LENGTH, Act, AuditEntry, Outcome, Report, State
from moderation.notices import report_closed_told, warned_told
from moderation.services.audit import audit
from moderation.services.reports.handling import report_claim, report_reached, report_within_reach


@transaction.atomic
def report_close(
    *, by: User, report_id: UUID, outcome: str, answer: str = "", reason: str
) -> Report:
    """Close a report, and all that were merged into it; who made them reads ``answer``. Each of
    them has to be one that ``by`` may close.

    Takes it on first, if it is free. ``reason`` is for the log. Raises NotPermitted,
    ConflictOfInterest, StaffOnly, ReportNotFound, ReportClosed, ReportClaimed, Invalid.
    """
    report_within_reach(by=by, report_id=report_id, act=Act.CLOSE_REPORT)
    report = report_claim(by=by, report_id=report_id)
    if outcome not in Outcome.values:
        raise Invalid.field("/outcome", "invalid", f"One of {', '.join(Outcome.values)}.")
    if len(answer := answer.strip()) > ANSWER_LENGTH:
        raise Invalid.field("/answer", "max_length", f"At most {ANSWER_LENGTH} characters.")
    now = timezone.now()
    for one in [report, *duplicates_locked(by=by, report=report, act=Act.CLOSE_REPORT)]:
        _closed(one, by=by, outcome=outcome, answer=answer, now=now)
    audit(
        by=by,
        act=Act.CLOSE_REPORT,
        reason=reason,
        game=report.game_id,
        user=report.user_id,
        data={"report": str(report.id), "outcome": outcome},
    )
    return report


def duplicates_locked(*, by: User, report: Report, act: Act) -> list[Report]:
    """What is open and was merged into a report, locked. Raises ConflictOfInterest, StaffOnly: one
    of them is out of reach for ``act`` of ``by``.
    """
    merged = report.duplicates.select_for_update(of=("self",)).filter(state=State.OPEN)
    found = list(merged.select_related("user", "by").order_by("id"))
    for one in found:
        report_reached(by=by, report=one, act=act)
    return found


def _closed(report: Report, *, by: User, outcome: str, answer: str, now: datetime) -> None:
    report.state = State.DISMISSED if outcome == Outcome.NOTHING else State.RESOLVED
    report.closed_at, report.closed_by, report.outcome, report.answer = now, by, outcome, answer
    report.claimed_by = report.claimed_until = None
    report.save()
    words_blank(report)
    report_closed_told(report)


def words_blank(report: Report) -> None:
    """Of a closed report the words of those who have deleted their accounts are not kept."""
    if user_gone(report.by):
        Report.objects.filter(id=report.id).update(text="", answer="")
    if report.user is not None and user_gone(report.user):
        Report.objects.filter(id=report.id).update(evidence={}, text="")


@transaction.atomic
def report_merge(*, by: User, report_id: UUID, into_id: UUID, reason: str) -> Report:
    """Let a duplicate be closed with another report about the same user or match, and with it what
    was merged into it: each of them has to be one that ``by`` may merge.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound, ReportClosed, ReportClaimed,
    Invalid: they are about different things, or one is the other.
    """
    report_within_reach(by=by, report_id=report_id, act=Act.MERGE_REPORTS)
    report, into = (report_claim(by=by, report_id=one) for one in (report_id, into_id))
    while into.merged_into_id is not None:
        into = report_claim(by=by, report_id=into.merged_into_id)
    same_match = bool(report.user_id) or report.game_id == into.game_id
    if into == report or report.user_id != into.user_id or not same_match:
        raise Invalid.field("/into", "another", "This is not about the same user or match.")
    duplicates_locked(by=by, report=report, act=Act.MERGE_REPORTS)
    report.merged_into = into
    report.claimed_by = report.claimed_until = None
    report.save(update_fields=["merged_into", "claimed_by", "claimed_until"])
    report.duplicates.update(merged_into=into)
    audit(
        by=by,
        act=Act.MERGE_REPORTS,
        reason=reason,
        game=report.game_id,
        user=report.user_id,
        data={"report": str(report.id), "into": str(into.id)},
    )
    return report


@transaction.atomic
def report_remove_message(*, by: User, report_id: UUID, reason: str) -> Report:
    """Take the reported message out of its room; the report stays open.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound, ReportClaimed, Invalid: the
    report is about no message, or it was removed.
    """
    report_within_reach(by=by, report_id=report_id, act=Act.REMOVE_MESSAGE)
    report = report_claim(by=by, report_id=report_id)
    if report.message is None or not message_remove(message=report.message):
        raise Invalid.field("", "no_message", "There is no message to be removed.")
    audit(
        by=by,
        act=Act.REMOVE_MESSAGE,
        reason=reason,
        game=report.game_id,
        user=report.user_id,
        data={"report": str(report.id), "message": report.evidence.get("number")},
    )
    return report


@transaction.atomic
def user_warn(*, by: User, report_id: UUID, shown: str, reason: str) -> AuditEntry:
    """Warn the reported user: he reads ``shown``, and nothing of the report.

    Raises NotPermitted, ConflictOfInterest, StaffOnly, ReportNotFound, ReportClosed, ReportClaimed,
    Invalid.
    """
    report_within_reach(by=by, report_id=report_id, act=Act.WARN_USER)
    report = report_claim(by=by, report_id=report_id)
    if report.user is None:
        raise ReportNotFound
    if not 1 <= len(shown := shown.strip()) <= SHOWN_LENGTH:
        raise Invalid.field("/shown", "length", f"1 to {SHOWN_LENGTH} characters, for the user.")
    entry = audit(
        by=by,
        act=Act.WARN_USER,
        reason=reason,
        game=report.game_id,
        user=report.user_id,
        data={"report": str(report.id), "shown": shown},
    )
    warned_told(report.user)
    return entry
