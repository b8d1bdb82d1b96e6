"""Standing orders: exported, and deleted with the account."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from accounts.models import User
from accounts.personal_data import DeletedUser, PersonalDataHandler, Rows, handler_register
from games.models import Seat, StandingOrder
from games.play.locking import game_lock
from games.play.save import game_save


def export_orders(user: User) -> Rows:
    """Return the orders of the user's seats. The orders of a seat end when it is given away."""
    for seat in Seat.objects.filter(user=user).iterator():
        rows = StandingOrder.objects.filter(game=seat.game_id, seat=seat.number)
        yield from rows.values(
            "game", "seat", "position", "spec", "times_left", "created_at", "stopped_at"
        )


def erase(deleted_user: DeletedUser) -> None:
    """Delete the orders of a deleted user in all games."""
    seats = Seat.objects.filter(user=deleted_user.user)
    for game_id in set(seats.values_list("game", flat=True)):
        orders_erase(game_id, user=deleted_user.user)


@transaction.atomic
def orders_erase(game_id: UUID, *, user: User) -> None:
    """Delete the orders of the user's seats in a game."""
    game = game_lock(game_id)
    for seat in Seat.objects.filter(game=game, user=user):
        StandingOrder.objects.filter(game=game, seat=seat.number).delete()
        Seat.objects.filter(id=seat.id).update(has_orders=False)
    game_save(game)


handler_register(
    PersonalDataHandler(
        "games.standing_orders",
        export_files=lambda user: [("orders", export_orders(user))],
        erase=erase,
    )
)
