"""Errors of staff actions, reports and appeals."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind, NotFound, PermissionDenied
from games.staff.errors import NothingToDo


class NotPermitted(PermissionDenied):
    """The user's role does not include this action."""

    title = _("Your role does not allow this.")


class DoneAlready(NothingToDo):
    """The form was submitted before, and its action was performed then."""

    title = _("This form was already submitted. Its action is performed only once.")


class ConflictOfInterest(NotPermitted):
    """The user hosts, plays or has played this game, or the target is the user or an opponent."""

    title = _("You are involved in this. Another moderator has to decide.")


class StaffOnly(NotPermitted):
    """The target is a staff member, and the user is not an administrator."""

    title = _("Only administrators can moderate staff accounts.")


class LastAdministrator(NotPermitted):
    """Without this administrator, there would be none."""

    title = _("This is the last administrator. Give the role to another user first.")


class SecretsNotRevealed(NotPermitted):
    """The action requires that the user revealed the secrets of the game recently."""

    title = _("Reveal the secrets first.")


class UserNotFound(NotFound):
    """No user has this id."""

    title = _("There is no such user.")


class ReportNotFound(ApiError):
    """The user has made no report with this id."""

    code = "report_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have made no such report.")


class ReportOpen(ApiError):
    """The user already has an open report about this; `report` is its id."""

    code = "report_open"
    kind = Kind.CONFLICT
    title = _("You have already reported this.")

    def __init__(self, report: UUID | None) -> None:
        super().__init__(report=report)


class ReportClosed(ApiError):
    """The report was closed or withdrawn."""

    code = "report_closed"
    kind = Kind.CONFLICT
    title = _("This report is closed.")


class ReportClaimed(ApiError):
    """Another moderator has claimed the report. Only in the admin."""

    code = "report_claimed"
    kind = Kind.CONFLICT
    title = _("Another moderator has claimed this report.")


class NoQuestion(ApiError):
    """Moderators have asked nothing, or the user has answered three times since."""

    code = "no_question"
    kind = Kind.CONFLICT
    title = _("There is no question to answer.")


class TooManyReports(ApiError):
    """The user has reached the limit of open reports (20)."""

    code = "too_many_reports"
    kind = Kind.CONFLICT
    title = _("You have too many open reports.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("You can have at most %(most)s open reports. Wait, or withdraw one.") % {"most": most}
        )


class MessageNotFound(ApiError):
    """The room has no message with this number, or the message was removed."""

    code = "message_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such message.")


class SanctionNotFound(ApiError):
    """The user has no sanction with this id."""

    code = "sanction_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such sanction.")


class AppealedAlready(ApiError):
    """The user has already appealed against this sanction."""

    code = "appealed_already"
    kind = Kind.CONFLICT
    title = _("You have already appealed against this sanction.")


class AppealDecided(ApiError):
    """The appeal was already decided. Only in the admin."""

    code = "appeal_decided"
    kind = Kind.CONFLICT
    title = _("This appeal was already decided.")
