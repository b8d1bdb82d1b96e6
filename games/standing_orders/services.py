"""Standing orders: written by a player, and followed when a matching decision is open.

Only that player knows them. Writing one, waiting for its delay and stopping it change nothing that
others could see: the version of the game stays, and only the columns that say when the server has
to act are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Subquery
from django.utils import timezone

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from games.models import Actor, Game, Move, Seat, StandingOrder, Status
from games.play import notify
from games.play.commands import check_in_time, command_play, live_game_load, seat_mark_present
from games.play.errors import SeatAway
from games.play.locking import game_lock_whole, seat_lock_running
from games.play.save import auto_set, auto_wake
from games.play.selectors import game_with_state
from games.rules.rulesets import ruleset_of, topics_of
from games.standing_orders import (
    Order,
    OrderRefused,
    StopReason,
    Topics,
    order_parse,
    orders_answer,
    orders_parse,
)
from games.standing_orders.selectors import has_orders_to_ask, orders_in_force

IN_TIME = timedelta(minutes=1)
"""An order is followed at least this long before the deadline, whatever its delay."""


# --- giving them ---------------------------------------------------------------------------------


@transaction.atomic
def orders_set(*, user: User, game_id: UUID, orders: Any) -> list[StandingOrder]:
    """Replace all standing orders of ``user`` in a running game. ``orders`` are as the client sent
    them.

    They apply at once if the open decision is the user's. Raises GameNotFound, NotSeated,
    GameNotStarted, GameOver, SeatLost, SeatAway, DeadlinePassed, RulesUnavailable, and Invalid,
    which points to the error.
    """
    arrived_at = timezone.now()
    game, _, seat = seat_lock_running(user=user, game_id=game_id)
    if seat.away_since is not None:
        raise SeatAway
    if game.to_act == seat.number:
        check_in_time(game=game, arrived_at=arrived_at, now=database_clock.now())
    rows = rows_of(game=game, seat=seat, orders=orders_of_client(game, orders))
    StandingOrder.objects.filter(game=game, seat=seat.number).delete()
    StandingOrder.objects.bulk_create(rows)
    now = database_clock.now()
    seat.has_orders = bool(rows)
    seat.acted_at = seat.acted_at or now
    seat.save()
    if game.to_act == seat.number:
        auto_set(game, seat, now)
        auto_store(game)
    return rows


def orders_of_client(game: Game, orders: Any) -> list[Order]:
    """Return the orders of a request. Raises Invalid with the place of the first error."""
    topics = topics_of(ruleset_of(game))
    try:
        return orders_parse(orders, topics)
    except OrderRefused as refusal:
        pointer = f"/orders{refusal.pointer}"
        raise Invalid.field(pointer, refusal.code, refusal.message) from None


def rows_of(*, game: Game, seat: Seat, orders: Iterable[Order]) -> list[StandingOrder]:
    """Return orders as unsaved rows, in their order."""
    return [
        StandingOrder(
            game=game,
            seat=seat.number,
            position=position,
            topic=order.topic,
            spec=order.to_json(),
            times_left=order.times,
        )
        for position, order in enumerate(orders)
    ]


# --- following them ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OrderTurn:
    """The open decision of a seat with orders, and what is needed to answer it."""

    game_id: UUID
    seat: int
    decision: int
    topic: str
    options: list[dict[str, Any]]
    topics: Topics
    rows: list[StandingOrder]


@dataclass(frozen=True, slots=True)
class Reply:
    """The result of the orders: ``row`` chooses ``choice`` after ``delay``, or none does; and the
    orders that end.
    """

    choice: str | None
    row: StandingOrder | None
    delay: timedelta
    stopped: list[tuple[StandingOrder, StopReason]]


def order_turn_play(*, game_id: UUID) -> int | None:
    """Follow a standing order of the deciding seat, if it has a matching one.

    Returns the seconds until the server has to act again, or None if it does not. The choice is
    computed without the lock, and played only if the decision and the orders are still the same.
    """
    turn = order_turn(game_id=game_id)
    return None if turn is None else order_reply(turn, order_choose(turn))


def order_turn(*, game_id: UUID) -> OrderTurn | None:
    """Return the open decision of a game if its seat has orders, read without a lock."""
    if not has_orders_to_ask(game_id):
        return None
    game = game_with_state(game_id)
    if game is None or game.to_act is None:
        return None
    rows = orders_in_force(game_id=game_id, seat=game.to_act)
    if not rows:
        return None
    return OrderTurn(
        game_id=game_id,
        seat=game.to_act,
        decision=game.decision_id,
        topic=game.topic,
        options=live_game_load(game, game.state).options(),
        topics=topics_of(ruleset_of(game)),
        rows=rows,
    )


def order_choose(turn: OrderTurn) -> Reply:
    """Return what the orders choose. One that the current rules cannot read ends."""
    orders: list[Order] = []
    rows: list[StandingOrder] = []
    stopped: list[tuple[StandingOrder, StopReason]] = []
    for row in turn.rows:
        try:
            orders.append(order_parse(row.spec, turn.topics))
            rows.append(row)
        except OrderRefused:
            stopped.append((row, StopReason.NOT_VALID))
    answer = orders_answer(topic=turn.topic, options=turn.options, orders=orders)
    stopped += [(rows[place], StopReason.NOTHING_FITS) for place in answer.stopped]
    if answer.order is None:
        return Reply(None, None, timedelta(0), stopped)
    return Reply(answer.choice, rows[answer.order], orders[answer.order].delay, stopped)


@transaction.atomic
def order_reply(turn: OrderTurn, reply: Reply) -> int | None:
    """Do what the orders say, if nothing has changed in between; see ``order_turn_play``."""
    locked = game_lock_whole(turn.game_id)
    game, seats = locked.game, locked.seats
    seat = seats[turn.seat]
    if not is_still_open(game, seat, turn):
        return None
    now = database_clock.now()
    orders_stop(game=game, seat=seat, stopped=reply.stopped, now=now)
    if reply.row is None or reply.choice is None:
        game.auto_at = None
        auto_store(game)
        player_notify(game=game, seat=seat, turn=turn)
        return None
    if (ready_at := order_due_at(game, reply.delay)) > now:
        game.auto_at = ready_at
        auto_store(game)
        return None
    order_count(row=reply.row, seat=seat, now=now)
    # like the player's own move, so that nobody can tell the difference
    seat_mark_present(seat=seat, at=now)
    command_play(
        locked=locked,
        seat=seat.number,
        decision=turn.decision,
        choices=[reply.choice],
        actor=Actor.ORDER,
        user=seat.user,
    )
    if game.to_act == seat.number and not seat.has_orders:  # that was the last order
        player_notify(game=game, seat=seat, turn=turn)
    if game.to_act is None or game.auto_at is None:
        return None
    return game.bot_delay if seats[game.to_act].bot else 0


def is_still_open(game: Game, seat: Seat, turn: OrderTurn) -> bool:
    """True if the decision is open and not left to the player, and the orders are still the
    same.
    """
    if game.status != Status.ACTIVE or game.auto_at is None or game.decision_id != turn.decision:
        return False
    if not (seat.played_by_user and seat.has_orders):
        return False
    rows = orders_in_force(game_id=game.id, seat=seat.number)
    return [row.id for row in rows] == [row.id for row in turn.rows]


def order_due_at(game: Game, delay: timedelta) -> datetime:
    """Return when an order is followed in the open decision: after its delay, but in time."""
    assert game.to_act_since is not None  # a decision is open
    at = game.to_act_since + delay
    return at if game.deadline_at is None else min(at, game.deadline_at - IN_TIME)


def player_notify(*, game: Game, seat: Seat, turn: OrderTurn) -> None:
    """Notify the player of their turn, which was put off until no order answered it.

    Once for each decision, and not if they have just written the orders, or have made a move in
    this turn; one that they made by e-mail is followed by another e-mail.
    """
    assert game.to_act_since is not None  # a decision is open
    moves = Move.objects.filter(game=game, undone_by=None)
    before = moves.exclude(seat=seat.number).order_by("-number").values("number")[:1]
    own = moves.filter(number__gt=Subquery(before), actor=Actor.PLAYER).order_by("-number").first()
    if own is not None:
        if notify.plays_by_mail(game, since=own.created_at):
            notify.turn_notify(game, seat, kind=notify.TURN_CONTINUES)
    elif turn.rows[0].created_at < game.to_act_since:
        notify.turn_notify(game, seat)


def order_count(*, row: StandingOrder, seat: Seat, now: datetime) -> None:
    """Count that an order was followed. The last time ends it."""
    if row.times_left is None:
        return
    row.times_left -= 1
    if row.times_left == 0:
        row.stopped_at, row.stop_reason = now, StopReason.USED_UP
    row.save(update_fields=["times_left", "stopped_at", "stop_reason"])
    orders_note(seat)


def orders_stop(
    *,
    game: Game,
    seat: Seat,
    stopped: Sequence[tuple[StandingOrder, StopReason]],
    now: datetime,
) -> None:
    """End orders that came up and did not match, and notify their player."""
    for row, why in stopped:
        row.stopped_at, row.stop_reason = now, why
        row.save(update_fields=["stopped_at", "stop_reason"])
        notify.notification_enqueue(
            game,
            [seat],
            "order_stopped",
            position=row.position,
            reason=why.value,
            **notify.decision_facts(game),
        )
    if stopped:
        orders_note(seat)


def orders_note(seat: Seat) -> None:
    """Record whether the seat, whose game is locked, still has orders."""
    seat.has_orders = bool(
        seat.played_by_user and orders_in_force(game_id=seat.game_id, seat=seat.number)
    )
    seat.save()


def auto_store(game: Game) -> None:
    """Store when the server has to act for a game, whose lock the caller holds, without a new
    version.
    """
    Game.objects.filter(id=game.id).update(auto_at=game.auto_at, attempts=0)
    auto_wake(game)
