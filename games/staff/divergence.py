"""Diverged games, whose state differs from a replay: find the difference, and rebuild the state."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from core import database_clock
from core.infrastructure import is_infrastructure_traceback
from games.models import Failure, Game, GameState, Move, Pause, PauseKind, Status
from games.play.commands import game_advance
from games.play.due_games import is_in_quarantine, quarantine_end
from games.play.errors import GameNotRunning, GameNotStarted
from games.play.locking import game_lock, seats_of
from games.play.save import auto_set, auto_wake, decision_withdraw, event_add, game_save
from games.play.verification import verification_input_read
from games.rules.live_game import ReplayFailed
from games.rules.verifying import (
    Finding,
    Outcome,
    first_difference,
    live_game_rebuild,
    replay_verify,
)
from games.staff.errors import NothingToDo, StillDiverged

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Difference:
    """The result of comparing a game with its replay. SECRET."""

    finding: Finding
    move: Move | None = None
    """The first move whose replay differs from what is stored."""

    seq: int | None = None
    """The public number of the first differing event of that move.

    None if the events are the same and only the state differs.
    """

    was: dict[str, Any] | None = None
    now: dict[str, Any] | None = None
    """That event as stored, and as replayed. None if it exists in only one of the two."""

    @property
    def same(self) -> bool:
        return self.finding.outcome == Outcome.SAME

    def __str__(self) -> str:
        """Return what differs, without any secret."""
        finding = self.finding
        if self.same:
            return _("The stored state is the one that the moves lead to.")
        if finding.outcome == Outcome.RAISES:
            return _("The moves cannot be replayed: the rules fail or are not installed.")
        if finding.move is not None:
            return _("Move %(move)s leads to another state than the one stored.") % {
                "move": finding.move
            }
        if finding.members:
            return _("The stored state differs from the moves in: %(members)s.") % {
                "members": ", ".join(finding.members)
            }
        return _("The stored state differs from the one that the moves lead to.")


def difference_of(*, game_id: UUID) -> Difference:
    """Replay a game and return the first difference to what is stored. Raises GameNotStarted."""
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
def quarantine_release(*, game_id: UUID) -> None:
    """End the quarantine of a game whose state is the one that its moves lead to.

    Raises GameNotFound, NothingToDo if the game is not in quarantine, and StillDiverged.
    """
    game_lock(game_id)
    if not is_in_quarantine(game_id):
        raise NothingToDo(_("The game is not in quarantine."))
    difference = difference_of(game_id=game_id)
    if not difference.same:
        raise StillDiverged(str(difference))
    quarantine_end(game_id=game_id)


def find_quarantined_by_machine(*, since: datetime) -> list[UUID]:
    """Return the games in quarantine since then without an error of their own: their attempts met
    errors of the machine only, or none could be stored.
    """
    games = Pause.objects.filter(kind=PauseKind.QUARANTINE, since__gte=since).values("game")
    failures = Failure.objects.filter(game__in=games)
    own = {
        failure.game_id
        for failure in failures
        if not is_infrastructure_traceback(failure.traceback)
    }
    return [game for game in games.values_list("game", flat=True) if game not in own]


def state_repair(*, game_id: UUID) -> Game:
    """Rebuild the state of a running game from its moves, for a moderator.

    Raises NothingToDo if there is no difference, StillDiverged if the replay of the moves differs
    from what is stored, and as ``state_rebuild``.
    """
    difference = difference_of(game_id=game_id)
    if difference.same:
        raise NothingToDo(str(difference))
    try:
        return state_rebuild(game_id=game_id)
    except ReplayFailed as failure:
        raise StillDiverged(str(difference)) from failure


@transaction.atomic
def state_rebuild(*, game_id: UUID) -> Game:
    """Replace the state of a running game with the one that its moves lead to.

    If the open decision changes, it gets a new id. The moves and a quarantine remain.

    Raises GameNotFound, GameNotRunning, and ReplayFailed if the replay of the moves differs from
    what is stored: then fix the rules first, or roll back to an earlier move.
    """
    game = game_lock(game_id)
    record = verification_input_read(game_id)
    if game.status != Status.ACTIVE or record is None:
        raise GameNotRunning
    live_game = live_game_rebuild(record)
    GameState.objects.filter(game=game).update(state=live_game.dump())
    decision_changed = live_game.question != record.question
    event_add(game, "state_rebuilt", asked_anew=decision_changed)
    seats = seats_of(game)
    if decision_changed:
        game.decision_id_offset += 1
        decision_withdraw(game=game, seats=seats, now=database_clock.now())
        game_advance(game=game, seats=seats, live_game=live_game)
    else:  # the same decision: its clock continues
        auto_set(game, seats[game.to_act or 0], database_clock.now())
        game_save(game)
    auto_wake(game)
    logger.warning("Game %s: the state was rebuilt from the moves", game_id)
    return game
