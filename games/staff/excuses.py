"""Excuses for missed turns."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Loss, Seat, SeatAssignment
from games.play.bot_seats import bot_unseat
from games.play.locking import LockedGame
from games.play.save import auto_set, auto_wake, event_add, game_save, turn_begin
from games.play.timing import pace_of
from games.ratings.records import forfeits_undo
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock, seat_find
from games.standing_orders.selectors import orders_in_force
from games.vacations.services import vacations_apply


@transaction.atomic
def turn_excuse(*, game_id: UUID, seat: int) -> Game:
    """Excuse the last missed turn of a seat.

    A player who lost the seat on time, or has a bot standing in, gets the seat back. Otherwise the
    default moves in a row no longer count as missed turns or, if there are none, an excuse is given
    back. Moves made meanwhile stay.

    Raises GameNotFound, GameNotRunning, NothingToDo, Invalid.
    """
    locked = running_game_lock(game_id)
    one = seat_find(locked, seat)
    if one.loss == Loss.TIMED_OUT or one.away_since is not None:
        seat_give_back(locked, one)
    elif one.missed_in_a_row:
        one.missed_in_a_row = 0
        one.save()
    elif one.played_by_user and one.excuses_left < locked.game.timeouts["excuses"]:
        one.excuses_left += 1
        one.save()
    else:
        raise NothingToDo(_("This seat has missed no turn that could be excused."))
    event_add(locked.game, "miss_forgiven", seat=seat)
    return game_save(locked.game)


def seat_give_back(locked: LockedGame, seat: Seat) -> None:
    """Give a seat back to the user who lost it on time, or who has a bot standing in."""
    game = locked.game
    if seat.lost_at is not None:
        forfeits_undo(seats=locked.seats, forgiven=[seat])
        seat_reopen(game, seat)
    bot_unseat(seat)
    seat.lost_at, seat.loss, seat.away_since, seat.missed_in_a_row = None, "", None, 0
    seat.has_orders = bool(orders_in_force(game_id=game.id, seat=seat.number))
    seat.bank = max(seat.bank, pace_of(game).bank_after_timeout())
    seat.save()
    if game.to_act == seat.number:
        turn_begin(game=game, seats=locked.seats, now=locked.now)
        auto_set(game, seat, locked.now)
        auto_wake(game)
    vacations_apply(game=game, seats=[seat])


def seat_reopen(game: Game, seat: Seat) -> None:
    """Restore the user's view of the seat, including what the bot saw meanwhile."""
    own = SeatAssignment.objects.filter(game=game, seat=seat.number, user=seat.user).order_by(
        "from_event"
    )
    last = own.last()
    assert last is not None  # only a player of the seat can have lost it
    last.until_event = last.ended_at = None
    last.save(update_fields=["until_event", "ended_at"])
    seat.seen_from = last.from_event
