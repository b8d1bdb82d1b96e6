"""What reports keep of users: handed out, forgotten when they go, deleted when it is old.

Who is reported does not escape by going: what is open stays until it is closed, without his name.
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
from moderation.models import Appeal, Report, ReportNote, State
from moderation.models.report import ANSWER_LENGTH, TEXT_LENGTH
from moderation.selectors import report_document, reports_of, sanction_document, sanctions_of
from moderation.services.appeals import appeals_withdraw
from moderation.services.form_nonces import form_nonces_purge
from moderation.services.reports.closing import words_erase


def register() -> None:
    handler_register(
        PersonalDataHandler(
            "moderation", export_files=export_files_of, end_activity=end_activity, erase=erase
        )
    )


def export_files_of(user: User) -> list[ExportFile]:
    return [("reports", reports(user)), ("sanctions", sanctions(user))]


def reports(user: User) -> Iterator[dict[str, Any]]:
    """Those that he has made: not those about him."""
    now = timezone.now()
    for report in reports_of(user=user).iterator():
        yield report_document(report, now=now)


def sanctions(user: User) -> Iterator[dict[str, Any]]:
    yield from map(sanction_document, sanctions_of(user=user).iterator())


def end_activity(user: User) -> None:
    appeals_withdraw(user=user)


@transaction.atomic
def erase(deleted_user: DeletedUser) -> None:
    """Blank his words in what is closed, and call him by his new name in what is open.

    In reports by him or about him his name is taken for a name wherever it is a word; in those of
    others only after an @, since it may be any word.
    """
    user = deleted_user.user
    Appeal.objects.filter(user=user).update(text="", answer="")
    own = Q(by=user) | Q(user=user)
    for report in Report.objects.filter(own).exclude(state=State.OPEN).select_related("by", "user"):
        words_erase(report)
    named = deleted_user.username
    naming = own | Q(text__icontains=f"@{named}") | Q(answer__icontains=f"@{named}")
    naming |= Q(evidence__text__icontains=f"@{named}")
    for report in Report.objects.select_for_update().filter(naming):  # one may be closed meanwhile
        replace_name = renaming(deleted_user, report)
        report.text = replace_name(report.text)[:TEXT_LENGTH]  # the new name may be longer
        report.answer = replace_name(report.answer)[:ANSWER_LENGTH]
        if said := report.evidence.get("text"):
            report.evidence["text"] = replace_name(said)
        report.save(update_fields=["text", "answer", "evidence"])
    for note in ReportNote.objects.filter(text__icontains=named).select_related("report"):
        note.text = renaming(deleted_user, note.report)(note.text)[:TEXT_LENGTH]
        note.save(update_fields=["text"])


def renaming(deleted_user: DeletedUser, report: Report) -> Callable[[str], str]:
    """How his name is replaced in what was written in a report."""
    own = deleted_user.user.id in (report.by_id, report.user_id)
    return deleted_user.replace_name if own else deleted_user.replace_mentions


def expired_purge(*, now: datetime) -> None:
    """Delete reports with their notes that have long been closed, and the words of appeals: that
    there was one stays, since nobody appeals twice. So does the log.
    """
    form_nonces_purge(now=now)
    before = now - timedelta(days=settings.REPORT_RETENTION_DAYS)
    Report.objects.filter(closed_at__lt=before).delete()
    old = Appeal.objects.filter(decided_at__lt=before)
    old.exclude(text="", answer="").update(text="", answer="")
