"""The contexts of a user's admin pages, collected from selectors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from core.api.images import svg_data_url
from games.models import PlayerStatistics, Seat
from games.ratings.curve import pictures_of
from moderation.admin.game_page import name_of
from moderation.errors import NotPermitted
from moderation.models import Appeal, AuditEntry, Permission, Report, State
from moderation.permissions import may
from moderation.selectors import (
    SANCTIONS,
    appeals_visible,
    entries_visible,
    history_counts,
    messages_by,
    notes_visible,
    reports_visible,
)
from moderation.shared_clients import GAMES_SHOWN, clients_shared_by, common_games

RECENT = 30
LINES = 100
"""Lines of the history of a user."""

Context = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the history of a user."""

    at: datetime
    what: str
    who: str = ""
    """The moderator who did it, or empty."""
    url: str = ""
    text: str = ""
    """The words of a user or a moderator."""
    details: tuple[str, ...] = ()


def user_context(user: User, by: User) -> Context:
    """Return what the page of a user shows to this member of staff."""
    # Ordered by id alone, the database would read the seats of all users.
    seats = Seat.objects.filter(user=user).order_by("-joined_at", "-id").prefetch_related("game")
    handles = may(by, Permission.HANDLE_REPORTS)
    lines = history_of(user, by)
    return {
        "person": user,
        "banned": until(user.banned_until),
        "muted": until(user.muted_until),
        "record": (record := PlayerStatistics.objects.filter(user=user).first()),
        "games_counted": record and games_counted(record),
        "seats": seats[:RECENT],
        "messages_written": messages_by(user, to=by)[:RECENT] if handles else [],
        "counts": history_counts(user, to=by) if handles else None,
        "lines": lines[:LINES],
        "more_lines": len(lines) > LINES,
        "may_compare": may(by, Permission.SEE_SHARED_ADDRESSES),
        "shared": shared_accounts(user, by),
        "curves": curves_of(user),
    }


def curves_of(*users: User) -> list[str]:
    """Return the addresses of pictures of the ratings of users over time."""
    return [svg_data_url(picture) for picture in pictures_of(users, get_language() or "en")]


def games_counted(record: PlayerStatistics) -> int:
    """Return the number of games in the statistics of a user, however they ended."""
    return record.finished + record.resigned + record.timed_out + record.absent


def shared_accounts(user: User, by: User) -> list[Context] | None:
    """Return the accounts that share something with a user; None if ``by`` may not see them."""
    try:
        found = clients_shared_by(by=by, user=user)
    except NotPermitted:
        return None
    return [{"account": hint.users[1], "hint": hint} for hint in found]


def until(end: datetime | None) -> str:
    """Return when a ban or mute ends, as a text; empty if none is in force."""
    if end is None or end <= timezone.now():
        return ""
    return end_text(end)


def end_text(end: datetime) -> str:
    """Return when a ban or mute ends or ended."""
    if end.year >= 9999:
        return _("permanently")
    return _("until %(at)s") % {"at": f"{end:%Y-%m-%d %H:%M}"}


# --- the history --------------------------------------------------------------------------------


def history_of(user: User, by: User) -> list[Line]:
    """Return the last lines of the history of a user, newest first: one more than ``LINES``."""
    lines = [Line(user.date_joined, _("Joined"))]
    lines += map(entry_line, entries_of(user, by))
    lines += map(lost_seat_line, seats_lost_by(user))
    if may(by, Permission.HANDLE_REPORTS):
        lines += map(appeal_line, appeals_of(user, by))
        lines += report_lines(user, by)
        for note in notes_visible(user, to=by)[: LINES + 1]:
            lines.append(Line(note.at, _("Note"), who=note.by.username, text=note.text))
    return sorted(lines, key=lambda line: line.at, reverse=True)[: LINES + 1]


def entries_of(user: User, by: User) -> Iterable[AuditEntry]:
    return entries_visible(to=by).filter(user=user.id).select_related("by")[: LINES + 1]


