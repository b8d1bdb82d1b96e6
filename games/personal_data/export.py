"""What is kept of a user in games, as parts of his export.

Everything in it he gave himself, or may see through the API: no card, no seed, no choice of
another, and no message of another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from accounts.models import User
from accounts.personal_data import ExportFile
from games.models import (
    Invitation,
    Message,
    Move,
    Note,
    PlayerStatistics,
    Rating,
    RatingChange,
    Seat,
    SeatAssignment,
    SeatOffer,
    StandingOrder,
    Vacation,
    Vote,
)

Rows = Iterator[Any]


def export_files_of(user: User) -> list[ExportFile]:
    return [
        ("games", games(user)),
        ("moves", moves(user)),
        ("messages", messages(user)),
        ("notes", notes(user)),
        ("orders", orders(user)),
        ("ratings", ratings(user)),
        ("invitations", invitations(user)),
        ("vacations", vacations(user)),
    ]


def games(user: User) -> Rows:
    """Where he has a seat, and where he once had one."""
    held = Seat.objects.filter(user=user).select_related("game").order_by("joined_at", "id")
    for seat in held.iterator():
        game = seat.game
        yield {
            "game": game.id,
            "ruleset": game.ruleset,
            "title": game.title,
            "options": game.options,
            "status": game.status,
            "host": game.created_by_id == user.id,
            "started_at": game.started_at,
            "finished_at": game.finished_at,
            "seat": seat.number,
            "joined_at": seat.joined_at,
            "lost": seat.loss or None,
            "lost_at": seat.lost_at,
            "result": game.result,
        }
    for assignment in (
        SeatAssignment.objects.filter(user=user).order_by("began_at", "id").iterator()
    ):
        yield {
            "game": assignment.game_id,
            "seat": assignment.seat,
            "sat_from": assignment.began_at,
            "sat_until": assignment.ended_at,
        }


def moves(user: User) -> Rows:
    """What he chose, or had ordered."""
    own = Move.objects.filter(user=user).order_by("id")
    fields = ("game", "number", "seat", "actor", "topic", "choice", "created_at", "undone_by")
    for row in own.values(*fields).iterator():
        yield {**row, "undone": row.pop("undone_by") is not None}


def messages(user: User) -> Rows:
    own = Message.objects.filter(user=user).order_by("id")
    yield from own.values("game", "room", "number", "text", "created_at", "removed_at").iterator()


def notes(user: User) -> Rows:
    yield from Note.objects.filter(user=user).values("game", "text", "updated_at").iterator()


def orders(user: User) -> Rows:
    """Those of the seats that he holds: with a seat that he gave away they ended."""
    for seat in Seat.objects.filter(user=user).iterator():
        rows = StandingOrder.objects.filter(game=seat.game_id, seat=seat.number)
        yield from rows.values(
            "game", "seat", "position", "spec", "times_left", "created_at", "stopped_at"
        )


def ratings(user: User) -> Rows:
    now = ("ruleset", "mu", "sigma", "shown", "rated_games", "updated_at")
    yield from Rating.objects.filter(user=user).values(*now).iterator()
    record = ("finished", "resigned", "timed_out", "absent", "recent", "turns", "response")
    yield from PlayerStatistics.objects.filter(user=user).values(*record).iterator()
    change = ("game", "place", "shown_before", "shown_after", "created_at")
    yield from RatingChange.objects.filter(user=user).order_by("id").values(*change).iterator()


def invitations(user: User) -> Rows:
    """To games and to seats, got and sent, and the votes that he has opened."""
    asked = ("game", "created_at", "answer", "answered_at")
    offered = ("game", "seat", "created_at", "closed_at", "taken")
    for what, rows in (
        ("invited", Invitation.objects.filter(user=user).values(*asked)),
        ("has_invited", Invitation.objects.filter(by=user).values(*asked)),
        ("offered_a_seat", SeatOffer.objects.filter(to=user).values(*offered)),
        ("has_offered_a_seat", SeatOffer.objects.filter(by=user).values(*offered)),
        (
            "has_opened_a_vote",
            Vote.objects.filter(opened_by=user).values("game", "kind", "opened_at"),
        ),
    ):
        for row in rows.iterator():
            yield {"what": what, **row}


def vacations(user: User) -> Rows:
    rows = Vacation.objects.filter(user=user).order_by("id")
    yield from rows.values("started_at", "ends_at", "ended_at").iterator()
