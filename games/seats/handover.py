"""Handing over a seat in a running game to another user."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.blocks import is_blocked_by, user_by_name
from accounts.models import User
from core import database_clock
from core.errors import Invalid
from core.period_limits import period_limit_check
from games.lobby.admission import admits_bot_accounts
from games.lobby.errors import PlayerBlocked
from games.lobby.limits import DAY, limits_check, user_lock
from games.models import (
    Ballot,
    Game,
    PauseKind,
    Seat,
    SeatAssignment,
    SeatOffer,
    StandingOrder,
)
from games.play import notify
from games.play.bot_seats import bot_unseat, name_stored_bots
from games.play.errors import GameFrozen, NamesHidden
from games.play.locking import seat_lock_running, seats_of, transaction_check
from games.play.pauses import pause_remove
from games.play.save import auto_set, event_add, game_save, turn_begin
from games.play.seat_assignments import seat_assignment_end, seat_assignments_begin
from games.play.selectors import offers_open
from games.play.wakeup import user_publish_on_commit
from games.seats.errors import (
    SeatOfferClosed,
    SeatOfferLimit,
    SeatOfferNotFound,
    SeatOfferOpen,
)
from games.vacations.services import vacations_apply
from games.votes.services import vote_close

OFFERS_TO_ONE = 3
"""Offers of seats by a user to another one in 24 hours."""


@transaction.atomic
def seat_offer(*, user: User, game_id: UUID, to: str) -> SeatOffer:
    """Offer the seat of ``user`` in a running game to the user named ``to``.

    A user who blocks a player, or that a player blocks, does not see the offer; the reply is the
    same. Raises GameNotFound, NotSeated, GameNotStarted, GameOver, SeatLost, NamesHidden,
    PlayerBlocked, SeatOfferOpen, SeatOfferLimit; and Invalid if there is no such user, or if they
    have or had another seat in the game and so know its private information.
    """
    game, seats, seat = seat_lock_running(user=user, game_id=game_id)
    if game.names_hidden:
        raise NamesHidden
    another = user_by_name(to, pointer="/to")
    recipient_check(another, game=game, seats=seats, seat=seat)
    before = SeatOffer.objects.filter(game=game, seat=seat.number, closed_at=None).first()
    if before is not None:
        raise SeatOfferOpen(before.id)
    if is_blocked_by(another, user=user):
        raise PlayerBlocked
    user_lock(user).get()
    period_limit_check(
        SeatOffer.objects.filter(by=user, to=another),
        SeatOfferLimit,
        at="created_at",
        most=OFFERS_TO_ONE,
        period=DAY,
        now=database_clock.now(),
    )
    offer = SeatOffer.objects.create(game=game, seat=seat.number, by=user, to=another)
    data = {"seat": seat.number, "offer": offer.id, "by": user.username}
    notify.users_notify(game, [another.id], "seat_offered", sender=user, **data)
    return offer


def recipient_check(user: User, *, game: Game, seats: Sequence[Seat], seat: Seat) -> None:
    """Check that the user may get the seat. Raises Invalid if they have or had another one, or if
    they are a bot that the game does not admit.
    """
    seated = any(one.user_id == user.id for one in seats)
    assignments = SeatAssignment.objects.filter(game=game, user=user).exclude(seat=seat.number)
    if seated or assignments.exists():
        detail = _("This user has, or had, a seat in the game.")
        raise Invalid.field("/to", "knows_another_seat", detail)
    if user.is_bot and not admits_bot_accounts(game, seats):
        detail = _("This user is a bot, and the host of this rated game does not admit bots.")
        raise Invalid.field("/to", "bot_account", detail)


@transaction.atomic
def seat_offer_accept(*, user: User, offer_id: int) -> Game:
    """Take the seat that was offered; ``user`` sees its private information from now on.

    The time left on its clock does not change. Raises SeatOfferNotFound, SeatOfferClosed,
    GameFrozen, TooManyGames, and Invalid as ``seat_offer`` does.
    """
    offer, game = offer_lock(offer_id, to=user)
    now = database_clock.now()
    offer_close(offer, offers_open(user=user), taken=True, now=now)
    if game.frozen:
        raise GameFrozen
    seats = seats_of(game)
    seat = seats[offer.seat]
    user = user_lock(user).get()
    recipient_check(user, game=game, seats=seats, seat=seat)
    limits_check(user)
    seat_transfer(game=game, seats=seats, seat=seat, to=user, now=now)
    answer_notify(offer, taken=True)
    return game_save(game)


@transaction.atomic
def seat_offer_decline(*, user: User, offer_id: int) -> None:
    """Decline an offer. Raises SeatOfferNotFound, SeatOfferClosed."""
    offer, _game = offer_lock(offer_id, to=user)
    offer_close(offer, offers_open(user=user), taken=False, now=database_clock.now())
    answer_notify(offer, taken=False)


@transaction.atomic
def seat_offer_withdraw(*, user: User, offer_id: int) -> None:
    """Withdraw the user's own offer. Raises SeatOfferNotFound, SeatOfferClosed."""
    offer, _game = offer_lock(offer_id, by=user)
    mine = SeatOffer.objects.filter(by=user, closed_at=None)
    offer_close(offer, mine, taken=False, now=database_clock.now())


