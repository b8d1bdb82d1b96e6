"""Votes: the export lists those that the user has opened."""

from __future__ import annotations

from accounts.models import User
from accounts.personal_data import PersonalDataHandler, Rows, handler_register
from games.models import Vote


def export_votes(user: User) -> Rows:
    """Yield the votes that the user opened."""
    yield from Vote.objects.filter(opened_by=user).values("game", "kind", "opened_at").iterator()


handler_register(
    PersonalDataHandler("games.votes", export_files=lambda user: [("votes", export_votes(user))])
)
