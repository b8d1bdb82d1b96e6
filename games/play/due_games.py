"""Queues of games with due work, and quarantine for games whose work fails."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

from core import database_clock
from core.leases import LeaseQueue
from core.log_context import game_log_context
from core.metrics import ATTEMPTS_FAILED, DUE, TIMER_LAG
from games.models import Failure, Game, Pause, PauseKind, Status
from games.play import notify
from games.play.errors import GameFrozen
from games.play.locking import game_lock, game_lock_or_none, seats_of, unlocked_rows
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save
from games.play.verification import verification_input_read
from games.rules.live_game import StateDiverged
from games.rules.verifying import Finding, Outcome, can_judge, replay_verify

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

logger = logging.getLogger(__name__)

SOON = timedelta(seconds=1)
TRACEBACK_LENGTH = 20_000
DIVERGENCE = "divergence"


class GameQueue(LeaseQueue[Game]):
    """A queue of games with due work.

    ``act`` does the work and returns how much there was. A game is put into quarantine after
    ``max_attempts`` failures.
    """

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    max_attempts: int = settings.MAX_ATTEMPTS

    def act(self, game_id: UUID) -> int:
        raise NotImplementedError

    def rows(self) -> QuerySet[Game]:
        return Game.objects.only("attempts", self.due)

    def attempt(self, pk: Any, due: datetime) -> int | None:
        with game_log_context(pk):
            return super().attempt(pk, due)

    def take_lease(self, pk: Any, due: datetime) -> Game | None:
        game = super().take_lease(pk, due)
        if game is not None:
            late = getattr(game, self.due) - self.lease_of(game.attempts) - due
            if late >= timedelta(0):  # negative if a worker was woken before a sweep found it
                TIMER_LAG.labels(DUE[self.due]).observe(late.total_seconds())
        return game

    def process(self, game: Game) -> int | None:
        done = self.act(game.id)
        return None if not done and self.was_passed_over(game) else done

    def give_up(self, game: Game) -> None:
        quarantine(game_id=game.id)

    def fail(self, game: Game, error: Exception) -> int:
        """Record the failure, and replay the game. The game is tried again when its lease ends, or
        given up if only a refusal by the machine has kept it so long.
        """
        ATTEMPTS_FAILED.labels(DUE[self.due]).inc()
        if isinstance(error, StateDiverged):
            game_divergence_quarantine(game_id=game.id, reason=str(error), wait=False)
        else:
            logger.exception("Game %s: attempt %s failed", game.id, game.attempts)
            failure_record(game_id=game.id, task=self.due, number=game.attempts)
            game_verify_after_failure(game_id=game.id)
        if game.attempts > self.max_attempts and self.is_last(game):
            self.give_up(game)
        return 0

    def was_passed_over(self, game: Game) -> bool:
        """True if an attempt did nothing because another worker held the lock. Not a failure.

        The game is then tried again soon. A worker that did act on the game, or leased it, has
        changed ``attempts`` or the due time; one that found nothing to do held the lock briefly.
        """
        still = Q(**{self.due: getattr(game, self.due)}) | Q(**{self.due: None})
        mine = still & Q(attempts=game.attempts)
        if not Game.objects.filter(mine, id=game.id).exists():
            return False
        with transaction.atomic():
            row = unlocked_rows(game.id).filter(mine).only(self.due).first()
            if row is not None:
                changes: dict[str, Any] = {"attempts": 0}
                if getattr(row, self.due) is not None:
                    changes[self.due] = database_clock.now() + SOON
                Game.objects.filter(id=game.id).update(**changes)
        return True


def failure_record(*, game_id: UUID, task: str, number: int) -> None:
    """Store the traceback of the current exception for the administrators."""
    text = traceback.format_exc()[-TRACEBACK_LENGTH:].replace("\0", "\\0")  # not storable
    Failure.objects.create(game_id=game_id, task=task, attempt=number, traceback=text)


def game_verify_after_failure(*, game_id: UUID) -> Finding | None:
    """Replay a running game after a failure; quarantine it if the result differs.

    Returns the finding, or None if the game is not running or its rules are not installed.
    """
    record = verification_input_read(game_id)
    if record is None or not record.running or not can_judge(record):
        return None
    finding = replay_verify(record)
    if finding.outcome != Outcome.SAME:
        game_divergence_quarantine(game_id=game_id, reason=str(finding), wait=False)
    return finding


@contextmanager
def quarantine_on_divergence(*, game_id: UUID, detail: StrOrPromise = "") -> Iterator[None]:
    """Put a game into quarantine if its state turns out not to match its moves.

    Wrap it around the transaction that plays in the game. Raises GameFrozen with ``detail`` instead
    of StateDiverged.
    """
    try:
        yield
    except StateDiverged as error:
        game_divergence_quarantine(game_id=game_id, reason=str(error))
        raise GameFrozen(detail) from error


def game_divergence_quarantine(*, game_id: UUID, reason: str, wait: bool = True) -> None:
    """Quarantine a game whose state does not match its moves, and store the difference, once.

    Without ``wait``, do nothing while another transaction holds the lock; the caller tries again
    later.
    """
    if is_in_quarantine(game_id):
        return
    record = verification_input_read(game_id)
    lines = [reason] if record is None else [reason, f"Replayed: {replay_verify(record)}"]
    text = "\n".join(lines)[:TRACEBACK_LENGTH].replace("\0", "\\0")
    with transaction.atomic():
        game = game_lock(game_id) if wait else game_lock_or_none(game_id)
        if game is not None and not is_in_quarantine(game_id):
            Failure.objects.create(game_id=game_id, task=DIVERGENCE, attempt=1, traceback=text)
            suspend(game)


def is_in_quarantine(game_id: UUID) -> bool:
    """True if the game is in quarantine."""
    return Pause.objects.filter(game_id=game_id, kind=PauseKind.QUARANTINE).exists()


@transaction.atomic
def quarantine(*, game_id: UUID) -> None:
    """Stop the clock of a game that the service fails on, refuse moves and notify the players.

    Does nothing while another transaction holds the lock; the queue tries again later.
    """
    game = game_lock_or_none(game_id)
    if game is not None:
        suspend(game)


def suspend(game: Game) -> None:
    """Put a locked game into quarantine."""
    if game.status != Status.ACTIVE:
        return
    seats = seats_of(game)
    if pause_add(game=game, seats=seats, kind=PauseKind.QUARANTINE, now=database_clock.now()):
        game.attempts = 0
        game_save(game)
        notify.notification_enqueue(game, seats, "game_suspended")
        logger.error("Game %s is in quarantine", game.id)


@transaction.atomic
def quarantine_end(*, game_id: UUID) -> bool:
    """Take a game out of quarantine; False if it was not in it."""
    game = game_lock_or_none(game_id)
    if game is None:
        return False
    game.attempts = 0
    ended = pause_remove(
        game=game, seats=seats_of(game), kind=PauseKind.QUARANTINE, now=database_clock.now()
    )
    if ended:
        game_save(game)
    return ended
