"""Reads of private notes: for their author, and nobody else."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from accounts.models import User
from games.models import Note
from games.selectors import game_glance


def note_of(*, user: User, game_id: UUID) -> Note:
    """The note of ``user`` about a match; an empty one if he has written none. Raises
    GameNotFound.
    """
    game = game_glance(user=user, game_id=game_id).game
    note = Note.objects.filter(game_id=game_id, user=user).first()
    return note or Note(game_id=game.id, user=user, updated_at=None)


def note_document(note: Note) -> dict[str, Any]:
    return {"text": note.text, "updated_at": note.updated_at}


def note_etag(note: Note) -> str:
    """Changes with each writing."""
    at = "" if note.updated_at is None else note.updated_at.isoformat()
    return f'W/"{at}"'
