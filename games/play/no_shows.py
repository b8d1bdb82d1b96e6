"""No-shows: a player never moved. The game ends at no loss for the others, and may reopen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Loss, Seat, Status
from games.play import notify, signals
from games.play.save import event_add, turn_clear
from games.play.seat_assignments import seat_assignment_end


def no_show_resolve(*, game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """End a game, unrated, because ``seat`` ran out of time without having made a move.

    If the options say so and players are left, they get seats in a new game in the lobby, with the
    same settings and one seat free. The caller holds the lock and saves the game.
    """
    seat_assignment_end(game=game, seat=seat, now=now)
    seat.lost_at, seat.loss, seat.has_orders = now, Loss.ABSENT, False
    seat.save()
    turn_clear(game)
    game.status, game.finished_at, game.rating_due_at = Status.CANCELLED, now, now
    present = [one for one in seats if one.user_id is not None and one.lost_at is None]
    signals.no_show.send(Game, game=game, seats=seats, present=present, now=now)
    event_add(
        game,
        "game_called_off",
        seat=seat.number,
        reopened_as=game.reopened_as and str(game.reopened_as.id),
    )
    no_show_notify(game=game, seats=seats, present=present, seat=seat)


def no_show_notify(
    *, game: Game, seats: Sequence[Seat], present: Sequence[Seat], seat: Seat
) -> None:
    """Notify ``present`` of the new game, if there is one, and all others of the end."""
    others = seats
    if game.reopened_as is not None:
        others = [one for one in seats if one not in present]
        another = str(game.reopened_as.id)
        notify.notification_enqueue(
            game, present, "game_reopened", seat=seat.number, reopened_as=another
        )
    notify.notification_enqueue(game, others, "game_cancelled", seat=seat.number)
