"""Turns of bots. If a bot fails, a random legal choice is played, so that no game gets stuck."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from time import monotonic, sleep, thread_time
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core import database_clock
from core.infrastructure import is_infrastructure_error
from core.metrics import BOTS, BOTS_FAILED
from games.bots.cpu_limit import cpu_limit
from games.bots.move_times import choose_move_time, time_left, wait_for_move_time
from games.models import Actor, Game, GameState
from games.play.commands import command_play, live_game_load
from games.play.due_games import GameQueue
from games.play.errors import StaleDecision
from games.play.locking import game_lock, game_lock_whole, seats_of
from games.play.selectors import events_stored, game_with_state
from games.play.wakeup import bots_wake
from games.rules.bots import (
    Observation,
    bot_choice,
    bot_rng,
    bot_seconds,
    events_for_seat,
)
from games.rules.errors import GameOver, NotYourDecision
from games.rules.live_game import LiveGame
from games.rules.rulesets import Bots, ruleset_now
from games.standing_orders.services import order_turn_play

logger = logging.getLogger(__name__)

MOVES_PER_RUN = 50
"""The maximum number of bot moves in one run. Then other games get their turn."""
RUN_SECONDS = 1.0
"""After this time a run starts no other move, so that other games get their turn."""
WAKE_GRACE = timedelta(seconds=settings.WAKE_SECONDS)
EARLY = timedelta(seconds=2)
"""The tolerated difference between this machine's clock and the one that scheduled the wake-up."""


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A bot's open decision, with the game that it belongs to."""

    game_id: UUID
    bots: Bots
    """The bots of the ruleset."""

    seat: int
    level: str
    profile: str
    decision: int
    live_game: LiveGame
    nonce: str
    auto_at: datetime | None = None
    """When the game is due: the end of this worker's lease. It changes if the turn begins again."""

    choice: str = ""
    """The stored choice, or empty."""

    move_at: datetime | None = None
    """When the stored choice is played."""


class BotTurnQueue(GameQueue):
    """Games in which the server has to act for a seat: bot turns and standing orders."""

    due = "auto_at"

    def until(self) -> datetime:
        return database_clock.now() - WAKE_GRACE  # leaves time for the worker that was woken

    def act(self, game_id: UUID) -> int:
        return turns_run(game_id)


def bots_run(*, game_id: UUID) -> int:
    """Play the due moves of a game in a worker that was woken. Return the number of moves and
    stored choices.

    It takes a lease, as sweeps do. If the message killed its worker and is delivered again, this
    does nothing while the game is deferred.
    """
    return BotTurnQueue().attempt(game_id, database_clock.now() + EARLY) or 0


def turns_run(game_id: UUID) -> int:
    """Play bot turns and standing orders until a player has to decide or the run is over.

    Returns the number of moves and stored choices. Raises whatever the rules raise.
    """
    end = monotonic() + RUN_SECONDS
    played = 0
    while played < MOVES_PER_RUN and (played == 0 or monotonic() < end):
        delay = bot_turn_play(game_id=game_id)
        if delay is None:
            delay = order_turn_play(game_id=game_id)
        if delay is None:
            return played
        played += 1
        if delay:
            bots_wake(game_id, delay)
            return played
    bots_wake(game_id)
    return played


def bot_turn_play(*, game_id: UUID) -> float | None:
    """Play the open decision if a bot has to make it.

    Returns the seconds until the server acts again, or None if nothing was done. The time of the
    move is chosen first, then the bot thinks, then the game is locked. The choice is dropped if the
    decision is no longer open or no longer the bot's. A worker waits only for bots that decide
    quickly. The choice of another bot is stored, and played at the time of the move.
    """
    started_at = monotonic()
    turn = bot_turn(game_id=game_id)
    if turn is None:
        return None
    if turn.move_at is not None:
        wait = (turn.move_at - database_clock.now()).total_seconds()
        sleep(max(0.0, min(wait, EARLY.total_seconds())))
        return choice_play(turn, turn.choice)
    seconds = bot_seconds(turn.bots, turn.level)
    move_time = choose_move_time(started_at=started_at, seconds=seconds)
    choice = bot_choose(turn)
    if seconds > settings.BOT_SECONDS_AWAITED:
        return choice_store(turn, choice, started_at=started_at, move_time=move_time)
    wait_for_move_time(started_at=started_at, move_time=move_time)
    return choice_play(turn, choice)