def offer_lock(
    offer_id: int, *, to: User | None = None, by: User | None = None
) -> tuple[SeatOffer, Game]:
    """Return an offer and its game, and lock the game. Raises SeatOfferNotFound.

    The offer may be closed: the caller calls ``offer_close``.
    """
    transaction_check()
    side = Q(to=to) if to is not None else Q(by=by)
    offers = SeatOffer.objects.select_for_update(of=("game",)).filter(side, id=offer_id)
    offer = offers.select_related("game__created_by", "by", "to").first()
    if offer is None:
        raise SeatOfferNotFound
    return offer, offer.game


def offer_close(
    offer: SeatOffer, still_open: QuerySet[SeatOffer], *, taken: bool, now: datetime
) -> None:
    """Close an offer. Raises SeatOfferClosed if it is not among the offers that are still open."""
    if not still_open.filter(id=offer.id).update(closed_at=now, taken=taken):
        raise SeatOfferClosed


def answer_notify(offer: SeatOffer, *, taken: bool) -> None:
    """Notify the user who offered a seat of the answer."""
    kind, data = "seat_offer_answered", {"seat": offer.seat, "offer": offer.id, "taken": taken}
    notify.users_notify(offer.game, [offer.by_id], kind, sender=offer.to, **data)


def seat_transfer(*, game: Game, seats: list[Seat], seat: Seat, to: User, now: datetime) -> None:
    """Put ``to`` on ``seat`` in place of its user, who becomes a spectator.

    Standing orders and ballots in open votes are deleted: they belonged to the former user. The
    caller holds the lock and saves the game.
    """
    former, by_bot = seat.user, seat.bot != ""
    assert former is not None  # only a seat with a user is offered
    if game.paused:
        pause_remove(game=game, seats=seats, kind=PauseKind.VACATION, owner=former, now=now)
    StandingOrder.objects.filter(game=game, seat=seat.number).delete()
    votes = list(game.votes.filter(closed_at=None).select_related("opened_by"))
    if votes:
        Ballot.objects.filter(vote__in=votes, seat=seat.number).delete()
    for vote in votes:
        if vote.seat == seat.number:  # it was about the former user
            vote_close(game=game, seats=seats, vote=vote, passed=False, now=now)
    seat_assignment_end(game=game, seat=seat, now=now)
    seat.user, seat.joined_at, seat.acted_at = to, now, now  # accepting counts as presence
    bot_unseat(seat)
    seat.away_since, seat.has_orders, seat.missed_in_a_row = None, False, 0
    seat_assignments_begin(game=game, seats=[seat], now=now)
    seat.save()
    name_stored_bots(seats)
    names = {"by": former.username, "to": to.username}
    event_add(game, "seat_handed_over", now=now, seat=seat.number, **names)
    if game.to_act == seat.number:
        notify.turn_lines_end(game, [former.id], now)
        if by_bot:
            turn_begin(game=game, seats=seats, now=now)
        else:
            notify.turn_notify(game, seat)
        auto_set(game, seat, now)
    vacations_apply(game=game, seats=[seat])
    for user in (former, to):
        user_publish_on_commit(user.id)
