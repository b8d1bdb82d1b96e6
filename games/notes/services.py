"""Writes of private notes."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Note
from games.play.selectors import game_header_for


@transaction.atomic
def note_write(*, user: User, game_id: UUID, text: str) -> Note:
    """Replace the user's note about a game. Raises GameNotFound."""
    game = game_header_for(user=user, game_id=game_id).game
    note, _ = Note.objects.update_or_create(
        game_id=game.id, user=user, defaults={"text": text, "updated_at": timezone.now()}
    )
    return note
