"""What users see of their reports and sanctions, and moderators of shared addresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, UUIDField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Replace
from django.utils.translation import gettext_lazy as _

from accounts.models import FingerprintKind, User
from accounts.selectors import fingerprints_shared
from core import database_clock
from games.models import Game, Seat, SeatAssignment
from games.play.documents import user_document
from moderation.errors import ReportNotFound
from moderation.models import About, Action, Appeal, AuditEntry, Permission, Report, State
from moderation.permissions import involvement_check, permission_check

Document = dict[str, Any]
SANCTIONS = {Action.BAN_USER: "ban", Action.MUTE_USER: "mute", Action.WARN_USER: "warning"}
"""What can be appealed against, and what users call it."""
ON_REPORTS = (Action.CLOSE_REPORT, Action.MERGE_REPORTS, Action.WARN_USER, Action.REMOVE_MESSAGE)
"""What tells of a report whoever reads of it."""


# --- reports of a user -------------------------------------------------------------------------


def reports_of(*, user: User) -> QuerySet[Report]:
    """Those that ``user`` has made, the newest first."""
    return Report.objects.filter(by=user).select_related("user")


def report_of(*, user: User, report_id: UUID) -> Report:
    """Raises ReportNotFound."""
    report = reports_of(user=user).filter(id=report_id).first()
    if report is None:
        raise ReportNotFound
    return report


def is_claimed(report: Report, *, now: datetime) -> bool:
    """Whether a moderator is at it."""
    return report.claimed_until is not None and report.claimed_until > now


def report_document(report: Report, *, now: datetime) -> Document:
    """A report as its maker sees it: of moderators, their notes and other reports nothing."""
    claimed = report.state == State.OPEN and is_claimed(report, now=now)
    return {
        "id": report.id,
        "about": report.about,
        "user": user_document(report.user) if report.user else None,
        "game": report.game_id,
        "room": report.evidence.get("room"),
        "number": report.evidence.get("number"),
        "category": report.category,
        "text": report.text,
        "state": "claimed" if claimed else report.state,
        "created_at": report.created_at,
        "closed_at": report.closed_at,
        "outcome": public_outcome(report),
        "answer": report.answer,
    }


def public_outcome(report: Report) -> str | None:
    """Who reported is told whether something was done, not what: that is between the service and
    the other user.
    """
    if report.state in (State.OPEN, State.WITHDRAWN):
        return None
    return "acted" if report.state == State.RESOLVED else "nothing"


# --- sanctions of a user -----------------------------------------------------------------------


def sanctions_of(*, user: User) -> QuerySet[AuditEntry]:
    """What was done to ``user``, the newest first."""
    entries = AuditEntry.objects.filter(user=user.id, action__in=SANCTIONS)
    return entries.select_related("appeal").order_by("-at", "-id")


def sanction_document(entry: AuditEntry) -> Document:
    """A sanction as its user sees it: neither who imposed it, nor who reported."""
    appeal: Appeal | None = getattr(entry, "appeal", None)
    return {
        "id": entry.pk,
        "action": SANCTIONS[Action(entry.action)],
        "at": entry.at,
        "until": entry.data.get("until"),
        "reason": entry.data.get("shown", ""),
        "appeal": appeal and appeal_document(appeal),
    }


def appeal_document(appeal: Appeal) -> Document:
    return {
        "text": appeal.text,
        "created_at": appeal.created_at,
        "ruling": appeal.ruling or None,
        "answer": appeal.answer,
        "decided_at": appeal.decided_at,
    }


# --- for moderators ----------------------------------------------------------------------------


SHARED = {
    FingerprintKind.ADDRESS: _("Seats %(one)s and %(two)s share one address since %(since)s UTC."),
    FingerprintKind.NETWORK: _("Seats %(one)s and %(two)s share one network since %(since)s UTC."),
    FingerprintKind.DEVICE: _("Seats %(one)s and %(two)s share one device since %(since)s UTC."),
}


@dataclass(frozen=True, slots=True)
class SeatHint:
    """Two seats of a game whose users share an address, a network or a device."""

    seats: tuple[int, int]
    kind: str
    since: datetime
    last: datetime

    def __str__(self) -> str:
        one, two = self.seats
        since = f"{self.since:%Y-%m-%d %H:%M}"
        return SHARED[FingerprintKind(self.kind)] % {"one": one, "two": two, "since": since}


def fingerprints_shared_with(*, by: User, game_id: UUID) -> list[SeatHint]:
    """Which seats of a game may be one person's: those who sit there, and who sat there before.

    A hint, no proof: families and schools share addresses. Raises NotPermitted, ConflictOfInterest.
    """
    permission_check(by, Permission.SEE_SHARED_ADDRESSES)
    involvement_check(by, game_id)
    seats = seats_by_user(game_id)
    return [
        SeatHint((min(pair), max(pair)), shared.kind, shared.since, shared.last)
        for shared in fingerprints_shared(seats)
        for pair in product(*(sorted(seats[user]) for user in shared.users))
        if pair[0] != pair[1]
    ]


def seats_by_user(game_id: UUID) -> dict[UUID, set[int]]:
    seats: dict[UUID, set[int]] = {}
    sits = Seat.objects.filter(game=game_id, user__isnull=False).values_list("user", "number")
    sat = SeatAssignment.objects.filter(game=game_id).values_list("user", "seat")
    for user, seat in (*sits, *sat):
        if user is not None:
            seats.setdefault(user, set()).add(seat)
    return seats


def involving(user: User, *, game: str = "game") -> Q:
    """The rows whose ``game`` is a game that ``user`` hosts, or sits or has sat in."""
    parts = (
        Game.objects.filter(created_by=user).order_by().values("id"),
        Seat.objects.filter(user=user).order_by().values("game"),
        SeatAssignment.objects.filter(user=user).order_by().values("game"),
    )
    hosted, sits, sat = (Q(**{f"{game}__in": part}) for part in parts)
    return hosted | sits | sat


def reports_visible(*, to: User, among: QuerySet[Report] | None = None) -> QuerySet[Report]:
    """The reports, of all or ``among`` some, that a moderator may read: not his own, nor who has
    reported him, or a game of his; nor those about staff who is no administrator.
    """
    reports = Report.objects.all() if among is None else among
    shown = reports.exclude(by=to).exclude(user=to).exclude(involving(to))
    return shown if to.is_superuser else shown.exclude(user__is_staff=True)


def entries_visible(*, to: User, among: QuerySet[AuditEntry] | None = None) -> QuerySet[AuditEntry]:
    """The log, or what of it is ``among`` some, as a moderator may read it: not what others did
    about reports that he has made, or that are about himself or a game of his, nor about those
    that these were merged into. Of a report that is deleted nobody can tell any more: what others
    did about it only administrators read.
    """
    his = Report.objects.filter(Q(by=to) | Q(user=to) | involving(to))
    ids = {str(one) for pair in his.values_list("id", "merged_into") for one in pair if one}
    part = Q(user=to.id) | involving(to)
    part |= Q(data__report__in=ids) | Q(data__into__in=ids)
    on_reports = AuditEntry.objects.filter(action__in=ON_REPORTS).order_by()
    if not to.is_superuser:
        on_reports = on_reports.annotate(kept=report_exists())
        part |= Q(data__has_key="report", kept=False)
    others = Q(by=None) | ~Q(by=to)
    entries = AuditEntry.objects.all() if among is None else among
    # Apart: a key that ``data`` does not have is NULL, and what excludes NULL excludes nothing.
    return entries.exclude(pk__in=on_reports.filter(part & others).values("pk"))


def report_exists() -> Exists:
    """Whether the report that an entry of the log names is still there."""
    named = Replace(KeyTextTransform("report", OuterRef("data")), Value("-"), Value(""))
    return Exists(Report.objects.filter(id=Cast(named, UUIDField())))


def reports_open() -> QuerySet[Report]:
    """The reports about games, or messages in them, that nobody has closed."""
    return Report.objects.filter(game__isnull=False, state=State.OPEN)


def reports_like(report: Report, *, to: User) -> Iterable[Report]:
    """Other open reports about the same user or game, of those that ``to`` may read: what may be
    merged.
    """
    same = {"user": report.user} if report.user_id else {"game": report.game_id}
    others = reports_visible(to=to).filter(state=State.OPEN, merged_into=None, **same)
    if not report.user_id:
        others = others.filter(about=About.GAME)
    return others.exclude(id=report.id).select_related("by")


def reports_unclaimed(*, now: datetime | None = None) -> QuerySet[Report]:
    """Open reports that nobody holds."""
    at = now or database_clock.now()
    return Report.objects.filter(state=State.OPEN).exclude(claimed_until__gt=at)
