"""Services for players: make and withdraw reports."""

from __future__ import annotations

from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.blocks import user_by_name
from accounts.models import User
from core.errors import Invalid
from games.chat.selectors import message_for
from games.models import Game, Message, Seat
from games.play.locking import game_lock
from games.play.selectors import game_header_for
from moderation.errors import (
    MessageNotFound,
    ReportClosed,
    ReportNotFound,
    ReportOpen,
    TooManyReports,
)
from moderation.models import About, Report, State


class Subject(NamedTuple):
    """The columns that say what a report is about."""

    about: About
    user: User | None = None
    game: Game | None = None
    message: Message | None = None
    seat: int | None = None

    @property
    def columns(self) -> dict[str, Any]:
        return self._asdict()

    @property
    def unique_columns(self) -> dict[str, Any]:
        """The columns that two open reports by one user never share. A report about a seat is
        compared by the seat alone: the user would tell who has it.
        """
        return {k: v for k, v in self._asdict().items() if k != "user" or self.seat is None}


def report_make(
    *,
    by: User,
    category: str,
    text: str = "",
    username: str = "",
    game_id: UUID | None = None,
    seat: int | None = None,
    room: str = "",
    number: int | None = None,
) -> Report:
    """Report one of these: a user (by name or by seat in a game), a game, or a message in a room.

    Raises ReportOpen, TooManyReports, GameNotFound, RoomClosed, MessageNotFound, and Invalid if the
    user does not exist or reports themselves.
    """
    subject = subject_of(
        by=by, username=username, game_id=game_id, seat=seat, room=room, number=number
    )
    try:
        with transaction.atomic():
            if subject.game is not None:
                game_lock(subject.game.id)  # lock order: the game before its users
            User.objects.select_for_update(no_key=True).get(id=by.id)  # serializes the limit check
            report_limit_check(by)
            return Report.objects.create(
                by=by,
                category=category,
                text=text.strip(),
                evidence=evidence_of(subject.message),
                **subject.columns,
            )
    except IntegrityError:
        same = Report.objects.filter(by=by, state=State.OPEN, **subject.unique_columns)
        raise ReportOpen(same.values_list("id", flat=True).first()) from None


def subject_of(
    *,
    by: User,
    username: str,
    game_id: UUID | None,
    seat: int | None,
    room: str,
    number: int | None,
) -> Subject:
    """Return what is reported. Raises as ``report_make`` if ``by`` may not see it."""
    if username:
        user = user_by_name(username, pointer="/username")
        not_self_check(by, user, pointer="/username")
        return Subject(About.USER, user=user)
    if game_id is None:
        raise Invalid.field("/about", "required", _("Specify a user or a game."))
    if seat is not None:
        game = game_header_for(user=by, game_id=game_id).game
        user = user_on_seat(game, seat)
        not_self_check(by, user, pointer="/seat")
        return Subject(About.USER, user=user, game=game, seat=seat)
    if number is None:
        return Subject(About.GAME, game=game_header_for(user=by, game_id=game_id).game)
    message = message_for(user=by, game_id=game_id, room=room, number=number)
    if message is None:
        raise MessageNotFound
    not_self_check(by, message.user, pointer="/number")
    return Subject(About.MESSAGE, user=message.user, game=message.game, message=message)


def user_on_seat(game: Game, number: int) -> User:
    """Return the user who has a seat, also while a bot plays for them. Raises Invalid."""
    seat = Seat.objects.select_related("user").filter(game=game, number=number).first()
    if seat is None or seat.user is None:
        raise Invalid.field("/seat", "no_such_user", _("No user has this seat."))
    return seat.user


def not_self_check(by: User, user: User, *, pointer: str) -> None:
    """Raise Invalid if users report themselves."""
    if user == by:
        raise Invalid.field(pointer, "yourself", _("You cannot report yourself."))


def report_limit_check(by: User) -> None:
    """Raise TooManyReports if the user has reached the limit of open reports."""
    most = settings.MAX_REPORTS
    if Report.objects.filter(by=by, state=State.OPEN).count() >= most:
        raise TooManyReports(most)


def evidence_of(message: Message | None) -> dict[str, Any]:
    """Return a copy of the message: it may be gone when a moderator reads the report."""
    if message is None:
        return {}
    return {
        "room": message.room,
        "number": message.number,
        "at": message.created_at.isoformat(),
        "text": message.text,
    }


@transaction.atomic
def report_withdraw(*, by: User, report_id: UUID) -> Report:
    """Withdraw a report. Raises ReportNotFound, ReportClosed."""
    report = Report.objects.select_for_update(of=("self",)).filter(id=report_id, by=by).first()
    if report is None:
        raise ReportNotFound
    if report.state != State.OPEN:
        raise ReportClosed
    report.state, report.closed_at = State.WITHDRAWN, timezone.now()
    report.claimed_by = report.claimed_until = None
    report.save(update_fields=["state", "closed_at", "claimed_by", "claimed_until"])
    report.duplicates.update(merged_into=None)  # reports by others stay open
    return report
