"""Notifications about reports and sanctions. They never say who reported a user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.models import Appeal, Report
from notifications.kinds import Cause, Kind, Limit, register
from notifications.models import Mode
from notifications.services import outbox

if TYPE_CHECKING:
    from uuid import UUID

    from django_stubs_ext import StrPromise


def kind(
    name: str, summary: StrPromise, subject: StrPromise, text: StrPromise, *, about: str, bound: str
) -> Kind:
    """Return a kind of notification that is sent because of staff."""
    return Kind(
        name=name,
        summary=summary,
        subject=subject,
        text=text,
        cause=Cause.STAFF,
        limit=Limit(20),
        bound=bound,
        about=about,
        email=Mode.SINGLE,
    )


KINDS = (
    kind(
        "report_closed",
        _("Moderators have handled one of your reports."),
        _("Your report was handled"),
        _("Moderators have handled one of your reports. Your list of reports shows the outcome."),
        about="report",
        bound="one for each report of the receiver",
    ),
    kind(
        "warned",
        _("The moderators have warned you."),
        _("A warning from the moderators"),
        _("The moderators have warned you. Your list of sanctions shows why, and you may appeal."),
        about="user",
        bound="one for each warning",
    ),
    kind(
        "appeal_decided",
        _("Your appeal was decided."),
        _("Your appeal was decided"),
        _("Your appeal was decided. Your list of sanctions shows the decision."),
        about="user",
        bound="one for each appeal of the receiver",
    ),
)


def register_all() -> None:
    """Register the kinds of notifications of this app."""
    register(*KINDS)


def report_closed_notify(report: Report) -> None:
    """Notify the reporting user that their report is closed."""
    notification_enqueue("report_closed", user=report.by_id, subject=report.id)


def warning_notify(user: User) -> None:
    """Notify a user of a warning."""
    notification_enqueue("warned", user=user.id, subject=user.id)


def appeal_decided_notify(appeal: Appeal) -> None:
    """Notify a user that their appeal is decided."""
    notification_enqueue("appeal_decided", user=appeal.user_id, subject=appeal.user_id)


def notification_enqueue(kind: str, *, user: UUID, subject: UUID) -> None:
    """Put a notification to one user into the outbox."""
    outbox.notification_enqueue(users=[user], kind=kind, subject=subject, data={})
