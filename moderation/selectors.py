"""Reads of reports, sanctions, the audit log and shared addresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations, product
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, UUIDField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Replace
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import FingerprintKind, User
from accounts.selectors import fingerprints_shared
from core import database_clock
from games.models import Game, Message, Seat, SeatAssignment
from games.play.documents import user_document
from moderation.errors import ReportNotFound
from moderation.models import About, Action, Appeal, AuditEntry, Permission, Report, State
from moderation.permissions import involvement_check, permission_check

Document = dict[str, Any]
SANCTIONS = {Action.BAN_USER: "ban", Action.MUTE_USER: "mute", Action.WARN_USER: "warning"}
"""The actions that can be appealed against, and their names in the API."""
ON_REPORTS = (Action.CLOSE_REPORT, Action.MERGE_REPORTS, Action.WARN_USER, Action.REMOVE_MESSAGE)
"""Actions whose audit log entry reveals that there is a report."""
MEASURES = (Action.BAN_USER, Action.MUTE_USER)
"""Actions whose audit log entry reveals a report if it names one."""


# --- reports of a user -------------------------------------------------------------------------


def reports_of(*, user: User) -> QuerySet[Report]:
    """Return the reports that the user made, newest first."""
    return Report.objects.filter(by=user).select_related("user")


def report_of(*, user: User, report_id: UUID) -> Report:
    """Return a report that the user made. Raises ReportNotFound."""
    report = reports_of(user=user).filter(id=report_id).first()
    if report is None:
        raise ReportNotFound
    return report


def is_claimed(report: Report, *, now: datetime) -> bool:
    """True if a moderator has claimed the report and the claim has not expired."""
    return report.claimed_until is not None and report.claimed_until > now


def report_document(report: Report, *, now: datetime) -> Document:
    """Return a report as its author sees it: without moderators, notes or other reports."""
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
    """Return "acted", "nothing" or None.

    The author of a report learns if moderators acted, but not how: that concerns only the
    reported user.
    """
    if report.state in (State.OPEN, State.WITHDRAWN):
        return None
    return "acted" if report.state == State.RESOLVED else "nothing"


# --- sanctions of a user -----------------------------------------------------------------------


def sanctions_of(*, user: User) -> QuerySet[AuditEntry]:
    """Return the sanctions against the user, newest first."""
    entries = AuditEntry.objects.filter(user=user.id, action__in=SANCTIONS)
    return entries.select_related("appeal").order_by("-at", "-id")


def sanction_document(entry: AuditEntry) -> Document:
    """Return a sanction as its user sees it: without the moderator and the author of a report."""
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
    """Return an appeal for its user."""
    return {
        "text": appeal.text,
        "created_at": appeal.created_at,
        "ruling": appeal.ruling or None,
        "answer": appeal.answer,
        "decided_at": appeal.decided_at,
    }


# --- for moderators ----------------------------------------------------------------------------


CONVERSATION = 20
"""Messages of a conversation before the reported one, and after it."""


def conversation_of(
    *, by: User, game_id: UUID, room: str, around: int | None = None
) -> list[Message]:
    """Return the messages around number ``around``, or the last ones of a room, oldest first.

    Removed messages are included. Raises NotPermitted, ConflictOfInterest.
    """
    permission_check(by, Permission.HANDLE_REPORTS)
    involvement_check(by, game_id)
    messages = Message.objects.filter(game=game_id, room=room).select_related("user")
    if around is not None:
        near = (around - CONVERSATION, around + CONVERSATION)
        return list(messages.filter(number__range=near).order_by("number"))
    return list(messages.order_by("-number")[:CONVERSATION])[::-1]


def messages_by(user: User, *, to: User) -> QuerySet[Message]:
    """Return the messages of a user that a moderator may read, newest first."""
    messages = Message.objects.filter(user=user).exclude(involving(to)).select_related("game")
    return messages.order_by("-created_at", "-id")  # by the id alone, all messages would be read


def reports_waiting(*, to: User) -> QuerySet[Report]:
    """Return the open reports that a moderator may handle, each with its duplicates as one."""
    return reports_visible(to=to).filter(state=State.OPEN, merged_into=None)


def appeals_visible(*, to: User, among: QuerySet[Appeal] | None = None) -> QuerySet[Appeal]:
    """Return the appeals that a moderator may read: not their own, nor on hidden entries."""
    appeals = Appeal.objects.all() if among is None else among
    return appeals.exclude(user=to).filter(entry__in=entries_visible(to=to).order_by().values("pk"))


def appeals_waiting(*, to: User) -> QuerySet[Appeal]:
    """Return the open appeals that a moderator may decide."""
    return appeals_visible(to=to).filter(ruling="").exclude(entry__by=to)


KINDS = {
    FingerprintKind.ADDRESS: _("address"),
    FingerprintKind.NETWORK: _("network"),
    FingerprintKind.DEVICE: _("device"),
}


@dataclass(frozen=True, slots=True)
class SharedFingerprints:
    """Seats of a game whose users share addresses, networks or devices."""

    seats: tuple[int, ...]
    kinds: tuple[str, ...]
    since: datetime
    """When the last of these seats was first seen with the others."""

    def __str__(self) -> str:
        return gettext("Seats %(seats)s: same %(kinds)s since %(since)s UTC.") % {
            "seats": ", ".join(map(str, self.seats)),
            "kinds": ", ".join(str(KINDS[FingerprintKind(kind)]) for kind in self.kinds),
            "since": f"{self.since:%Y-%m-%d %H:%M}",
        }


def fingerprints_shared_with(*, by: User, game_id: UUID) -> list[SharedFingerprints]:
    """Return groups of seats whose current or former players may be the same person.

    This is a hint, not proof: families and schools share addresses. Raises NotPermitted,
    ConflictOfInterest.
    """
    permission_check(by, Permission.SEE_SHARED_ADDRESSES)
    involvement_check(by, game_id)
    seats = seats_by_user(game_id)
    pairs: dict[str, dict[tuple[int, int], datetime]] = {}
    for shared in fingerprints_shared(seats):
        one, two = (seats[user] for user in shared.users)
        for pair in product(one, two):
            if pair[0] != pair[1]:
                pairs.setdefault(shared.kind, {})[min(pair), max(pair)] = shared.since
    found: dict[tuple[int, ...], dict[str, datetime]] = {}
    for kind, since in pairs.items():
        for group in groups_of(since):
            inside = [at for pair, at in since.items() if set(pair) <= set(group)]
            found.setdefault(group, {})[kind] = max(inside)
    return [
        SharedFingerprints(group, tuple(kinds), max(kinds.values()))
        for group, kinds in sorted(found.items())
    ]


def groups_of(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Return groups of numbers in which each two are a pair; where not all are, the pairs alone."""
    known = set(pairs)
    groups: list[set[int]] = []
    for pair in known:
        connected = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in connected]
        groups.append(set(pair).union(*connected))
    found: list[tuple[int, ...]] = []
    for group in groups:
        inside = list(combinations(sorted(group), 2))
        found += [tuple(sorted(group))] if known.issuperset(inside) else known.intersection(inside)
    return sorted(found)


