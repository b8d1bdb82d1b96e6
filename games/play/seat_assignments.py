"""Who sits on a seat when, and so sees what: written down when a user comes, and when he goes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from games.models import Game, Seat, SeatAssignment


def seat_assignments_begin(*, game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """The users on ``seats`` see what their seats are told from the next event of ``game`` on.

    The caller holds the lock, and saves the seats (``seen_from``) where they have changed.
    """
    begun = []
    for seat in seats:
        if seat.user_id is not None:
            seat.seen_from = game.event_count + 1
            begun.append(
                SeatAssignment(
                    game=game,
                    seat=seat.number,
                    user_id=seat.user_id,
                    from_event=seat.seen_from,
                    began_at=now,
                )
            )
    SeatAssignment.objects.bulk_create(begun)


def seat_assignment_end(*, game: Game, seat: Seat, now: datetime) -> None:
    """The user on ``seat`` has seen what it was told up to the last event of ``game``."""
    running = SeatAssignment.objects.filter(game=game, seat=seat.number, ended_at=None)
    running.update(until_event=game.event_count, ended_at=now)