@transaction.atomic
def choice_store(
    turn: BotTurn, choice: str, *, started_at: float, move_time: float
) -> float | None:
    """Store what a bot has chosen until the time of its move; return the seconds until then.

    Returns None if the decision is no longer open or no longer the bot's. Nobody can see that the
    game was changed, since that would show how long the bot thought.
    """
    game = game_lock(turn.game_id)
    is_same = (game.decision_id, game.auto_at) == (turn.decision, turn.auto_at)
    if game.to_act is None or game.frozen or not is_same:
        return None  # auto_at differs if the turn began again, or another worker has a lease
    seconds = time_left(started_at=started_at, move_time=move_time)
    at = database_clock.now() + timedelta(seconds=seconds)
    states = GameState.objects.filter(game=game)
    states.update(bot_decision=turn.decision, bot_choice=choice, bot_move_at=at)
    Game.objects.filter(id=game.id).update(auto_at=at, attempts=0)
    return seconds


def choice_play(turn: BotTurn, choice: str) -> int | None:
    """Play what a bot has chosen; return the delay of the next decision in seconds.

    Returns None if the decision is no longer open or no longer the bot's.
    """
    try:
        with transaction.atomic():
            locked = game_lock_whole(turn.game_id)
            if locked.game.frozen or not locked.seats[turn.seat].bot:
                return None  # the player may have returned meanwhile
            command_play(
                locked=locked,
                seat=turn.seat,
                decision=turn.decision,
                choices=[choice],
                actor=Actor.BOT,
            )
    except (StaleDecision, NotYourDecision, GameOver):
        return None  # another worker was faster and continues
    return locked.game.bot_delay


def bot_turn(*, game_id: UUID) -> BotTurn | None:
    """Return the open decision of a game if a bot has to make it. Does not lock the game."""
    game = game_with_state(game_id)
    if game is None or game.to_act is None:
        return None
    seat = seats_of(game)[game.to_act]
    if not seat.bot:
        return None
    state, live_game = game.state, live_game_load(game, game.state)
    bots = ruleset_now(game.ruleset).bots
    is_stored = state.bot_decision == game.decision_id and state.bot_choice in choices_of(live_game)
    return BotTurn(
        game_id=game_id,
        bots=bots,
        seat=game.to_act,
        level=bots.current_level(seat.bot),
        profile=seat.bot_profile,
        decision=game.decision_id,
        live_game=live_game,
        nonce=state.nonce,
        auto_at=game.auto_at,
        choice=state.bot_choice if is_stored else "",
        move_at=state.bot_move_at if is_stored else None,
    )


def choices_of(live_game: LiveGame) -> list[str]:
    """Return the legal choices of the open decision."""
    return [option["choice"] for option in live_game.options()]


def bot_choose(turn: BotTurn) -> str:
    """Return the bot's choice, or a random legal one if the bot fails or its choice is illegal.

    Raises what the machine refuses: the bot then chooses later.
    """
    began = thread_time()
    try:
        with cpu_limit(settings.BOT_CPU_SECONDS):
            observation = observation_of(turn)
            choice = bot_choice(
                turn.bots,
                level=turn.level,
                profile=turn.profile,
                observation=observation,
                rng=rng_of(turn),
            )
            if choice in [option.key for option in observation.options]:
                return choice
        logger.error("Game %s: bot %s made an illegal choice", turn.game_id, turn.level)
    except Exception as error:  # whatever a bot raises, its game continues
        if is_infrastructure_error(error):
            raise
        logger.exception("Game %s: bot %s failed", turn.game_id, turn.level)
    finally:
        BOTS.labels(turn.level).observe(thread_time() - began)
    BOTS_FAILED.labels(turn.level).inc()
    return rng_of(turn).choice(choices_of(turn.live_game))


def observation_of(turn: BotTurn) -> Observation:
    """Return everything that the bot may know."""
    events: list[dict[str, Any]] = []
    if turn.level in turn.bots.listens:
        events = events_for_seat(events_stored(turn.game_id), turn.seat)
    return turn.live_game.make_observation(events)


def rng_of(turn: BotTurn) -> Random:
    """Return the bot's generator for this decision. The same turn gives the same one."""
    return bot_rng(nonce=turn.nonce, decision=turn.decision)
