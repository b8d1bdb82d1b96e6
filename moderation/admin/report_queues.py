"""The queues of open reports: on the first page of the admin, and as links above the list."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.models import Question, Report, State
from moderation.selectors import reports_waiting

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

OVERDUE = timedelta(days=1)
"""The age from which an open report is overdue."""
MOST = 1000
"""Only this many open reports are counted, so that a long queue does not make the page slow."""


def queues(*, by: User, now: datetime) -> dict[str, tuple[StrOrPromise, Q]]:
    """Return the label and the filter of each queue of open reports, by its name in URLs."""
    claimed, own = Q(claimed_until__gt=now), Q(claimed_by=by)
    answered = Q(question=Question.ANSWERED) | Q(pk__in=merged_answers())
    return {
        "all": (_("Open reports"), Q()),
        "free": (_("Unclaimed reports"), ~claimed),
        "mine": (_("My reports"), claimed & own),
        "others": (_("Claimed by others"), claimed & ~own),
        "answered": (_("Answered questions"), answered),
        "overdue": (_("Overdue reports"), Q(created_at__lt=now - OVERDUE)),
    }


def merged_answers() -> QuerySet[Any]:
    """Return the ids of the reports that others with an answered question were merged into."""
    merged = Report.objects.filter(state=State.OPEN, merged_into__isnull=False)
    return merged.filter(question=Question.ANSWERED).order_by().values_list("merged_into")


def queue_links(by: User) -> list[dict[str, Any]]:
    """Return the queues with the numbers of reports that the moderator may handle."""
    known = queues(by=by, now=timezone.now())
    oldest = reports_waiting(to=by).order_by("created_at")[:MOST]
    counts = oldest.aggregate(**{name: Count("pk", filter=one) for name, (_, one) in known.items()})
    more = "+" if counts["all"] == MOST else ""
    url = reverse("admin:moderation_report_changelist")
    return [
        {
            "name": name,
            "label": label,
            "url": f"{url}?queue={name}",
            "count": f"{counts[name]}{more}",
        }
        for name, (label, _) in known.items()
    ]
