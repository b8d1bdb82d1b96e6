"""Vacations: exported, and deleted with the account."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.models import Vacation, VacationBank
from games.vacations.services import vacation_end


def export_vacations(user: User) -> Rows:
    """Yield the vacations of the user."""
    rows = Vacation.objects.filter(user=user).order_by("id")
    yield from rows.values("started_at", "ends_at", "ended_at").iterator()


def end_activity(user: User) -> None:
    """End the user's vacation, so that their clocks run again."""
    if Vacation.objects.filter(user=user, ended_at=None).exists():
        vacation_end(user=user)


def erase(deleted_user: DeletedUser) -> None:
    """Delete the vacations of a deleted user."""
    Vacation.objects.filter(user=deleted_user.user).delete()
    VacationBank.objects.filter(user=deleted_user.user).delete()


handler_register(
    PersonalDataHandler(
        "games.vacations",
        export_files=lambda user: [("vacations", export_vacations(user))],
        end_activity=end_activity,
        erase=erase,
    )
)
