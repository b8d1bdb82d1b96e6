"""A player never showed up: the match ends without loss for the others, who may find another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Loss, Seat, Status
from games.play import notify, signals
from games.play.save import event_add, nobody_acts
from games.play.seat_assignments import tenure_end


def player_absent(*, game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """End the match, unrated, since ``seat`` let its first time pass without any move.

    The others find themselves in a new match of the same kind, in the lobby, with a free seat, if
    the options say so and anybody is left. The caller holds the lock and saves the match.
    """
    tenure_end(game=game, seat=seat, now=now)
    seat.lost_at, seat.loss, seat.has_orders = now, Loss.ABSENT, False
    seat.save(update_fields=["lost_at", "loss", "has_orders"])
    nobody_acts(game)
    game.status, game.finished_at, game.count_due_at = Status.CANCELLED, now, now
    present = [one for one in seats if one.user_id is not None and one.lost_at is None]
    signals.no_show.send(Game, game=game, seats=seats, present=present, now=now)
    event_add(
        game,
        "match_called_off",
        seat=seat.number,
        reopened_as=game.reopened_as and str(game.reopened_as.id),
    )
    absence_told(game=game, seats=seats, present=present, seat=seat)


def absence_told(*, game: Game, seats: Sequence[Seat], present: Sequence[Seat], seat: Seat) -> None:
    """Tell the present where they sit now, if anywhere, and all others that it is over."""
    others = seats
    if game.reopened_as is not None:
        others = [one for one in seats if one not in present]
        another = str(game.reopened_as.id)
        notify.tell(game, present, "match_reopened", seat=seat.number, reopened_as=another)
    notify.tell(game, others, "match_cancelled", seat=seat.number)
