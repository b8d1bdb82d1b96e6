"""A moderator puts a bot, or another user, in the place of a player."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import user_called
from games.lobby.limits import room_check, user_locked
from games.models import Game, Loss, Seat, SeatOffer
from games.play import notify
from games.play.bot_seats import BotWish, bot_checked
from games.play.forfeits import seat_lose
from games.play.locking import Held
from games.play.save import game_save
from games.ratings.records import match_recorded
from games.rules import rulesets
from games.seats.handover import offer_close, seat_give, seat_may_go_to
from games.staff.errors import NothingToDo
from games.staff.locking import running, seat_numbered

LOST_BY_PLAYER = (Loss.RESIGNED, Loss.TIMED_OUT, Loss.ABSENT)
"""How a player loses or gives up a seat. The other way is REMOVED: a moderator takes it."""


@transaction.atomic
def seat_to_bot(*, game_id: UUID, seat: int, level: str, profile: str = "") -> Game:
    """Take a seat from its player for good; he is placed last, and his record says nothing of it.

    If too few people are left the match ends or not, as its ``when_alone`` says. Raises
    GameNotFound, GameNotRunning, NothingToDo: no player has the seat; Invalid, RulesUnavailable.
    """
    held = running(game_id)
    game, one = held.game, seat_numbered(held, seat)
    if one.user_id is None or one.lost_at is not None:
        raise NothingToDo(_("No player has this seat."))
    rules = rulesets.rules_of(slug=game.ruleset, version=game.rules_version)
    wish: BotWish = {"level": level, "profile": profile}
    bot = bot_checked(wish, rules=rules, pointer="")
    offers_close(game, one, now=held.now)
    seat_lose(game=game, seats=held.seats, seat=one, how=Loss.REMOVED, now=held.now, bot=bot)
    notify.tell(game, [one], "seat_removed", seat=seat)
    return game_save(game)


@transaction.atomic
def seat_to_user(*, game_id: UUID, seat: int, username: str, only_lost: bool = False) -> Game:
    """Put another user in the place of a player; ``only_lost``: of one in LOST_BY_PLAYER.

    The user sees what the seat sees from now on, and the clock of the seat goes on with what
    remains. Both users are notified. Raises GameNotFound, GameNotRunning, NothingToDo: no player
    has, or has lost, this seat; TooManyMatches, and Invalid: there is no such user, or the user
    knows what another seat was told.
    """
    held = running(game_id)
    game, one = held.game, seat_numbered(held, seat)
    if one.user_id is None:
        raise NothingToDo(_("This is the seat of a bot."))
    if only_lost and one.loss not in LOST_BY_PLAYER:
        raise NothingToDo(_("The player of this seat has neither resigned nor lost it on time."))
    another = user_called(username, pointer="/to")
    seat_may_go_to(another, game=game, seats=held.seats, seat=one)
    user_locked(another).get()
    room_check(another)
    former = one.user_id
    offers_close(game, one, now=held.now)
    loss_settle(held, one)
    seat_give(game=game, seats=held.seats, seat=one, to=another, now=held.now)
    notify.tell_users(game, [former], "seat_removed", seat=seat)
    notify.tell(game, [one], "seat_given", seat=seat)
    return game_save(game)


def offers_close(game: Game, seat: Seat, *, now: datetime) -> None:
    """Close the offers of a seat whose player can no longer give it away."""
    for offer in SeatOffer.objects.filter(game=game, seat=seat.number, closed_at=None):
        offer_close(offer, taken=False, now=now)


def loss_settle(held: Held, seat: Seat) -> None:
    """Count the loss of who has lost ``seat`` now: afterwards nobody could tell that it was his."""
    if seat.lost_at is not None:
        match_recorded(game=held.game, seats=held.seats)
        seat.lost_at, seat.loss, seat.counted = None, "", False
