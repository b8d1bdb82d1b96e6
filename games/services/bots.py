"""Bots take their turns. Whatever one does, a legal choice is made: no bot leaves a match stuck."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from time import monotonic, thread_time
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from citadels.metrics import BOTS, BOTS_FAILED
from games import engines
from games.engines.bots import bot_choice, bot_listens, bot_rng, bot_seconds, events_told
from games.errors import GameOver, NotYourDecision, StaleDecision
from games.models import Actor, Status, Thought
from games.selectors import events_stored, game_with_state
from games.services import instant
from games.services.attempts import GameQueue
from games.services.budget import cpu_budget
from games.services.doorbell import bots_wake
from games.services.locking import game_locked, match_held, seats_of
from games.services.move_times import choose_instant, wait_for_instant
from games.services.orders import order_turn_play
from games.services.play import command_play, table_of
from games.services.thinking import (
    bot_clock,
    breaking_off,
    shown_after,
    thinking_seconds,
    thinks_long,
)
from games.services.thoughts import (
    thought_begin,
    thought_keep,
    thought_kept,
    thought_take,
)

logger = logging.getLogger(__name__)

MOVES_PER_RUN = 50
"""Moves of bots in one task; what is left then waits its turn behind other matches."""
RUN_SECONDS = 1.0
"""After which a run begins no other move, so that other matches get their turn."""
WAKE_GRACE = timedelta(seconds=settings.WAKE_SECONDS)
EARLY = timedelta(seconds=2)
"""A worker is woken by the clock of another machine: so much may be between the two."""


class ThinksLong(Exception):
    """The bot that has to decide thinks so long that a run has to begin with its choice."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot's open decision, and the table at which it has to be made."""

    game_id: UUID
    slug: str
    seat: int
    level: str
    profile: str
    decision: int
    table: engines.Table
    nonce: str
    long: bool
    """It thinks so long that its choice is kept until the time has come to play it."""


class BotTurnQueue(GameQueue):
    """Games in which the server has to act for a seat: bots' turns and standing orders."""

    due = "auto_at"
    played = 0
    """Moves of the last attempt."""

    def until(self) -> datetime:
        return instant.now() - WAKE_GRACE  # the worker that was woken comes first

    def act(self, game_id: UUID) -> int:
        self.played = turns_run(game_id)
        return self.played


def bots_run(*, game_id: UUID) -> int:
    """Play what is due of a match if its time has come, as a woken worker does.

    Returns how many moves that were. It is taken on as by a sweep, so that a call that is delivered
    again, since the one before ended its worker, comes to nothing while the match is put off.
    """
    queue = BotTurnQueue()
    queue.attempt(game_id, instant.now() + EARLY)
    return queue.played


def turns_run(game_id: UUID) -> int:
    """Play what the server owes to the seats of a match, until somebody else has to decide, or a
    bot wants to think first; returns how many moves that were. Raises whatever the rules raise.

    A bot that thinks long does so at the beginning of a run: while the match is put off for it, no
    other worker thinks about the same; and behind the matches that wait.
    """
    end = monotonic() + RUN_SECONDS
    played = 0
    while played < MOVES_PER_RUN and (played == 0 or monotonic() < end):
        try:
            delay = bot_turn_play(game_id=game_id, brief=played > 0)
        except ThinksLong:
            break
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


def bot_turn_play(*, game_id: UUID, brief: bool = False) -> int | None:
    """Play one open decision if a bot has to; returns how long, in seconds, the next one waits,
    or None: there was nothing to play yet. Raises ThinksLong if it has to be ``brief``.

    The choice is computed before the lock is taken, and played only if the decision is still open:
    at an instant that was chosen before it was computed.
    """
    begun = monotonic()
    turn = bot_turn(game_id=game_id, brief=brief)
    if turn is None:
        return None
    if turn.long:
        return thought_turn_play(turn)
    seconds = bot_seconds(slug=turn.slug, level=turn.level)
    chosen = choose_instant(begun=begun, seconds=seconds)
    choice = bot_choose(turn)
    wait_for_instant(begun=begun, chosen=chosen)
    return choice_play(turn, choice)


def choice_play(turn: Turn, choice: str) -> int | None:
    """Play what the bot has chosen, if it still has to; see ``bot_turn_play``."""
    try:
        with transaction.atomic():
            held = match_held(turn.game_id)
            if held.game.frozen or not held.seats[turn.seat].bot:
                return None  # its player may have returned meanwhile
            if turn.long and not thought_take(game=held.game, decision=turn.decision):
                return None
            command_play(
                held=held,
                seat=turn.seat,
                decision=turn.decision,
                choices=[choice],
                actor=Actor.BOT,
            )
    except (StaleDecision, NotYourDecision, GameOver):
        return None  # another worker was quicker, and goes on
    return held.game.bot_delay


