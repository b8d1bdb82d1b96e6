"""Private notes: exported, and deleted with the account."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.models import Note


def export_notes(user: User) -> Rows:
    """Yield the notes of the user."""
    yield from Note.objects.filter(user=user).values("game", "text", "updated_at").iterator()


def erase(deleted_user: DeletedUser) -> None:
    """Delete the notes of a deleted user."""
    Note.objects.filter(user=deleted_user.user).delete()


handler_register(
    PersonalDataHandler(
        "games.notes",
        export_files=lambda user: [("notes", export_notes(user))],
        erase=erase,
    )
)
