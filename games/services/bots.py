"""Bots take their turns. Whatever one does, a legal choice is made: no bot leaves a match stuck."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import transaction

from games import engines
from games.engines.bots import bot_choice, bot_listens, bot_rng, events_told
from games.errors import GameOver, NotYourDecision, StaleDecision
from games.models import Actor
from games.selectors import events_stored, game_with_state
from games.services import instant
from games.services.attempts import attempt
from games.services.budget import cpu_budget
from games.services.doorbell import bots_wake
from games.services.locking import match_held, seats_of
from games.services.orders import order_turn_play
from games.services.play import command_play, table_of
from games.services.thinking import breaking_off, thinking_seconds, thinks_long

logger = logging.getLogger(__name__)

MOVES_PER_RUN = 50
"""Moves of bots in one task; what is left then waits its turn behind other matches."""
RUN_SECONDS = 5.0
"""After which a run begins no other move, so that other matches get their turn."""
EARLY = timedelta(seconds=2)
"""A worker is woken by the clock of another machine: so much may be between the two."""


class ThinksLong(Exception):
    """The bot that has to decide thinks so long that a run has to begin with its choice."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot's open decision, and all that the bot may know of it."""

    game_id: UUID
    slug: str
    seat: int
    level: str
    profile: str
    decision: int
    sight: engines.Sight
    nonce: str


def bots_run(*, game_id: UUID) -> int:
    """Play what is due of a match if its time has come, as a woken worker does.

    Returns how many moves that were. It is taken on as by a sweep, so that a call that is delivered
    again, since the one before ended its worker, comes to nothing while the match is put off.
    """
    played = 0

    def act(game_id: UUID) -> int:
        nonlocal played
        played = turns_run(game_id)
        return played

    attempt(game_id=game_id, column="auto_at", due=instant.now() + EARLY, act=act)
    return played


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
    or None: there was nothing to play. Raises ThinksLong if it has to be ``brief``.

    The choice is computed before the lock is taken, and played only if the decision is still open.
    """
    turn = bot_turn(game_id=game_id, brief=brief)
    if turn is None:
        return None
    choice = bot_choose(turn)
    try:
        with transaction.atomic():
            held = match_held(game_id)
            if held.game.frozen or not held.seats[turn.seat].bot:
                return None  # its player may have returned meanwhile
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


def bot_turn(*, game_id: UUID, brief: bool = False) -> Turn | None:
    """The open decision of a match if a bot has to make it, read without a lock. Raises ThinksLong
    if it has to be ``brief``.
    """
    game = game_with_state(game_id)
    if game is None or game.to_act is None:
        return None
    seat = seats_of(game)[game.to_act]
    level, profile = seat.bot, seat.bot_profile
    if not level:
        return None
    if brief and thinks_long(slug=game.ruleset, level=level):
        raise ThinksLong
    table = table_of(game, game.state)
    told: list[dict[str, Any]] = []
    if bot_listens(slug=game.ruleset, level=level):
        told = events_told(events_stored(game_id), game.to_act)
    return Turn(
        game_id=game_id,
        slug=game.ruleset,
        seat=game.to_act,
        level=level,
        profile=profile,
        decision=game.decision_id,
        sight=table.sight(told),
        nonce=game.state.nonce,
    )


def bot_choose(turn: Turn) -> str:
    """The bot's choice; if it fails or is not legal, one of the legal ones by chance."""
    rng = bot_rng(nonce=turn.nonce, decision=turn.decision)
    legal = [option.key for option in turn.sight.options]
    seconds = thinking_seconds(slug=turn.slug, level=turn.level)
    try:
        with cpu_budget(breaking_off(seconds)):
            choice = bot_choice(
                slug=turn.slug,
                level=turn.level,
                profile=turn.profile,
                sight=turn.sight,
                seconds=seconds,
                rng=rng,
            )
    except Exception:  # a bot may fail in any way, and its match goes on
        logger.exception("Match %s: bot %s failed", turn.game_id, turn.level)
        return fallback(legal, rng)
    if choice not in legal:
        logger.error("Match %s: bot %s chose what is not legal", turn.game_id, turn.level)
        return fallback(legal, rng)
    return choice


def fallback(legal: list[str], rng: Random) -> str:
    return rng.choice(legal)
