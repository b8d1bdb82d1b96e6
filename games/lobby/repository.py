"""How a lobby is found and stored. The caller holds the match's lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.lobby.errors import GameNotInLobby, NotTheHost
from games.models import Game, Seat, Status
from games.play import notify
from games.play.errors import NotSeated
from games.play.locking import game_locked, seats_of, told_stranger
from games.play.save import game_save
from games.play.wakeup import user_told_on_commit

SETTLED = (
    "rules_version",
    "options",
    "title",
    "visibility",
    "pace",
    "timeouts",
    "vacations",
    "bot_delay",
    "created_by",
    "start_when_full",
    "ready_check",
    "starts_at",
    "expires_at",
    "gather_at",
    "free_seats",
    "min_rating",
    "max_rating",
    "min_reliability",
    "rated",
)
"""What may change until the start, and never after it."""
AFTER_MISSED_START = timedelta(days=1)
Chairs = Sequence[Seat]


# --- finding -----------------------------------------------------------------------------------


def lobby_of_host(*, user: User, game_id: UUID) -> tuple[Game, list[Seat]]:
    """The match, locked, and its seats, if it is in the lobby and ``user`` its host.

    Raises GameNotFound, NotTheHost, GameNotInLobby.
    """
    game = game_locked(game_id)
    chairs = seats_of(game)
    if game.created_by_id != user.id:
        if seat_of(chairs=chairs, user=user):
            raise NotTheHost
        raise told_stranger(NotTheHost(), game=game, user=user)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    return game, chairs


def lobby_of_player(*, user: User, game_id: UUID) -> tuple[Game, list[Seat], Seat]:
    """The match, locked, its seats, and that of ``user``, if it is in the lobby.

    Raises GameNotFound, NotSeated, GameNotInLobby.
    """
    game = game_locked(game_id)
    chairs = seats_of(game)
    chair = seat_of(chairs=chairs, user=user)
    if chair is None:
        raise told_stranger(NotSeated(), game=game, user=user)
    if game.status != Status.LOBBY:
        raise GameNotInLobby(game.status)
    return game, chairs, chair


def seat_of(*, chairs: Chairs, user: User) -> Seat | None:
    return next((chair for chair in chairs if chair.user_id == user.id), None)


def chair_numbered(*, chairs: Chairs, number: int) -> Seat:
    """Raises Invalid: the table has no such seat."""
    if not 0 <= number < len(chairs):
        detail = _("The seats are 0 to %(last)s.") % {"last": len(chairs) - 1}
        raise Invalid.field("/seat", "no_such_seat", detail)
    return chairs[number]


def free_numbers(chairs: Chairs) -> list[int]:
    return [chair.number for chair in chairs if chair.free]


# --- storing -----------------------------------------------------------------------------------


def lobby_save(game: Game, chairs: Chairs) -> Game:
    """Store what changed in a lobby: it waits for so much longer."""
    lobby_wait(game, chairs)
    return game_save(game, also=SETTLED)


def lobby_wait(game: Game, chairs: Chairs) -> None:
    """Work out how many seats are free, and when a sweep has to look at the lobby."""
    game.free_seats = len(free_numbers(chairs))
    if game.starts_at is not None:
        game.expires_at = game.starts_at + AFTER_MISSED_START
    else:
        game.expires_at = database_clock.now() + timedelta(days=settings.LOBBY_DAYS)
    game.gather_at = game.starts_at or game.expires_at
    game.attempts = 0


def lobby_insert(game: Game, chairs: Chairs) -> Game:
    """Store a new match and its seats, which belong to it already."""
    lobby_wait(game, chairs)
    game.save(force_insert=True)
    Seat.objects.bulk_create(chairs)
    return game


def lobby_close(game: Game) -> None:
    """The match no longer waits for anybody."""
    game.starts_at = game.expires_at = game.gather_at = None
    game.free_seats = game.attempts = 0


def lobby_call_off(game: Game, chairs: Chairs, *, why: str) -> Game:
    """Nothing becomes of the match; its players are told ``why``."""
    lobby_close(game)
    game.status, game.finished_at = Status.CANCELLED, database_clock.now()
    notify.tell(game, chairs, "match_cancelled", why=why)
    return game_save(game, also=SETTLED)


# --- seats -------------------------------------------------------------------------------------


def sit(*, user: User, chair: Seat) -> None:
    """Nothing is saved."""
    chair.user, chair.joined_at, chair.ready_at = user, database_clock.now(), None
    user_told_on_commit(user.id)


def stand_up(chair: Seat) -> None:
    """Free a seat of its user."""
    if chair.user_id is not None:
        user_told_on_commit(chair.user_id)
    chair.user = chair.joined_at = chair.ready_at = None
    chair.save(update_fields=["user", "joined_at", "ready_at"])


def nobody_ready(game: Game, chairs: Chairs) -> None:
    """What they were ready for is no longer what it was."""
    game.seats.filter(ready_at__isnull=False).update(ready_at=None)
    for chair in chairs:
        chair.ready_at = None
