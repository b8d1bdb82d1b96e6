"""Bot accounts: users whose owners say that a program plays for them."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.models import Game, Invitation, Seat, SeatAssignment
from games.play.personal_data import version_advance
from games.ratings.errors import HasPlayed


def bot_account_mark(*, user: User) -> None:
    """Mark a user as a bot, permanently. Raises HasPlayed if they have, or had, a seat in a game.

    A user who takes a seat locks the same row, so nobody is marked while they sit down.
    """
    with transaction.atomic():
        row = User.objects.select_for_update(no_key=True).get(id=user.id)
        if row.is_bot:
            return
        rows = (Seat.objects.filter(user=row), SeatAssignment.objects.filter(user=row))
        if any(one.exists() for one in rows):
            raise HasPlayed
        row.is_bot = True
        row.save(update_fields=["is_bot"])
    # Afterwards: all locks of a game and a user begin with the game.
    named_in = {
        *Game.objects.filter(created_by=user).values_list("id", flat=True),
        *Invitation.objects.filter(user=user, answer="").values_list("game", flat=True),
    }
    for game_id in named_in:
        version_advance(game_id)
