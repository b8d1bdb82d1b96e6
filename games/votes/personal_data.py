"""Votes: the export lists those that the user has opened."""

from __future__ import annotations

from accounts.personal_data import PersonalDataHandler, export_rows, handler_register
from games.models import Vote

handler_register(
    PersonalDataHandler(
        "games.votes",
        export_files=export_rows("votes", Vote, "game", "kind", "opened_at", user="opened_by"),
    )
)
