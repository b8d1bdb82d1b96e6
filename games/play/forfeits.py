"""Forfeits: a player loses their seat. A bot plays on, or the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.models import Game, Loss, PauseKind, Seat, WhenAlone
from games.play import notify
from games.play.bot_seats import BotKind, bot_seat, replacement
from games.play.pauses import pause_remove
from games.play.results import EndedBy, result_early
from games.play.save import auto_set, auto_wake, event_add, game_finish
from games.play.seat_assignments import seat_assignment_end
from games.play.timing import clock_clear
from games.rules.rulesets import ruleset_of


def seat_lose(
    *,
    game: Game,
    seats: Sequence[Seat],
    seat: Seat,
    how: Loss,
    now: datetime,
    bot: BotKind | None = None,
) -> None:
    """Take ``seat`` from its player; ``bot`` plays it from now on, by default the one that
    replaces missing players.

    If at most one player is left, the game's option ``when_alone`` says whether it ends. The caller
    holds the lock and saves the game. Raises RulesUnavailable.
    """
    ruleset = ruleset_of(game)
    seat_assignment_end(game=game, seat=seat, now=now)
    seat.lost_at, seat.loss, seat.away_since = now, how, None
    bot_seat(seat, bot or replacement(ruleset.bots))
    seat.has_orders = False
    seat.save()
    event_add(game, "seat_lost", seat=seat.number, how=how)
    game.rating_due_at = now
    if game_is_decided(game=game, seats=seats):
        game_end_early(game=game, seats=seats, now=now)
        return
    if game.to_act == seat.number:
        clock_clear(game)
        bot_take_turn(game, seat, now)
    pause_remove(game=game, seats=seats, kind=PauseKind.VACATION, owner=seat.user, now=now)


def bot_take_turn(game: Game, seat: Seat, now: datetime) -> None:
    """Let the bot that plays ``seat`` make the open decision."""
    auto_set(game, seat, now)
    auto_wake(game)


def game_is_decided(*, game: Game, seats: Sequence[Seat]) -> bool:
    """True if the game ends because players have left and at most one remains."""
    people = [seat for seat in seats if seat.user_id is not None]
    left = sum(seat.lost_at is None for seat in people)
    ends = game.timeouts["when_alone"] == WhenAlone.END
    return ends and left <= 1 and left < len(people)


def game_end_early(*, game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """End a game before its rules do; the players who stayed come first, whatever the score."""
    result = result_early(seats)
    game_finish(game, result, now)
    event_add(game, "game_ended", ended_by=result["ended_by"])
    alone = result["ended_by"] == EndedBy.LAST_PLAYER
    notify.notification_enqueue(
        game, seats, "game_finished", ended_by=result["ended_by"], alone=alone
    )
