"""Which seat's private information a viewer sees, event by event.

A player sees the private information of their seat from the moment they take it; earlier events
they see as a spectator. A player who left a seat sees everything as a spectator until the game is
over, and then again what they saw while they held the seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from uuid import UUID

from accounts.models import User
from games.models import Game, Seat, SeatAssignment, Status

OVER = (Status.FINISHED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class SeenSpan:
    """A range of events that a user saw as the player of ``seat``; both ends are included."""

    seat: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Viewer:
    """A user as the viewer of a game.

    A player who resigned keeps ``seat``, but ``sees_as`` is None: a bot plays the seat now, and
    what the seat learns is no longer theirs to see.
    """

    seat: int | None = None
    """The user's seat; None for spectators."""
    sees_as: int | None = None
    """The seat whose private information they see; None: only what is public."""
    language: str = "en"
    since: int = 1
    """The first event that they see as ``sees_as``."""
    seen: tuple[SeenSpan, ...] = ()
    """What they saw from seats they have left; filled in only when the game is over."""
    user_id: UUID | None = None
    """The user, who sees their own name; None: an anonymous reader, or everybody."""
    is_staff: bool = False
    """True for the pages of the staff, which show the names of an anonymous game."""


def viewer_of(seats: Iterable[Seat], user: User | None, language: str = "en") -> Viewer:
    """Return the user as a viewer of the game with these seats. None is an anonymous reader, who
    sees what spectators see.
    """
    for seat in seats:
        if user is not None and seat.user_id == user.id:
            sees_as = None if seat.lost_at else seat.number
            return Viewer(seat.number, sees_as, language, seat.seen_from, user_id=user.id)
    return Viewer(language=language, user_id=None if user is None else user.id)


def sees_as(viewer: Viewer, seq: int) -> int | None:
    """Return the seat as which ``viewer`` sees event ``seq``, or None as a spectator."""
    if viewer.sees_as is not None and seq >= viewer.since:
        return viewer.sees_as
    return next((part.seat for part in viewer.seen if part.first <= seq <= part.last), None)


def with_past_spans(viewer: Viewer, *, game: Game, user: User | None) -> Viewer:
    """Add what the user saw from seats they have left, if the game is over."""
    if (
        user is None
        or game.status not in OVER
        or (viewer.sees_as is not None and viewer.since <= 1)
    ):
        return viewer
    assignments = SeatAssignment.objects.filter(game_id=game.id, user=user)
    parts = assignments.values_list("seat", "from_event", "until_event")
    seen = (SeenSpan(seat, first, last) for seat, first, last in parts if last is not None)
    return replace(viewer, seen=tuple(seen))
