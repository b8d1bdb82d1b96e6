"""Replacing of a player by a bot or another user."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import user_by_name
from games.lobby.limits import limits_check, user_lock
from games.models import Game, Loss, Seat, SeatOffer
from games.play import notify
from games.play.bot_seats import BotRequest, bot_check
from games.play.forfeits import seat_lose
from games.play.locking import LockedGame
from games.play.save import game_save
from games.ratings.records import records_add
from games.rules.rulesets import ruleset_of
from games.seats.handover import recipient_check, seat_transfer
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock, seat_find

LOST_BY_PLAYER = (Loss.RESIGNED, Loss.TIMED_OUT, Loss.ABSENT)
"""The ways in which players lose a seat by themselves, as opposed to REMOVED by a moderator."""


@transaction.atomic
def seat_to_bot(*, game_id: UUID, seat: int, level: str, profile: str = "") -> Game:
    """Replace a player permanently with a bot.

    The player is placed last, and the game does not count in their record. If too few people are
    left, ``when_alone`` decides if the game ends. Raises GameNotFound, GameNotRunning, NothingToDo
    if no player has the seat, Invalid, RulesUnavailable.
    """
    locked = running_game_lock(game_id)
    game, one = locked.game, seat_find(locked, seat)
    if one.user_id is None or one.lost_at is not None:
        raise NothingToDo(_("This seat has no player."))
    ruleset = ruleset_of(game)
    wish: BotRequest = {"level": level, "profile": profile}
    bot = bot_check(wish, known=ruleset.bots, pointer="")
    offers_close(game, one, now=locked.now)
    seat_lose(game=game, seats=locked.seats, seat=one, how=Loss.REMOVED, now=locked.now, bot=bot)
    notify.notification_enqueue(game, [one], "seat_removed", seat=seat)
    return game_save(game)


@transaction.atomic
def seat_to_user(*, game_id: UUID, seat: int, username: str, only_lost: bool = False) -> Game:
    """Replace a player with another user. With ``only_lost``, the seat must be in LOST_BY_PLAYER.

    From now on, the user sees what the seat sees, and gets the time that the seat has left. Both
    users are notified. Raises GameNotFound, GameNotRunning, NothingToDo if the seat does not
    qualify, TooManyGames, and Invalid if the user does not exist or knows secrets of another seat.
    """
    locked = running_game_lock(game_id)
    game, one = locked.game, seat_find(locked, seat)
    if one.user_id is None:
        raise NothingToDo(_("This seat belongs to a bot."))
    if only_lost and one.loss not in LOST_BY_PLAYER:
        raise NothingToDo(
            _(
                "The player of this seat has neither resigned nor lost the seat by "
                "running out of time."
            )
        )
    another = user_lock(user_by_name(username, pointer="/username")).get()
    recipient_check(another, game=game, seats=locked.seats, seat=one)
    limits_check(another)
    former = one.user_id
    offers_close(game, one, now=locked.now)
    forfeit_record(locked, one)
    seat_transfer(game=game, seats=locked.seats, seat=one, to=another, now=locked.now)
    notify.users_notify(game, [former], "seat_removed", seat=seat)
    notify.notification_enqueue(game, [one], "seat_given", seat=seat)
    return game_save(game)


def offers_close(game: Game, seat: Seat, *, now: datetime) -> None:
    """Close the open offers of a seat, whose player can no longer give it away."""
    still_open = SeatOffer.objects.filter(game=game, seat=seat.number, closed_at=None)
    still_open.update(closed_at=now, taken=False)


def forfeit_record(locked: LockedGame, seat: Seat) -> None:
    """Count the forfeit of a lost seat now: after the transfer, its player is unknown."""
    if seat.lost_at is not None:
        records_add(game=locked.game, seats=locked.seats)
        seat.lost_at, seat.loss, seat.counted = None, "", False
