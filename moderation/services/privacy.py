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
from accounts.personal_data import Keeper, Leaver, Part, keep
from moderation.models import Appeal, Report, ReportNote, State
from moderation.models.report import ANSWER_LENGTH, TEXT_LENGTH
from moderation.selectors import report_document, reports_of, sanction_document, sanctions_of
from moderation.services.appeals import appeals_withdraw
from moderation.services.form_nonces import sent_forms_purge
from moderation.services.reports.closing import words_blank


def register() -> None:
    keep(Keeper("moderation", parts=parts_of, leave=leave, forget=forget))


def parts_of(user: User) -> list[Part]:
    return [("reports", reports(user)), ("sanctions", sanctions(user))]


def reports(user: User) -> Iterator[dict[str, Any]]:
    """Those that he has made: not those about him."""
    now = timezone.now()
    for report in reports_of(user=user).iterator():
        yield report_document(report, now=now)


def sanctions(user: User) -> Iterator[dict[str, Any]]:
    yield from map(sanction_document, sanctions_of(user=user).iterator())


def leave(user: User) -> None:
    appeals_withdraw(user=user)


@transaction.atomic
def forget(leaver: Leaver) -> None:
    """Blank his words in what is closed, and call him by his new name in what is open.

    In reports by him or about him his name is taken for a name wherever it is a word; in those of
    others only after an @, since it may be any word.
    """
    user = leaver.user
    Appeal.objects.filter(user=user).update(text="", answer="")
    own = Q(by=user) | Q(user=user)
    for report in Report.objects.filter(own).exclude(state=State.OPEN).select_related("by", "user"):
        words_blank(report)
    named = leaver.username
    naming = own | Q(text__icontains=f"@{named}") | Q(answer__icontains=f"@{named}")
    naming |= Q(evidence__text__icontains=f"@{named}")
    for report in Report.objects.select_for_update().filter(naming):  # one may be closed meanwhile
        renamed = renaming(leaver, report)
        report.text = renamed(report.text)[:TEXT_LENGTH]  # the new name may be longer
        report.answer = renamed(report.answer)[:ANSWER_LENGTH]
        if said := report.evidence.get("text"):
            report.evidence["text"] = renamed(said)
        report.save(update_fields=["text", "answer", "evidence"])
    for note in ReportNote.objects.filter(text__icontains=named).select_related("report"):
        note.text = renaming(leaver, note.report)(note.text)[:TEXT_LENGTH]
        note.save(update_fields=["text"])


def renaming(leaver: Leaver, report: Report) -> Callable[[str], str]:
    """How his name is replaced in what was written in a report."""
    own = leaver.user.id in (report.by_id, report.user_id)
    return leaver.renamed if own else leaver.renamed_mentions


def old_purge(*, now: datetime) -> None:
    """Delete reports with their notes that have long been closed, and the words of appeals: that
    there was one stays, since nobody appeals twice. So does the log.
    """
    sent_forms_purge(now=now)
    before = now - timedelta(days=settings.REPORTS_KEPT_DAYS)
    Report.objects.filter(closed_at__lt=before).delete()
    old = Appeal.objects.filter(decided_at__lt=before)
    old.exclude(text="", answer="").update(text="", answer="")
