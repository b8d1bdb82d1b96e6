"""A game that is not what comes of its record: where the two part, and how it is mended."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from core import database_clock
from games.models import Game, GameState, Move, Status
from games.play.commands import game_advance
from games.play.errors import GameNotRunning, GameNotStarted
from games.play.locking import game_lock, seats_of
from games.play.save import auto_set, auto_wake, event_add, game_save
from games.play.timing import clock_clear
from games.play.verification import verification_input_read
from games.rules.verifying import (
    Finding,
    Outcome,
    first_difference,
    live_game_rebuild,
    replay_verify,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """What was found when a game was played again. SECRET."""

    finding: Finding
    move: Move | None = None
    """The first that does not come out as it was stored."""

    seq: int | None = None
    """The number of the first event of that move that differs, as viewers count; None: its events
    are the same, and what lies behind them is not.
    """

    was: dict[str, Any] | None = None
    now: dict[str, Any] | None = None
    """That event as it was told, and as it would be told now; None: there is none."""

    @property
    def same(self) -> bool:
        return self.finding.outcome == Outcome.SAME


def difference_of(*, game_id: UUID) -> Difference:
    """Play a game again and say where it leaves what is stored of it. Raises GameNotStarted."""
    record = verification_input_read(game_id)
    if record is None:
        raise GameNotStarted
    finding = replay_verify(record)
    move = None
    if finding.move is not None:
        counted = Move.objects.filter(game_id=game_id, undone_by=None)
        move = counted.filter(number=finding.move).first()
    if move is None:
        return Difference(finding)
    place, was, now = first_difference(finding, move.events)
    seq = None if was is None and now is None else move.first_event + place
    return Difference(finding, move, seq, was, now)


@transaction.atomic
def state_rebuild(*, game_id: UUID) -> Game:
    """Store the state of a running game anew as its moves lead to it, with the decision that is
    then open: if it is another than before, under an id that none had. The moves stay as they are;
    so does the quarantine, if it is in one.

    Raises GameNotFound, GameNotRunning, and ReplayFailed: the moves do not lead to where they led
    before. The rules have to be mended first, or the game goes back to a move before that.
    """
    game = game_lock(game_id)
    record = verification_input_read(game_id)
    if game.status != Status.ACTIVE or record is None:
        raise GameNotRunning
    live_game = live_game_rebuild(record)
    GameState.objects.filter(game=game).update(state=live_game.dump())
    anew = live_game.question != record.question
    event_add(game, "state_rebuilt", asked_anew=anew)
    seats = seats_of(game)
    if anew:
        game.decision_id_offset += 1
        game.to_act = None  # its player is told, and has his time, even if it was he before
        clock_clear(game)
        game_advance(game=game, seats=seats, live_game=live_game)
    else:  # it waits for the same player, whose clock goes on
        auto_set(game, seats[game.to_act or 0], database_clock.now())
        game_save(game)
    auto_wake(game)
    logger.warning("Game %s: its state was made anew from its moves", game_id)
    return game
