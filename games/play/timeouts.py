"""A deadline has passed: whatever the game says for that case happens, once.

The deadline is a row. A sweep finds it and resolves it under the game's lock, in one transaction,
where it looks again whether it is still due; so it does not matter how often, by whom and how late
this is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from core import database_clock
from games.models import Actor, Game, GameState, Loss, Policy, Seat, Status
from games.play import notify
from games.play.bot_seats import BOT_COLUMNS, bot_seat, strongest
from games.play.commands import command_play, live_game_load_locked
from games.play.forfeits import bot_take_turn, seat_lose
from games.play.global_pause import deadlines_wait
from games.play.locking import LockedGame, game_lock_or_none, seats_of
from games.play.no_shows import no_show_resolve
from games.play.save import event_add, game_save
from games.play.timing import clock_clear, clock_extend, clock_rearm, pace_of
from games.rules import rulesets

MAX_DEFAULTED_MISSES = 3
"""Times in a row that the rules answer for a seat before it is lost: of a table that everybody has
left, no game would ever end.
"""
DEFAULTS_IN_A_ROW = 100
"""Decisions of one seat that a default answers before somebody else has to act."""


@transaction.atomic
def deadline_resolve(*, game_id: UUID) -> bool:
    """Resolve the deadline of a game if it has passed; returns whether it had. Not while no
    deadline may be: a sweep that has begun before everything was stopped asks again here.

    Raises whatever the rules raise: nothing has happened then.
    """
    game = game_lock_or_none(game_id)
    if game is None or game.status != Status.ACTIVE or game.deadline_at is None:
        return False
    if deadlines_wait():
        return False
    shown = game.deadline_at
    clock_rearm(game)
    now = database_clock.now()
    if game.due_at is None or game.due_at > now:
        game.attempts = 0
        if game.deadline_at != shown:
            game_save(game)  # an outage had moved it
        else:  # resolved already: nothing for anybody to see
            Game.objects.filter(id=game.id).update(due_at=game.due_at, attempts=0)
        return False
    seats = seats_of(game)
    assert game.to_act is not None  # a deadline is somebody's
    seat_timed_out(game=game, seats=seats, seat=seats[game.to_act], now=now)
    return True


@transaction.atomic
def deadline_rearm(*, game_id: UUID) -> bool:
    """Show the deadline of a game where outages have moved it; returns whether they had."""
    game = game_lock_or_none(game_id)
    if game is None or game.deadline_at is None:
        return False
    before = game.deadline_at
    clock_rearm(game)
    if game.deadline_at == before:
        return False
    game_save(game)
    return True


def seat_timed_out(*, game: Game, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Do what the game's options say for a seat whose time is out."""
    game.attempts = 0
    policy = game.timeouts["policy"]
    if seat.acted_at is None:
        no_show_resolve(game=game, seats=seats, seat=seat, now=now)
    elif seat.excuses_left:
        miss_excuse(game=game, seat=seat, now=now)
    elif policy == Policy.DEFAULT_MOVE and seat.missed_in_a_row < MAX_DEFAULTED_MISSES:
        defaults_play(game=game, seats=seats, seat=seat)
        return  # every move of it has been saved
    elif policy == Policy.BOT:
        bot_stand_in(game=game, seat=seat, now=now)
    else:
        seat_lose(game=game, seats=seats, seat=seat, how=Loss.TIMED_OUT, now=now)
        notify.notification_enqueue(game, seats, "seat_timed_out", seat=seat.number)
    game_save(game)


def miss_excuse(*, game: Game, seat: Seat, now: datetime) -> None:
    """Forgive a miss: one of the seat's excuses buys it more time."""
    seat.excuses_left -= 1
    seat.bank = pace_of(game).used_up()  # of what is given now, nothing goes back to it
    seat.save(update_fields=["excuses_left", "bank"])
    clock_extend(game, pace_of(game).extension(), now)
    event_add(game, "turn_excused", seat=seat.number, excuses_left=seat.excuses_left)
    notify.notification_enqueue(
        game,
        [seat],
        "turn_excused",
        excuses_left=seat.excuses_left,
        **notify.decision_facts(game),
    )


def bot_stand_in(*, game: Game, seat: Seat, now: datetime) -> None:
    """A bot plays the seat until its player returns."""
    rules = rulesets.rules_of(slug=game.ruleset, version=game.rules_version)
    bot_seat(seat, strongest(rules))
    seat.away_since, seat.has_orders = now, False
    seat.bank = pace_of(game).used_up()
    seat.save(update_fields=["away_since", *BOT_COLUMNS, "has_orders", "bank"])
    clock_clear(game)
    bot_take_turn(game, seat, now)
    event_add(game, "bot_took_over", seat=seat.number)
    notify.notification_enqueue(game, [seat], "bot_took_over", seat=seat.number)


def defaults_play(*, game: Game, seats: Sequence[Seat], seat: Seat) -> None:
    """Answer for the seat what the rules have for the absent, until another is to act."""
    seat.missed_in_a_row += 1
    seat.save(update_fields=["missed_in_a_row"])
    event_add(game, "default_played", seat=seat.number)
    state = GameState.objects.get(game=game)
    last = game.moves.filter(number=game.move_count, undone_by=None)
    state_hash = last.values_list("state_hash", flat=True).get()
    for _ in range(DEFAULTS_IN_A_ROW):
        locked = LockedGame(game, list(seats), state, state_hash, database_clock.now())
        played = command_play(
            locked=locked,
            seat=seat.number,
            decision=game.decision_id,
            choices=[live_game_load_locked(locked).default_choice()],
            actor=Actor.CLOCK,
        )
        state_hash = played.moves[-1].state_hash
        if game.to_act != seat.number:
            return
    raise RuntimeError(f"seat {seat.number} is asked without end")
