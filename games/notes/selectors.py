"""Reads of private notes, for their author only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import Note
from games.play.selectors import game_header_for


def note_of(*, user: User, game_id: UUID) -> Note | None:
    """Return the user's note about a game, or None. Raises GameNotFound."""
    game = game_header_for(user=user, game_id=game_id).game
    return Note.objects.filter(game_id=game.id, user=user).first()


def note_document(note: Note | None) -> dict[str, Any]:
    """Return a note for the API; it is empty if there is none."""
    if note is None:
        return {"text": "", "updated_at": None}
    return {"text": note.text, "updated_at": note.updated_at}


def note_version(note: Note | None) -> str:
    """Return a value that changes with each write."""
    return "0" if note is None else note.updated_at.isoformat()
