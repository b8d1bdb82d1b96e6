"""Errors of vacations."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind, PeriodLimit


class VacationRunning(ApiError):
    """The user is on vacation already."""

    code = "vacation_running"
    kind = Kind.CONFLICT
    title = _("You are on vacation.")


class VacationLimit(PeriodLimit):
    """The user has started as many vacations as are allowed in 24 hours (docs/limits.md).
    `again_at` and the header `Retry-After` say when the next one is possible.
    """

    code = "vacation_limit"
    title = _("You have started too many vacations lately. Try again later.")


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
        super().__init__(
            _("A vacation lasts at least an hour, and less than an hour is left."), left=left
        )
