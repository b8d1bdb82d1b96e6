"""Reads of private notes: for their author, and nobody else."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import Note
from games.play.selectors import game_header_for


def note_of(*, user: User, game_id: UUID) -> Note | None:
    """The note of ``user`` about a game, if he has written any. Raises GameNotFound."""
    game = game_header_for(user=user, game_id=game_id).game
    return Note.objects.filter(game_id=game.id, user=user).first()


def note_document(note: Note | None) -> dict[str, Any]:
    if note is None:
        return {"text": "", "updated_at": None}
    return {"text": note.text, "updated_at": note.updated_at}


def note_version(note: Note | None) -> str:
    """Changes with each writing."""
    return "0" if note is None else note.updated_at.isoformat()
