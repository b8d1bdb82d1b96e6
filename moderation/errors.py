"""Why a moderator may not do something, and what can go wrong with reports."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind, NotFound, PermissionDenied
from games.staff.errors import NothingToDo


class NotPermitted(PermissionDenied):
    """The role of the user does not have this act."""

    title = _("Your role does not allow this.")


class DoneAlready(NothingToDo):
    """The same form was sent before, and its act was done then."""

    title = _("This form was sent before: its action is done only once.")


class ConflictOfInterest(NotPermitted):
    """The user plays or has played in this game, or is its host; or it is he, or his opponent."""

    title = _("You are involved in this: let somebody else decide.")


class StaffOnly(NotPermitted):
    """Only administrators act on users who are staff."""

    title = _("Only administrators may act on staff.")


class SecretsNotRevealed(NotPermitted):
    """Who answers for a seat with a choice has to have looked at the game shortly before."""

    title = _("Reveal the secrets first.")


class UserNotFound(NotFound):
    """There is no such user."""

    title = _("There is no such user.")


class ReportNotFound(ApiError):
    """The user has made no such report."""

    code = "report_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have made no such report.")


class ReportOpen(ApiError):
    """The user has an open report about this already; `report` is its id."""

    code = "report_open"
    kind = Kind.CONFLICT
    title = _("You have already reported this.")

    def __init__(self, report: UUID | None) -> None:
        super().__init__(report=report)


class ReportClosed(ApiError):
    """The report is closed, or was withdrawn."""

    code = "report_closed"
    kind = Kind.CONFLICT
    title = _("This report is closed.")


class ReportClaimed(ApiError):
    """Another moderator holds the report. Only in the admin."""

    code = "report_claimed"
    kind = Kind.CONFLICT
    title = _("Another moderator has claimed this report.")


class TooManyReports(ApiError):
    """The user has as many open reports as they may (20)."""

    code = "too_many_reports"
    kind = Kind.CONFLICT
    title = _("You have too many open reports.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("At most %(most)s may be open at a time: wait, or withdraw one.") % {"most": most}
        )


class MessageNotFound(ApiError):
    """There is no such message in this room, or it was removed."""

    code = "message_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such message.")


class SanctionNotFound(ApiError):
    """No such sanction was put on the user."""

    code = "sanction_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such sanction.")


class AppealedAlready(ApiError):
    """The user has appealed against this before."""

    code = "appealed_already"
    kind = Kind.CONFLICT
    title = _("You have already appealed against this.")


class AppealDecided(ApiError):
    """The appeal is decided. Only in the admin."""

    code = "appeal_decided"
    kind = Kind.CONFLICT
    title = _("This appeal is decided.")
