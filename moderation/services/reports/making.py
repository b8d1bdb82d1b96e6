"""What players do with reports."""

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
from games.models import Game, Message
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
    """What a report is about, as its columns say it."""

    about: About
    user: User | None = None
    game: Game | None = None
    message: Message | None = None

    @property
    def columns(self) -> dict[str, Any]:
        return self._asdict()


def report_make(
    *,
    by: User,
    category: str,
    text: str = "",
    username: str = "",
    game_id: UUID | None = None,
    room: str = "",
    number: int | None = None,
) -> Report:
    """Tell moderators of a user, of a game, or of a message in a room of one.

    Raises ReportOpen, TooManyReports, GameNotFound, RoomClosed, MessageNotFound, Invalid: there is
    no such user, or it is himself.
    """
    subject = subject_of(by=by, username=username, game_id=game_id, room=room, number=number)
    try:
        with transaction.atomic():
            if subject.game is not None:
                game_lock(subject.game.id)  # the game before its users, as everywhere
            User.objects.select_for_update(no_key=True).get(id=by.id)  # of two at once, one counts
            report_limit_check(by)
            return Report.objects.create(
                by=by,
                category=category,
                text=text.strip(),
                evidence=evidence_of(subject.message),
                **subject.columns,
            )
    except IntegrityError:
        same = Report.objects.filter(by=by, state=State.OPEN, **subject.columns)
        raise ReportOpen(same.values_list("id", flat=True).first()) from None


def subject_of(
    *, by: User, username: str, game_id: UUID | None, room: str, number: int | None
) -> Subject:
    """What is reported, if ``by`` may know of it. Raises as ``report_make`` does."""
    if username:
        user = user_by_name(username, pointer="/username")
        not_self_check(by, user, pointer="/username")
        return Subject(About.USER, user=user)
    if game_id is None:
        raise Invalid.field("/about", "required", _("Name a user or a game."))
    if number is None:
        return Subject(About.GAME, game=game_header_for(user=by, game_id=game_id).game)
    message = message_for(user=by, game_id=game_id, room=room, number=number)
    if message is None:
        raise MessageNotFound
    not_self_check(by, message.user, pointer="/number")
    return Subject(About.MESSAGE, user=message.user, game=message.game, message=message)


def not_self_check(by: User, user: User, *, pointer: str) -> None:
    if user == by:
        raise Invalid.field(pointer, "yourself", _("You cannot report yourself."))


def report_limit_check(by: User) -> None:
    """Raises TooManyReports."""
    most = settings.MAX_REPORTS
    if Report.objects.filter(by=by, state=State.OPEN).count() >= most:
        raise TooManyReports(most)


def evidence_of(message: Message | None) -> dict[str, Any]:
    """The message as it is now: it may be removed, or its author be gone, when it is looked at."""
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
    """Take a report back. Raises ReportNotFound, ReportClosed."""
    report = Report.objects.select_for_update(of=("self",)).filter(id=report_id, by=by).first()
    if report is None:
        raise ReportNotFound
    if report.state != State.OPEN:
        raise ReportClosed
    report.state, report.closed_at = State.WITHDRAWN, timezone.now()
    report.claimed_by = report.claimed_until = None
    report.save(update_fields=["state", "closed_at", "claimed_by", "claimed_until"])
    report.duplicates.update(merged_into=None)  # what others have said still waits
    return report
