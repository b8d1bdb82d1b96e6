"""Seat assignments: who held a seat from which event to which, and so may see what it saw."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Game, Seat, SeatAssignment


def seat_assignments_begin(*, game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Let the users on ``seats`` see private events of their seats from the next event on.

    The caller holds the lock and saves the seats.
    """
    assignments = []
    for seat in seats:
        if seat.user_id is not None:
            seat.seen_from = game.event_count + 1
            assignments.append(
                SeatAssignment(
                    game=game,
                    seat=seat.number,
                    user_id=seat.user_id,
                    from_event=seat.seen_from,
                    began_at=now,
                )
            )
    SeatAssignment.objects.bulk_create(assignments)


def seat_assignment_end(*, game: Game, seat: Seat, now: datetime) -> None:
    """End the seat's assignment at the last event so far."""
    current = SeatAssignment.objects.filter(game=game, seat=seat.number, ended_at=None)
    current.update(until_event=game.event_count, ended_at=now)
