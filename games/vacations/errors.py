"""Errors of vacations."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class VacationRunning(ApiError):
    """The user is on vacation already."""

    code = "vacation_running"
    kind = Kind.CONFLICT
    title = _("You are on vacation.")


class NotOnVacation(ApiError):
    """The user is not on vacation."""

    code = "not_on_vacation"
    kind = Kind.CONFLICT
    title = _("You are not on vacation.")


class VacationBankEmpty(ApiError):
    """Less than an hour of vacation is left; `left` says how much, in seconds."""

    code = "vacation_bank_empty"
    kind = Kind.CONFLICT
    title = _("You have no vacation left.")

    def __init__(self, left: int) -> None:
        super().__init__(left=left)
