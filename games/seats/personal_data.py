"""Seats after the start: offers are exported and deleted, and running games are left."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from accounts.personal_data import (
    DeletedUser,
    PersonalDataHandler,
    RenamedUser,
    Rows,
    handler_register,
    retention_of,
)
from games.models import PlatformEvent, Seat, SeatOffer, Status
from games.play.leaving import leave_game
from games.play.locking import game_lock
from games.play.save import game_save
from games.seats.resign import seat_resign

NAMES = ("by", "to")
"""The members of the event "seat_handed_over" that hold a user's name."""


def export_offers(user: User) -> Rows:
    """Return the seats that the user was offered, and those that they offered."""
    fields = ("game", "seat", "created_at", "closed_at", "taken")
    for what, rows in (
        ("offered_a_seat", SeatOffer.objects.filter(to=user)),
        ("has_offered_a_seat", SeatOffer.objects.filter(by=user)),
    ):
        for row in rows.values(*fields).iterator():
            yield {"what": what, **row}


def end_activity(user: User) -> None:
    """Resign the user's running games; a bot plays on."""
    running = Seat.objects.filter(user=user, lost_at=None, game__status=Status.ACTIVE)
    for game_id in list(running.values_list("game", flat=True)):
        leave_game(seat_resign, user=user, game_id=game_id)


def replace_name(renamed: RenamedUser) -> None:
    """Replace the user's name in events."""
    events = PlatformEvent.objects.filter(kind="seat_handed_over")
    named = events.filter(Q(data__by=renamed.username) | Q(data__to=renamed.username))
    for game_id in set(named.values_list("game", flat=True)):
        events_rename(game_id, renamed)


def erase(deleted_user: DeletedUser) -> None:
    """Delete the user's offers, and replace their name in events."""
    replace_name(deleted_user)
    user = deleted_user.user
    SeatOffer.objects.filter(Q(to=user) | Q(by=user)).delete()


@transaction.atomic
def events_rename(game_id: UUID, renamed: RenamedUser) -> None:
    """Replace the user's name in the events of a game."""
    game = game_lock(game_id)
    for event in PlatformEvent.objects.filter(game=game, kind="seat_handed_over"):
        data = renamed.replace_name_at(event.data, NAMES)
        if data != event.data:
            event.data = data
            event.save(update_fields=["data"])
    game_save(game)


def purge(now: datetime) -> None:
    """Delete offers that were closed long ago."""
    SeatOffer.objects.filter(closed_at__lt=now - retention_of("INVITATION")).delete()


handler_register(
    PersonalDataHandler(
        "games.seats",
        export_files=lambda user: [("seat_offers", export_offers(user))],
        replace_name=replace_name,
        end_activity=end_activity,
        erase=erase,
        purge=purge,
    )
)
