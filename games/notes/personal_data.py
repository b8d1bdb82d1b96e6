"""Private notes: exported, and deleted with the account."""

from __future__ import annotations

from accounts.personal_data import PersonalDataHandler, erase_rows, export_rows, handler_register
from games.models import Note

handler_register(
    PersonalDataHandler(
        "games.notes",
        export_files=export_rows("notes", Note, "game", "text", "updated_at"),
        erase=erase_rows(Note),
    )
)
