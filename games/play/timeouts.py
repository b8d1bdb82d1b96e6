"""Timeouts: what happens, exactly once, when a deadline passes.

A sweep finds the deadline and resolves it in one transaction, under the game's lock, after checking
that it is still due. So it does not matter how often, how late and from how many processes this is
called.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Actor, Game, Loss, Policy, Seat, Status
from games.play import notify
from games.play.bot_seats import bot_seat, replacement
from games.play.commands import command_play, live_game_load_locked
from games.play.forfeits import bot_take_turn, seat_lose
from games.play.global_pause import deadlines_wait
from games.play.locking import LockedGame, game_lock_or_none, game_lock_whole_or_none
from games.play.no_shows import no_show_resolve
from games.play.save import deadline_update, event_add, game_save
from games.play.timing import clock_clear, clock_extend, pace_of
from games.rules.rulesets import ruleset_of

MAX_DEFAULTED_MISSES = 3
"""Turns in a row that are played by default before the seat is lost. Without a limit, a game that
all players have left would never end.
"""
DEFAULTS_IN_A_ROW = 100
"""Limit of default moves in one turn; a ruleset that exceeds it loops."""


@transaction.atomic
def deadline_resolve(*, game_id: UUID) -> bool:
    """Resolve the deadline of a game if it has passed, and return True if it had.

    Does nothing while deadlines wait; this is checked here again, for sweeps that began before.
    Errors of the rules propagate and roll everything back.
    """
    locked = game_lock_whole_or_none(game_id)
    if locked is None:
        return False
    game = locked.game
    if game.status != Status.ACTIVE or game.deadline_at is None or deadlines_wait():
        return False
    moved = deadline_update(game)
    if game.due_at is None or game.due_at > locked.now:
        game.attempts = 0
        if moved:
            game_save(game)  # an outage has moved it
        else:  # resolved already, so viewers see no change
            Game.objects.filter(id=game.id).update(due_at=game.due_at, attempts=0)
        return False
    timeout_apply(locked)
    return True


@transaction.atomic
def deadline_rearm(*, game_id: UUID) -> bool:
    """Update the deadline of a game after outages; True if that moved it."""
    game = game_lock_or_none(game_id)
    if game is None or game.deadline_at is None:
        return False
    moved = deadline_update(game)
    if moved:
        game_save(game)
    return moved


def timeout_apply(locked: LockedGame) -> None:
    """Apply the game's timeout policy to the seat to act, which has run out of time."""
    game, seats, now = locked.game, locked.seats, locked.now
    assert game.to_act is not None  # a deadline is always a seat's
    seat = seats[game.to_act]
    game.attempts = 0
    policy = game.timeouts["policy"]
    if seat.acted_at is None:
        no_show_resolve(game=game, seats=seats, seat=seat, now=now)
    elif seat.excuses_left:
        miss_excuse(game=game, seat=seat, now=now)
    elif policy == Policy.DEFAULT_MOVE and seat.missed_in_a_row < MAX_DEFAULTED_MISSES:
        defaults_play(locked, seat)
        return  # each default move has saved the game
    elif policy == Policy.BOT:
        bot_stand_in(game=game, seat=seat, now=now)
    else:
        seat_lose(game=game, seats=seats, seat=seat, how=Loss.TIMED_OUT, now=now)
        notify.notification_enqueue(game, seats, "seat_timed_out", seat=seat.number)
    game_save(game)


def miss_excuse(*, game: Game, seat: Seat, now: datetime) -> None:
    """Use one of the seat's excuses to give it more time."""
    seat.excuses_left -= 1
    seat.bank = pace_of(game).bank_after_timeout()  # the extra time does not go to the bank
    seat.save()
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
    """Let a bot play the seat until its player returns."""
    bot_seat(seat, replacement(ruleset_of(game).bots))
    seat.away_since, seat.has_orders = now, False
    seat.bank = pace_of(game).bank_after_timeout()
    seat.save()
    clock_clear(game)
    bot_take_turn(game, seat, now)
    event_add(game, "bot_took_over", seat=seat.number)
    notify.notification_enqueue(game, [seat], "bot_took_over", seat=seat.number)


def defaults_play(locked: LockedGame, seat: Seat) -> None:
    """Play the default moves of the rules for the seat until another seat has to act."""
    game, live_game = locked.game, live_game_load_locked(locked)
    seat.missed_in_a_row += 1
    seat.save()
    event_add(game, "default_played", seat=seat.number)
    for _ in range(DEFAULTS_IN_A_ROW):
        command_play(
            locked=locked,
            seat=seat.number,
            decision=game.decision_id,
            choices=[live_game.default_choice()],
            actor=Actor.CLOCK,
            live_game=live_game,
        )
        if game.to_act != seat.number:
            return
    raise RuntimeError(f"seat {seat.number} still has to act after {DEFAULTS_IN_A_ROW} moves")
