"""Personal data in reports, appeals and notes: export, erasure and expiry.

Deleting an account does not end a report about it: an open report stays until it is closed, but
without the username.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import DeletedUser, ExportFile, PersonalDataHandler, handler_register
from moderation.models import Appeal, Report, ReportMessage, ReportNote, State, UserNote
from moderation.models.report import ANSWER_LENGTH, TEXT_LENGTH
from moderation.selectors import (
    message_document,
    report_document,
    reports_of,
    sanction_document,
    sanctions_of,
)
from moderation.services.appeals import appeals_withdraw
from moderation.services.form_nonces import form_nonces_purge
from moderation.services.reports.closing import words_erase


def register() -> None:
    """Register what this app exports and deletes for a user."""
    handler_register(
        PersonalDataHandler(
            "moderation", export_files=export_files_of, end_activity=end_activity, erase=erase
        )
    )


def export_files_of(user: User) -> list[ExportFile]:
    """Return the files that this app adds to the export of a user."""
    return [("reports", reports(user)), ("sanctions", sanctions(user))]


def reports(user: User) -> Iterator[dict[str, Any]]:
    """Yield the reports that the user made, with their messages, not those about them."""
    now = timezone.now()
    for report in reports_of(user=user).prefetch_related("messages").iterator(chunk_size=100):
        messages = [message_document(one, user=user) for one in report.messages.all()]
        yield report_document(report, now=now) | {"messages": messages}


def sanctions(user: User) -> Iterator[dict[str, Any]]:
    """Yield the sanctions of the user, as they see them."""
    yield from map(sanction_document, sanctions_of(user=user).iterator())


def end_activity(user: User) -> None:
    """Withdraw the open appeals of the user."""
    appeals_withdraw(user=user)


@transaction.atomic
def erase(deleted_user: DeletedUser) -> None:
    """Blank the user's texts in closed reports, and replace the username in open ones.

    In reports by or about the user, every occurrence of the username as a word is replaced. In
    other reports, only mentions after an @ are: the username may be an ordinary word there. Reports
    about a seat of the user are such other reports: a change would tell their author who had the
    seat. Notes on the user are deleted.
    """
    user = deleted_user.user
    Appeal.objects.filter(user=user).update(text="", answer="")
    own = Q(by=user) | Q(user=user, seat=None)
    for report in Report.objects.filter(own).exclude(state=State.OPEN).select_related("by", "user"):
        words_erase(report)
    old_name = deleted_user.username
    naming = own | Q(text__icontains=f"@{old_name}") | Q(answer__icontains=f"@{old_name}")
    naming |= Q(evidence__text__icontains=f"@{old_name}")
    for report in Report.objects.filter(naming).order_by("id").select_for_update():  # may be closed
        replace_name = renaming(deleted_user, report)
        report.text = replace_name(report.text)[:TEXT_LENGTH]  # the new name may be longer
        report.answer = replace_name(report.answer)[:ANSWER_LENGTH]
        if message := report.evidence.get("text"):
            report.evidence["text"] = replace_name(message)
        report.save(update_fields=["text", "answer", "evidence"])
    for model in (ReportNote, ReportMessage):
        for note in model.objects.filter(text__icontains=old_name).select_related("report"):
            note.text = renaming(deleted_user, note.report)(note.text)[:TEXT_LENGTH]
            note.save(update_fields=["text"])
    UserNote.objects.filter(user=user).delete()
    for remark in UserNote.objects.filter(text__icontains=f"@{old_name}"):
        remark.text = deleted_user.replace_mentions(remark.text)[:TEXT_LENGTH]
        remark.save(update_fields=["text"])


def renaming(deleted_user: DeletedUser, report: Report) -> Callable[[str], str]:
    """Return the function that replaces the username in the texts of a report."""
    about = report.user_id if report.seat is None else None
    own = deleted_user.user.id in (report.by_id, about)
    return deleted_user.replace_name if own else deleted_user.replace_mentions


def expired_purge(*, now: datetime) -> None:
    """Delete old closed reports and all old notes, and blank the texts of old appeals.

    Appeals stay, since each sanction can be appealed against only once. So does the audit log.
    """
    form_nonces_purge(now=now)
    before = now - timedelta(days=settings.REPORT_RETENTION_DAYS)
    Report.objects.filter(closed_at__lt=before).delete()
    kept = timedelta(days=settings.USER_NOTE_RETENTION_DAYS)
    UserNote.objects.filter(at__lt=now - kept).delete()
    old = Appeal.objects.filter(decided_at__lt=before)
    old.exclude(text="", answer="").update(text="", answer="")
