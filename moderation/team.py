"""Figures of the team of moderators."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from uuid import UUID

from django.db.models import Count, F, Min

from accounts.models import User
from moderation.models import Appeal, AuditEntry, Ruling, State
from moderation.selectors import SANCTIONS, appeals_visible, entries_visible, reports_visible


@dataclass(slots=True)
class Figures:
    """What one moderator did in a period, or all of them."""

    ages: list[timedelta] = field(default_factory=list)
    """The ages of the reports that they closed, without merged ones."""
    sanctions: int = 0
    decided: int = 0
    """The appeals that they decided."""
    lifted: int = 0
    """Their own sanctions that others lifted on appeal, whenever they were imposed."""

    @property
    def median_age(self) -> timedelta | None:
        if not self.ages:
            return None
        return timedelta(seconds=median(age.total_seconds() for age in self.ages))


@dataclass(frozen=True, slots=True)
class Team:
    """The figures of a period, and the reports that are open now."""

    members: list[tuple[User, Figures]]
    total: Figures
    open: int
    oldest: datetime | None


def team_figures(*, to: User, now: datetime, days: int) -> Team:
    """Return the figures of the last ``days``, from what ``to`` may see."""
    since = now - timedelta(days=days)
    figures: dict[UUID | None, Figures] = defaultdict(Figures)
    total = Figures()

    def both(user_id: UUID | None) -> tuple[Figures, Figures]:
        return figures[user_id], total

    reports = reports_visible(to=to).filter(merged_into=None).order_by()
    closed = reports.filter(closed_at__gte=since, closed_by__isnull=False)
    for by, age in closed.values_list("closed_by", F("closed_at") - F("created_at")):
        for one in both(by):
            one.ages.append(age)
    entries = entries_visible(to=to, among=AuditEntry.objects.filter(at__gte=since))
    imposed = entries.filter(action__in=SANCTIONS).order_by().values_list("by")
    for by, count in imposed.annotate(count=Count("id")):
        for one in both(by):
            one.sanctions += count
    appeals = appeals_visible(to=to, among=Appeal.objects.filter(decided_at__gte=since))
    rulings = appeals.exclude(ruling=Ruling.WITHDRAWN).order_by()
    for by, imposer, ruling in rulings.values_list("decided_by", "entry__by", "ruling"):
        for one in both(by):
            one.decided += 1
        for one in both(imposer) if ruling == Ruling.LIFTED else ():
            one.lifted += 1
    users = User.objects.filter(id__in=[one for one in figures if one]).order_by("username")
    waiting = reports.filter(state=State.OPEN).aggregate(open=Count("id"), oldest=Min("created_at"))
    return Team([(user, figures[user.id]) for user in users], total, **waiting)
