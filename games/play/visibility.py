"""Whose secrets a viewer sees, event by event.

Who sits on a seat sees what it is told from then on; what it was told before he came, he reads as a
spectator. Who has left a seat is a spectator at once, the past included, and gets back what he saw
there when the game is over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from accounts.models import User
from games.models import Game, Seat, SeatAssignment, Status

OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class SeenSpan:
    """The events, from ``first`` to ``last``, that a user saw as ``seat``."""

    seat: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at a game: ``seat`` is the user's place, ``eyes`` the seat whose secrets he sees
    now, from event ``since`` on; ``language`` what he reads; ``seen`` what he saw before.

    Who resigned keeps his place and has no more eyes than a spectator: a bot has taken over what
    the seat learns from then on.
    """

    seat: int | None = None
    sees_as: int | None = None
    language: str = "en"
    since: int = 1
    seen: tuple[SeenSpan, ...] = ()


def viewer_of(seats: Iterable[Seat], user: User, language: str = "en") -> Viewer:
    """How ``user`` looks at the game that has these seats."""
    for seat in seats:
        if seat.user_id == user.id:
            sees_as = None if seat.lost_at else seat.number
            return Viewer(seat.number, sees_as, language, seat.seen_from)
    return Viewer(language=language)


def sees_as(viewer: Viewer, seq: int) -> int | None:
    """The seat as which ``viewer`` reads event ``seq``; None: as a spectator."""
    if viewer.sees_as is not None and seq >= viewer.since:
        return viewer.sees_as
    return next((part.seat for part in viewer.seen if part.first <= seq <= part.last), None)


def with_past_spans(viewer: Viewer, *, game: Game, user: User) -> Viewer:
    """The viewer with what he saw from seats he has left, if the game is over: not before."""
    if game.status not in OVER or (viewer.sees_as is not None and viewer.since <= 1):
        return viewer
    assignments = SeatAssignment.objects.filter(game_id=game.id, user=user)
    parts = assignments.values_list("seat", "from_event", "until_event")
    seen = (SeenSpan(seat, first, last) for seat, first, last in parts if last is not None)
    return replace(viewer, seen=tuple(seen))
