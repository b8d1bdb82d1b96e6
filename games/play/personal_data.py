"""Seats and moves: exported. They stay after a deletion, under a name that says nothing.

The export holds only what the user entered, or may see through the API: no card, no seed, and no
choice or message of another player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Min

from accounts.models import User
from accounts.personal_data import (
    DeletedUser,
    ExportFile,
    PersonalDataHandler,
    Rows,
    handler_register,
    retention_of,
)
from core.backends.refusals import optional_write
from games.models import (
    Failure,
    Game,
    IdempotencyKey,
    Move,
    Outage,
    Reminder,
    Seat,
    SeatAssignment,
    Status,
)
from games.models.lobby import HOST_TEXTS
from games.play.bot_seats import name_stored_bots
from games.play.idempotency import commands_scope, idempotency_keys_delete
from games.play.locking import game_lock, seats_of
from games.play.save import game_save

# --- export ------------------------------------------------------------------------------------


def export_files(user: User) -> list[ExportFile]:
    """Return the files with the games and moves of a user."""
    return [("games", export_games(user)), ("moves", export_moves(user))]


def export_games(user: User) -> Rows:
    """Return the games in which the user has or had a seat."""
    held = Seat.objects.filter(user=user).select_related("game").order_by("joined_at", "id")
    for seat in held.iterator():
        game = seat.game
        yield {
            "game": game.id,
            "ruleset": game.ruleset,
            **{name: getattr(game, name) for name in HOST_TEXTS},
            "options": game.options,
            "status": game.status,
            "host": game.created_by_id == user.id,
            "tried_from": game.tried_from_id if game.created_by_id == user.id else None,
            "started_at": game.started_at,
            "finished_at": game.finished_at,
            "seat": seat.number,
            "joined_at": seat.joined_at,
            "lost": seat.loss or None,
            "lost_at": seat.lost_at,
            "result": game.result,
        }
    assignments = SeatAssignment.objects.filter(user=user).order_by("began_at", "id")
    for assignment in assignments.iterator():
        yield {
            "game": assignment.game_id,
            "seat": assignment.seat,
            "sat_from": assignment.began_at,
            "sat_until": assignment.ended_at,
        }


def export_moves(user: User) -> Rows:
    """Return the moves that the user made, or that their standing orders made."""
    own = Move.objects.filter(user=user).order_by("id")
    fields = ("game", "number", "seat", "actor", "topic", "choice", "created_at", "undone_by")
    for row in own.values(*fields).iterator():
        yield {**row, "undone": row.pop("undone_by") is not None}


# --- a new name --------------------------------------------------------------------------------


def rename(user: User) -> None:
    """Show the user's new name in their games. A bot that has the same one gets another."""
    for game_id in games_naming(user):
        with optional_write("The new name of a player"):
            game = game_lock(game_id)
            name_stored_bots(seats_of(game))
            game_save(game)


# --- deletion ----------------------------------------------------------------------------------


def erase(deleted_user: DeletedUser) -> None:
    """Show the user's new name in their games, and delete their stored replies."""
    user, games = deleted_user.user, games_naming(deleted_user.user)
    for game_id in games:
        version_advance(game_id)
    IdempotencyKey.objects.filter(user=user).delete()
    replies_rename(deleted_user, games)


def games_naming(user: User) -> set[UUID]:
    """Return the ids of the games whose documents name a user."""
    return {
        *Game.objects.filter(created_by=user).values_list("id", flat=True),
        *Seat.objects.filter(user=user).values_list("game", flat=True),
        *SeatAssignment.objects.filter(user=user).values_list("game", flat=True),
    }


@transaction.atomic
def version_advance(game_id: UUID) -> None:
    """Advance the version of a game that names a user who has changed, so that clients fetch it
    again.
    """
    game_save(game_lock(game_id))


def replies_rename(deleted_user: DeletedUser, games: Iterable[UUID]) -> None:
    """Replace the user's name in replies that are stored for other players of these games.

    Only replies to commands name other users.
    """
    old = rf'("username":|"number":\d+,"name":)"{re.escape(deleted_user.username)}"'
    new = rf'\1"{deleted_user.new_name}"'
    scopes = [commands_scope(game_id) for game_id in games]
    for reply in IdempotencyKey.objects.filter(scope__in=scopes).iterator():
        if (body := re.sub(old, new, reply.body)) != reply.body:
            IdempotencyKey.objects.filter(id=reply.pk).update(body=body)


# --- retention ---------------------------------------------------------------------------------


def purge(now: datetime) -> None:
    """Delete old stored replies, reminders, tracebacks and outages. Games and moves are kept."""
    idempotency_keys_delete(now=now)
    reminders_delete(now=now)
    Failure.objects.filter(created_at__lt=now - retention_of("FAILURE")).delete()
    outages_delete(now=now)


def reminders_delete(*, now: datetime) -> None:
    """Delete old reminders. A reminder prevents a second one, so it stays until its deadline."""
    past = now - retention_of("REMINDER")
    Reminder.objects.filter(deadline_at__lt=past, sent_at__lt=past).delete()


def outages_delete(*, now: datetime) -> None:
    """Delete outages that ended before any clock that is running began to run."""
    running = Game.objects.filter(status=Status.ACTIVE)
    oldest = running.aggregate(at=Min("clock_since"))["at"] or now
    Outage.objects.filter(ended_at__lt=min(oldest, now - retention_of("OUTAGE"))).delete()


handler_register(
    PersonalDataHandler(
        "games.play", export_files=export_files, rename=rename, erase=erase, purge=purge
    )
)
