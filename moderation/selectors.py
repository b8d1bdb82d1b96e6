"""Reads of reports, sanctions, notes and the audit log."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Count, Exists, Model, OuterRef, Q, QuerySet, Subquery, UUIDField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Length, Replace

from accounts.models import USERNAME_MAX_LENGTH, User
from core import database_clock
from games.models import Game, Message, Seat, SeatAssignment
from games.models.lobby import TITLE_LENGTH
from games.play.documents import user_document
from moderation.errors import ReportNotFound
from moderation.models import (
    About,
    Action,
    Appeal,
    AuditEntry,
    Outcome,
    Permission,
    Report,
    ReportMessage,
    State,
    UserNote,
)
from moderation.permissions import involvement_check, is_in_reach, permission_check

Document = dict[str, Any]
Row = TypeVar("Row", bound=Model)
SANCTIONS = {Action.BAN_USER: "ban", Action.MUTE_USER: "mute", Action.WARN_USER: "warning"}
"""The actions that can be appealed against, and their names in the API.

The audit log entry of one reveals a report if it names one.
"""
ON_REPORTS = (
    Action.CLOSE_REPORT,
    Action.MERGE_REPORTS,
    Action.ASK_REPORTER,
    Action.REMOVE_MESSAGE,
)
"""Actions whose audit log entry reveals that there is a report."""


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
    """Return a report as its author sees it: without moderators, notes or other reports, and
    without the user of a seat, since the game may hide who they are.
    """
    claimed = report.state == State.OPEN and is_claimed(report, now=now)
    return {
        "id": report.id,
        "about": report.about,
        "user": user_document(report.user) if report.user and report.seat is None else None,
        "game": report.game_id,
        "seat": report.seat,
        "room": report.evidence.get("room"),
        "number": report.evidence.get("number"),
        "category": report.category,
        "text": report.text,
        "state": "claimed" if claimed else report.state,
        "created_at": report.created_at,
        "closed_at": report.closed_at,
        "outcome": public_outcome(report),
        "answer": report.answer,
        "question": report.question or None,
    }


def message_document(message: ReportMessage, *, user: User) -> Document:
    """Return a question or answer for the user who made the report: no moderator is named."""
    author = "you" if message.by_id == user.id else "moderators"
    return {"author": author, "text": message.text, "at": message.at}


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


def involving(user: User, *, game: str = "game") -> Q:
    """Return a filter for rows whose ``game`` the user hosts or has ever had a seat in."""
    parts = (
        Game.objects.filter(created_by=user).order_by().values("id"),
        Seat.objects.filter(user=user).order_by().values("game"),
        SeatAssignment.objects.filter(user=user).order_by().values("game"),
    )
    hosted, sits, sat = (Q(**{f"{game}__in": part}) for part in parts)
    return hosted | sits | sat


def report_messages_visible(report: Report, *, to: User) -> QuerySet[ReportMessage]:
    """Return the questions about a report and its duplicates with their answers, oldest first."""
    merged = reports_visible(to=to).filter(merged_into=report).order_by().values("id")
    messages = ReportMessage.objects.filter(Q(report=report) | Q(report__in=merged))
    return messages.select_related("by")


def reports_visible(*, to: User, among: QuerySet[Report] | None = None) -> QuerySet[Report]:
    """Return the reports that a moderator may read.

    These exclude reports by or about the moderator or their games, those that such a report was
    merged into and, unless the moderator is an administrator, reports about staff.
    """
    reports = Report.objects.all() if among is None else among
    involved = Report.objects.filter(Q(by=to) | Q(user=to) | involving(to))
    merged = involved.filter(merged_into=OuterRef("pk"))
    shown = reports.exclude(by=to).exclude(user=to).exclude(involving(to)).exclude(Exists(merged))
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
    of_a_report = Q(action__in=ON_REPORTS) | Q(action__in=SANCTIONS, data__has_key="report")
    on_reports = AuditEntry.objects.filter(of_a_report).order_by()
    if not to.is_superuser:
        on_reports = on_reports.annotate(kept=report_exists())
        part |= Q(data__has_key="report", kept=False)
    others = Q(by=None) | ~Q(by=to)
    entries = AuditEntry.objects.all() if among is None else among
    # A subquery: a missing key of ``data`` is NULL, and excluding NULL directly excludes nothing.
    return entries.exclude(pk__in=on_reports.filter(part & others).values("pk"))


def entries_named(entries: QuerySet[AuditEntry]) -> QuerySet[AuditEntry]:
    """Add ``game_title`` and ``username`` to entries: None if the game or user is gone."""
    game, user = Game.objects.filter(id=OuterRef("game")), User.objects.filter(id=OuterRef("user"))
    return entries.select_related("by").annotate(
        game_title=Subquery(game.order_by().values("title")),
        username=Subquery(user.order_by().values("username")),
    )


def report_exists() -> Exists:
    """Return an expression that is true if the report named by a log entry still exists."""
    named = Replace(KeyTextTransform("report", OuterRef("data")), Value("-"), Value(""))
    return Exists(Report.objects.filter(id=Cast(named, UUIDField())))


def reports_open() -> QuerySet[Report]:
    """Return the open reports about games, or about messages or seats in them."""
    return Report.objects.filter(game__isnull=False, state=State.OPEN)


def reports_like(report: Report, *, to: User) -> QuerySet[Report]:
    """Return other open reports about the same user or game that the moderator may read."""
    same = {"user": report.user} if report.user_id else {"game": report.game_id}
    others = reports_visible(to=to).filter(state=State.OPEN, merged_into=None, **same)
    if not report.user_id:
        others = others.filter(about=About.GAME)
    return others.exclude(id=report.id).select_related("by")


def reports_closable_with(report: Report, *, by: User) -> QuerySet[Report]:
    """Return the reports that a moderator can close together with a report, oldest first.

    These exclude reports that other moderators have claimed. A report about a seat goes only with
    others about that seat: a reporter with several reports that are closed at the same time would
    learn that they are about the same user.
    """
    others = reports_like(report, to=by).filter(claimable(by, now=database_clock.now()))
    if report.seat is None:
        others = others.filter(seat=None)
    else:
        others = others.filter(game=report.game_id, seat=report.seat)
    return others.exclude(duplicates=report).order_by("created_at", "id")


def claimable(by: User, *, now: datetime) -> Q:
    """Return a filter for reports that no other moderator has claimed."""
    return Q(claimed_by=None) | Q(claimed_by=by) | Q(claimed_until__lte=now)


def is_about(report: Report, target: Any) -> bool:
    """True if a report is about this game, this user, or a game in which they wrote messages."""
    if isinstance(target, User):
        wrote = Message.objects.filter(user=target, game=report.game_id)
        return report.user_id == target.id or wrote.exists()
    return isinstance(target, Game) and report.game_id == target.id


def users_affected(report: Report) -> QuerySet[User]:
    """Return the users that measures after a report can affect, in the order of locks.

    These are the reported user, or the players of a reported game, also former ones.
    """
    if report.user_id is not None:
        return User.objects.filter(id=report.user_id)
    seats = Seat.objects.filter(game=report.game_id, user__isnull=False).order_by()
    former = SeatAssignment.objects.filter(game=report.game_id).order_by()
    players = Q(id__in=seats.values("user")) | Q(id__in=former.values("user"))
    return User.objects.filter(players).order_by("id")


# --- search -------------------------------------------------------------------------------------


def uuid_of(text: str) -> UUID | None:
    """Return the UUID of a text, or None."""
    try:
        return UUID(text)
    except ValueError:
        return None


PART_LENGTH = max(USERNAME_MAX_LENGTH, TITLE_LENGTH)


def with_part(rows: QuerySet[Row], column: str, part: str) -> QuerySet[Row]:
    """Return the rows whose text contains ``part``, in any case.

    Fewer than three characters must be the beginning: the indexes know parts of three
    (``core.migrations.trigram_index``). A regular expression, since LIKE needs LOWER, of which
    PostgreSQL has no statistics: it would expect few rows, and sort many. The indexes know only
    letters and digits, so punctuation alone is found nowhere, and neither is a part that is longer
    than any name or title.
    """
    if not any(map(str.isalnum, part)) or len(part) > PART_LENGTH:
        return rows.none()
    beginning = "" if len(part) > 2 else "^"
    return rows.filter(**{f"{column}__iregex": beginning + re.escape(part)})


def users_named(part: str) -> list[UUID]:
    """Return the ids of users whose names contain ``part``: at most 100, the shortest first."""
    users = with_part(User.objects.all(), "username", part)
    return list(users.order_by(Length("username"), "username").values_list("id", flat=True)[:100])


# --- the history of a user ----------------------------------------------------------------------


def notes_visible(user: User, *, to: User) -> QuerySet[UserNote]:
    """Return the notes on a user, newest first: none for moderators who may not act on them."""
    notes = UserNote.objects.filter(user=user).select_related("by")
    return notes if is_in_reach(to, user) else notes.none()


def history_counts(user: User, *, to: User) -> dict[str, int]:
    """Return the numbers of reports about and by a user, and of sanctions, as ``to`` may see them.

    Deleted reports about the user count by the decisions in the audit log. Sanctions count even if
    they were lifted.
    """
    about, made = Q(user=user), Q(by=user)
    upheld, dismissed = Q(state=State.RESOLVED), Q(state=State.DISMISSED)
    counts: dict[str, int] = (
        reports_visible(to=to)
        .filter(about | made)
        .aggregate(
            open=Count("id", filter=about & Q(state=State.OPEN)),
            upheld=Count("id", filter=about & upheld),
            dismissed=Count("id", filter=about & dismissed),
            made=Count("id", filter=made),
            made_upheld=Count("id", filter=made & upheld),
        )
    )
    entries = entries_visible(to=to).filter(user=user.id).order_by()
    closed = Q(action=Action.CLOSE_REPORT, data__has_key="report", kept=False)
    logged = entries.annotate(kept=report_exists()).aggregate(
        warnings=Count("id", filter=Q(action=Action.WARN_USER)),
        mutes=Count("id", filter=Q(action=Action.MUTE_USER)),
        bans=Count("id", filter=Q(action=Action.BAN_USER)),
        closed=Count("id", filter=closed),
        nothing=Count("id", filter=closed & Q(data__outcome=Outcome.NOTHING)),
    )
    counts["dismissed"] += logged["nothing"]
    counts["upheld"] += logged.pop("closed") - logged.pop("nothing")
    return counts | logged