def seats_by_user(game_id: UUID) -> dict[UUID, set[int]]:
    """Return the seats that each user has or had in a game."""
    seats: dict[UUID, set[int]] = {}
    sits = Seat.objects.filter(game=game_id, user__isnull=False).values_list("user", "number")
    sat = SeatAssignment.objects.filter(game=game_id).values_list("user", "seat")
    for user, seat in (*sits, *sat):
        if user is not None:
            seats.setdefault(user, set()).add(seat)
    return seats


def involving(user: User, *, game: str = "game") -> Q:
    """Return a filter for rows whose ``game`` the user hosts or has ever had a seat in."""
    parts = (
        Game.objects.filter(created_by=user).order_by().values("id"),
        Seat.objects.filter(user=user).order_by().values("game"),
        SeatAssignment.objects.filter(user=user).order_by().values("game"),
    )
    hosted, sits, sat = (Q(**{f"{game}__in": part}) for part in parts)
    return hosted | sits | sat


def reports_visible(*, to: User, among: QuerySet[Report] | None = None) -> QuerySet[Report]:
    """Return the reports that a moderator may read.

    These exclude reports by or about the moderator or their games and, unless the moderator is an
    administrator, reports about staff.
    """
    reports = Report.objects.all() if among is None else among
    shown = reports.exclude(by=to).exclude(user=to).exclude(involving(to))
    return shown if to.is_superuser else shown.exclude(user__is_staff=True)


def entries_visible(*, to: User, among: QuerySet[AuditEntry] | None = None) -> QuerySet[AuditEntry]:
    """Return the audit log entries that a moderator may read.

    These exclude what other moderators did about reports by or about the moderator or their games,
    and about the reports that those were merged into. Once a report is deleted, nobody can tell if
    it involved the moderator, so only administrators see what others did about it.
    """
    involved = Report.objects.filter(Q(by=to) | Q(user=to) | involving(to))
    ids = {str(one) for pair in involved.values_list("id", "merged_into") for one in pair if one}
    part = Q(user=to.id) | involving(to)
    part |= Q(data__report__in=ids) | Q(data__into__in=ids)
    of_a_report = Q(action__in=ON_REPORTS) | Q(action__in=MEASURES, data__has_key="report")
    on_reports = AuditEntry.objects.filter(of_a_report).order_by()
    if not to.is_superuser:
        on_reports = on_reports.annotate(kept=report_exists())
        part |= Q(data__has_key="report", kept=False)
    others = Q(by=None) | ~Q(by=to)
    entries = AuditEntry.objects.all() if among is None else among
    # A subquery: a missing key of ``data`` is NULL, and excluding NULL directly excludes nothing.
    return entries.exclude(pk__in=on_reports.filter(part & others).values("pk"))


def report_exists() -> Exists:
    """Return an expression that is true if the report named by a log entry still exists."""
    named = Replace(KeyTextTransform("report", OuterRef("data")), Value("-"), Value(""))
    return Exists(Report.objects.filter(id=Cast(named, UUIDField())))


def reports_open() -> QuerySet[Report]:
    """Return the open reports about games or messages in them."""
    return Report.objects.filter(game__isnull=False, state=State.OPEN)


def reports_like(report: Report, *, to: User) -> Iterable[Report]:
    """Return other open reports about the same user or game that the moderator may read.

    These are the reports that this one can be merged into.
    """
    same = {"user": report.user} if report.user_id else {"game": report.game_id}
    others = reports_visible(to=to).filter(state=State.OPEN, merged_into=None, **same)
    if not report.user_id:
        others = others.filter(about=About.GAME)
    return others.exclude(id=report.id).select_related("by")


def reports_unclaimed(*, now: datetime | None = None) -> QuerySet[Report]:
    """Return the open reports that no moderator has claimed."""
    at = now or database_clock.now()
    return Report.objects.filter(state=State.OPEN).exclude(claimed_until__gt=at)
