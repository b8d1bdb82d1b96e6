"""Bots take their turns. Whatever fails, a legal choice is made: no bot leaves a match stuck."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import engines
from games.errors import GameOver, NotYourDecision, StaleDecision
from games.models import Actor, Game, Seat
from games.selectors import bots_due, game_with_state
from games.services.doorbell import bots_wake
from games.services.locking import game_locked, seats_of
from games.services.play import command_play, table_of

logger = logging.getLogger(__name__)

MOVES_PER_RUN = 50
"""Moves of bots in one task; what is left then waits its turn behind other matches."""
GAMES_PER_SWEEP = 100
SWEEP_SECONDS = 30
"""Less than the time limit of a task."""
LONGEST_WAIT = 3600
"""Seconds at most between two attempts at a match whose bot's turn fails again and again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A bot's open decision, and all that the bot may know of it."""

    game_id: UUID
    slug: str
    seat: int
    level: str
    decision: int
    view: dict[str, Any]
    options: list[dict[str, Any]]
    nonce: str


def bots_run(*, game_id: UUID) -> int:
    """Play the turns of bots until somebody else has to decide; returns how many moves that were.

    A match that cannot go on is left to the sweep, which tries it ever later.
    """
    try:
        for played in range(MOVES_PER_RUN):
            if not bot_turn_play(game_id=game_id):
                return played
    except Exception:  # the rules' code, a database that is gone, anything
        logger.exception("Match %s: a bot's turn failed", game_id)
        return 0
    bots_wake(game_id)
    return MOVES_PER_RUN


def bots_sweep() -> int:
    """Play the bots' turns that nobody has played in time; returns how many matches there were."""
    end = monotonic() + SWEEP_SECONDS
    now = timezone.now()
    swept = 0
    for game_id in bots_due(now=now, limit=GAMES_PER_SWEEP):
        if monotonic() > end:
            break  # the next sweep goes on here
        if bots_claim(game_id=game_id, now=now):
            bots_run(game_id=game_id)
            swept += 1
    return swept


def bot_turn_play(*, game_id: UUID) -> bool:
    """Play one open decision if a bot has to; returns whether it did.

    The choice is computed before the lock is taken, and played only if the decision is still open.
    """
    turn = bot_turn(game_id=game_id)
    if turn is None:
        return False
    choice = bot_choose(turn)
    try:
        with transaction.atomic():
            game = game_locked(game_id)
            command_play(
                game=game,
                seats=seats_of(game),
                seat=turn.seat,
                decision=turn.decision,
                choices=[choice],
                actor=Actor.BOT,
            )
    except (StaleDecision, NotYourDecision, GameOver):
        return False  # another worker was quicker, and goes on
    return True


def bot_turn(*, game_id: UUID) -> Turn | None:
    """The open decision of a match if a bot has to make it, read without a lock."""
    game = game_with_state(game_id)
    if game is None or game.to_act is None:
        return None
    level = Seat.objects.values_list("bot", flat=True).get(game=game, number=game.to_act)
    if not level:
        return None
    table = table_of(game, game.state)
    return Turn(
        game_id=game_id,
        slug=game.ruleset,
        seat=game.to_act,
        level=level,
        decision=game.decision_id,
        view=table.view(game.to_act),
        options=table.options(),
        nonce=game.state.nonce,
    )


def bot_choose(turn: Turn) -> str:
    """The bot's choice; if it fails or is not legal, one of the legal ones by chance."""
    rng = engines.bot_rng(nonce=turn.nonce, decision=turn.decision)
    legal = [option["choice"] for option in turn.options]
    try:
        choice = engines.bot_choice(
            slug=turn.slug, level=turn.level, view=turn.view, options=turn.options, rng=rng
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


def bots_claim(*, game_id: UUID, now: datetime) -> bool:
    """Take on a match that is due; False if another sweep was quicker.

    It is put off before it is tried, and longer each time: a match that fails must not starve the
    others, even where it ends the whole process. A bot's move that succeeds sets both columns anew.
    """
    due = Game.objects.filter(id=game_id, bot_due_at__lte=now)
    attempts = due.values_list("bot_attempts", flat=True).first()
    if attempts is None:
        return False
    wait = timedelta(seconds=min(2**attempts, LONGEST_WAIT))
    claimed = due.filter(bot_attempts=attempts).update(
        bot_attempts=attempts + 1, bot_due_at=timezone.now() + wait
    )
    return claimed == 1