def thought_turn_play(turn: Turn) -> int | None:
    """Play what a bot that thinks long has decided, when the time has come, and let it think first
    if it has not; see ``bot_turn_play``.
    """
    thought = thought_kept(game_id=turn.game_id, decision=turn.decision)
    if thought is None:
        thought = thought_out(turn)
    elif (left := thought.due_at - instant.now()) > timedelta(0):
        game_put_off(turn, thought)
        bots_wake(turn.game_id, left.total_seconds())  # who called was early, or his clock is
    if thought is None or thought.due_at > instant.now():
        return None
    legal = legal_of(turn)
    if thought.choice in legal:
        return choice_play(turn, thought.choice)
    return choice_play(turn, fallback(legal, rng_of(turn)))  # the rules have changed meanwhile


def thought_out(turn: Turn) -> Thought | None:
    """Let the bot think, and keep what it decides; None if somebody else was quicker.

    When that is played is settled before, and a worker called for it.
    """
    seconds = thinking_seconds(slug=turn.slug, level=turn.level)
    wait = shown_after(seconds)
    thought = thought_begin(game_id=turn.game_id, decision=turn.decision, due=instant.now() + wait)
    bots_wake(turn.game_id, wait.total_seconds())
    thought.choice = bot_choose(turn, seconds)
    return thought if game_put_off(turn, thought) else None


@transaction.atomic
def game_put_off(turn: Turn, thought: Thought) -> bool:
    """Let a match rest until what its bot has decided is due; False if it no longer has to."""
    game = game_locked(turn.game_id)
    if game.status != Status.ACTIVE or game.frozen or game.decision_id != turn.decision:
        return False
    if not seats_of(game)[turn.seat].bot:
        return False
    return thought_keep(game=game, thought=thought)


def bot_turn(*, game_id: UUID, brief: bool = False) -> Turn | None:
    """The open decision of a match if a bot has to make it, read without a lock. Raises ThinksLong
    if it has to be ``brief``.
    """
    game = game_with_state(game_id)
    if game is None or game.to_act is None:
        return None
    seat = seats_of(game)[game.to_act]
    if not seat.bot:
        return None
    long = thinks_long(slug=game.ruleset, level=seat.bot)
    if brief and long:
        raise ThinksLong
    return Turn(
        game_id=game_id,
        slug=game.ruleset,
        seat=game.to_act,
        level=seat.bot,
        profile=seat.bot_profile,
        decision=game.decision_id,
        table=table_of(game, game.state),
        nonce=game.state.nonce,
        long=long,
    )


def bot_choose(turn: Turn, seconds: float | None = None) -> str:
    """The bot's choice; if it fails or is not legal, one of the legal ones by chance. How many
    ``seconds`` it may think is what its level and the load say, unless that is settled.
    """
    if seconds is None:
        seconds = thinking_seconds(slug=turn.slug, level=turn.level)
    began = thread_time()
    try:
        with cpu_budget(breaking_off(seconds)):
            sight = sight_of(turn)
            choice = bot_choice(
                slug=turn.slug,
                level=turn.level,
                profile=turn.profile,
                sight=sight,
                seconds=seconds,
                clock=bot_clock(),
                rng=rng_of(turn),
            )
            if choice in [option.key for option in sight.options]:
                return choice
        logger.error("Match %s: bot %s chose what is not legal", turn.game_id, turn.level)
    except Exception:  # a bot may fail in any way, and its match goes on
        logger.exception("Match %s: bot %s failed", turn.game_id, turn.level)
    finally:
        BOTS.labels(turn.level).observe(thread_time() - began)
    BOTS_FAILED.labels(turn.level).inc()
    return fallback(legal_of(turn), rng_of(turn))


def sight_of(turn: Turn) -> engines.Sight:
    """All that the bot may know."""
    told: list[dict[str, Any]] = []
    if bot_listens(slug=turn.slug, level=turn.level):
        told = events_told(events_stored(turn.game_id), turn.seat)
    return turn.table.sight(told)


def legal_of(turn: Turn) -> list[str]:
    return [option["choice"] for option in turn.table.options()]


def rng_of(turn: Turn) -> Random:
    return bot_rng(nonce=turn.nonce, decision=turn.decision)


def fallback(legal: list[str], rng: Random) -> str:
    return rng.choice(legal)
