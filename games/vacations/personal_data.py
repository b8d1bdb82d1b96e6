"""Vacations: exported, and deleted with the account."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import PersonalDataHandler, erase_rows, export_rows, handler_register
from games.models import Vacation, VacationBank
from games.vacations.services import vacation_end


def end_activity(user: User) -> None:
    """End the user's vacation, so that their clocks run again."""
    if Vacation.objects.filter(user=user, ended_at=None).exists():
        vacation_end(user=user)


handler_register(
    PersonalDataHandler(
        "games.vacations",
        export_files=export_rows("vacations", Vacation, "started_at", "ends_at", "ended_at"),
        end_activity=end_activity,
        erase=erase_rows(Vacation, VacationBank),
    )
)
