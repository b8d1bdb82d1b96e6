"""Notifications about reports and sanctions. They never say who reported a user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    name: str,
    summary: StrPromise,
    subject: StrPromise,
    text: StrPromise,
    *,
    about: str,
    bound: str,
    **options: Any,
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
        **options,
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
        "report_question",
        _("The moderators have a question about one of your reports."),
        _("A question about your report"),
        _("The moderators have a question about one of your reports. Answer it in your reports."),
        about="report",
        bound="one for each question of a moderator",
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
    kind(
        "renamed",
        _("A moderator has given you another username."),
        _("You have a new username"),
        _(
            "A moderator has given you the username %(username)s, since the former one was not "
            "acceptable. Log in with the new one; your password stays the same."
        ),
        about="user",
        bound="one for each new name that a moderator gives the receiver",
        names=("username",),
        members={"username": {"type": "string"}},
        required=("username",),
    ),
    kind(
        "title_cleared",
        _("A moderator has removed the title of your game."),
        _("The title of your game was removed"),
        _("A moderator has removed the title of your game, since it was not acceptable."),
        about="game",
        bound="one for each title that a moderator removes",
    ),
    kind(
        "role_changed",
        _("An administrator has changed your role."),
        _("Your role was changed"),
        _("An administrator has changed your role as a member of staff."),
        about="user",
        bound="one for each role that an administrator gives the receiver",
    ),
    kind(
        "ratings_corrected",
        _("Your rating was corrected because another player broke the rules."),
        _("Your rating was corrected"),
        _(
            "A player broke the rules in some of your games. The moderators have annulled these "
            "games, so they no longer count for your rating and reliability."
        ),
        about="user",
        bound="one for each cheater, or for each hundred of their games",
    ),
)


def register_all() -> None:
    """Register the kinds of notifications of this app."""
    register(*KINDS)


def report_closed_notify(report: Report) -> None:
    """Notify the reporting user that their report is closed."""
    notification_enqueue(kind="report_closed", user=report.by_id, subject=report.id)


def report_question_notify(report: Report) -> None:
    """Notify the reporting user of a question."""
    notification_enqueue(kind="report_question", user=report.by_id, subject=report.id)


def warning_notify(user: User) -> None:
    """Notify a user of a warning."""
    notification_enqueue(kind="warned", user=user.id, subject=user.id)


def appeal_decided_notify(appeal: Appeal) -> None:
    """Notify a user that their appeal is decided."""
    notification_enqueue(kind="appeal_decided", user=appeal.user_id, subject=appeal.user_id)


def notification_enqueue(kind: str, *, user: UUID, subject: UUID, **data: str) -> None:
    """Put a notification to one user into the outbox."""
    outbox.notification_enqueue(users=[user], kind=kind, subject=subject, data=data)
