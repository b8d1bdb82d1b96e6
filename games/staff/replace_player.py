"""A moderator puts a bot, or another user, in the place of a player."""

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
from games.rules import rulesets
from games.seats.handover import offer_close, seat_may_go_to, seat_transfer
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock, seat_find

LOST_BY_PLAYER = (Loss.RESIGNED, Loss.TIMED_OUT, Loss.ABSENT)
"""How a player loses or gives up a seat. The other way is REMOVED: a moderator takes it."""


@transaction.atomic
def seat_to_bot(*, game_id: UUID, seat: int, level: str, profile: str = "") -> Game:
    """Take a seat from its player for good; he is placed last, and his record says nothing of it.

    If too few people are left the game ends or not, as its ``when_alone`` says. Raises
    GameNotFound, GameNotRunning, NothingToDo: no player has the seat; Invalid, RulesUnavailable.
    """
    locked = running_game_lock(game_id)
    game, one = locked.game, seat_find(locked, seat)
    if one.user_id is None or one.lost_at is not None:
        raise NothingToDo(_("No player has this seat."))
    rules = rulesets.rules_of(slug=game.ruleset, version=game.rules_version)
    wish: BotRequest = {"level": level, "profile": profile}
    bot = bot_check(wish, rules=rules, pointer="")
    offers_close(game, one, now=locked.now)
    seat_lose(game=game, seats=locked.seats, seat=one, how=Loss.REMOVED, now=locked.now, bot=bot)
    notify.notification_enqueue(game, [one], "seat_removed", seat=seat)
    return game_save(game)


@transaction.atomic
def seat_to_user(*, game_id: UUID, seat: int, username: str, only_lost: bool = False) -> Game:
    """Put another user in the place of a player; ``only_lost``: of one in LOST_BY_PLAYER.

    The user sees what the seat sees from now on, and the clock of the seat goes on with what
    remains. Both users are notified. Raises GameNotFound, GameNotRunning, NothingToDo: no player
    has, or has lost, this seat; TooManyGames, and Invalid: there is no such user, or the user
    knows what another seat was told.
    """
    locked = running_game_lock(game_id)
    game, one = locked.game, seat_find(locked, seat)
    if one.user_id is None:
        raise NothingToDo(_("This is the seat of a bot."))
    if only_lost and one.loss not in LOST_BY_PLAYER:
        raise NothingToDo(_("The player of this seat has neither resigned nor lost it on time."))
    another = user_by_name(username, pointer="/to")
    seat_may_go_to(another, game=game, seats=locked.seats, seat=one)
    user_lock(another).get()
    limits_check(another)
    former = one.user_id
    offers_close(game, one, now=locked.now)
    forfeit_record(locked, one)
    seat_transfer(game=game, seats=locked.seats, seat=one, to=another, now=locked.now)
    notify.tell_users(game, [former], "seat_removed", seat=seat)
    notify.notification_enqueue(game, [one], "seat_given", seat=seat)
    return game_save(game)


def offers_close(game: Game, seat: Seat, *, now: datetime) -> None:
    """Close the offers of a seat whose player can no longer give it away."""
    for offer in SeatOffer.objects.filter(game=game, seat=seat.number, closed_at=None):
        offer_close(offer, taken=False, now=now)


def forfeit_record(locked: LockedGame, seat: Seat) -> None:
    """Count the loss of who has lost ``seat`` now: afterwards nobody could tell that it was his."""
    if seat.lost_at is not None:
        records_add(game=locked.game, seats=locked.seats)
        seat.lost_at, seat.loss, seat.counted = None, "", False