def entry_line(entry: AuditEntry) -> Line:
    """Return an entry of the audit log, with the end of a sanction."""
    details = list(filter(None, [sanction_end(entry)]))
    if shown := entry.data.get("shown"):
        details.append(_("To the user: %(text)s") % {"text": shown})
    return Line(
        entry.at,
        entry.get_action_display(),
        who=entry.by.username if entry.by else _("the service"),
        url=reverse("admin:moderation_auditentry_change", args=[entry.pk]),
        text=entry.reason,
        details=tuple(details),
    )


def sanction_end(entry: AuditEntry) -> str:
    """Return when the ban or mute of an entry was to end; empty for other actions."""
    if entry.action not in SANCTIONS or "until" not in entry.data:
        return ""
    end = entry.data["until"]
    return _("permanently") if end is None else end_text(datetime.fromisoformat(end))


def seats_lost_by(user: User) -> Iterable[Seat]:
    lost = Seat.objects.filter(user=user, lost_at__isnull=False)
    return lost.order_by("-lost_at").prefetch_related("game")[: LINES + 1]


def lost_seat_line(seat: Seat) -> Line:
    """Return how a user lost a seat. Seats that other users have since are not known."""
    assert seat.lost_at is not None
    what = f"{seat.get_loss_display()}: {name_of(seat.game)}"
    return Line(seat.lost_at, what, url=reverse("admin:games_game_change", args=[seat.game_id]))


def appeals_of(user: User, by: User) -> Iterable[Appeal]:
    appeals = appeals_visible(to=by).filter(user=user)
    return appeals.select_related("entry", "decided_by")[: LINES + 1]


def appeal_line(appeal: Appeal) -> Line:
    ruling = appeal.get_ruling_display() or _("Open")
    if appeal.decided_by is not None:
        ruling = by_whom(ruling, appeal.decided_by)
    return Line(
        appeal.created_at,
        _("Appeal: %(sanction)s") % {"sanction": appeal.entry.get_action_display()},
        url=reverse("admin:moderation_appeal_change", args=[appeal.pk]),
        text=appeal.text,
        details=(ruling,),
    )


def report_lines(user: User, by: User) -> Iterator[Line]:
    """Yield the reports about and by a user, with their outcomes."""
    reports = reports_visible(to=by).filter(Q(user=user) | Q(by=user))
    for report in reports.select_related("by", "user", "closed_by")[: LINES + 1]:
        if report.user_id == user.id:
            what, other = _("Reported by %(other)s: %(category)s"), report.by.username
        else:
            what, other = _("Has reported %(other)s: %(category)s"), subject_of(report)
        yield Line(
            report.created_at,
            what % {"other": other, "category": report.get_category_display()},
            url=reverse("admin:moderation_report_change", args=[report.pk]),
            text=report.text,
            details=(outcome_of(report),),
        )


def subject_of(report: Report) -> str:
    """Return what a report is about."""
    return report.user.username if report.user else _("a game")


def outcome_of(report: Report) -> str:
    """Return the outcome of a report and who decided it, or its state."""
    if report.closed_by is not None:
        return by_whom(report.get_outcome_display(), report.closed_by)
    if report.state == State.OPEN and report.merged_into_id is not None:
        return _("merged into another report")
    return report.get_state_display()


def by_whom(what: str, who: User) -> str:
    return _("%(what)s, by %(who)s") % {"what": what, "who": who.username}


# --- games of two users -------------------------------------------------------------------------


def common_context(user: User, other: User, by: User) -> Context:
    """Return the games of two users and how often each won. Raises NotPermitted.

    Annulled games are listed, but not counted as played or won.
    """
    games = common_games(by=by, one=user, two=other)
    valid = [common for common in games if common.game.annulled_at is None]
    return {
        "other": other,
        "most": GAMES_SHOWN,
        "games": games,
        "finished": sum(common.game.result is not None for common in valid),
        "won": won_by(common.one.place for common in valid),
        "other_won": won_by(common.two.place for common in valid),
        "curves": curves_of(user, other),
    }


def won_by(places: Iterable[int | None]) -> int:
    return sum(place == 1 for place in places)
