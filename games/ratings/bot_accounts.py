"""Bot accounts: users whose owners say that a program plays for them."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import Seat, SeatAssignment
from games.ratings.errors import HasPlayed


@transaction.atomic
def bot_account_mark(*, user: User) -> None:
    """Mark a user as a bot, permanently. Raises HasPlayed if they have, or had, a seat in a game.

    A user who takes a seat locks the same row, so nobody is marked while they sit down.
    """
    row = User.objects.select_for_update().get(id=user.id)
    if row.is_bot:
        return
    rows = (Seat.objects.filter(user=row), SeatAssignment.objects.filter(user=row))
    if any(one.exists() for one in rows):
        raise HasPlayed
    row.is_bot = True
    row.save(update_fields=["is_bot"])
