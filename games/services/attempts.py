"""Attempts at a match that is due: taken on by one worker, put off, and given up after some."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from citadels.metrics import ATTEMPTS_FAILED, DUE, TIMER_LAG
from citadels.request_ids import seeing_to
from games.engines import StateDiverged
from games.engines.verifying import Finding, Outcome, found, judged
from games.errors import GameFrozen
from games.models import Failure, Game, Pause, PauseKind, Status
from games.services import instant, telling
from games.services.changes import game_save
from games.services.locking import game_locked, game_locked_or_none, rows_free, seats_of
from games.services.pauses import pause_add, pause_remove
from games.verification import record_read

logger = logging.getLogger(__name__)

Column = Literal["due_at", "auto_at", "gather_at"]
LEASE = settings.LEASE_SECONDS
LONGEST_WAIT = 3600
SOON = timedelta(seconds=1)
TRACEBACK_LENGTH = 20_000
DIVERGENCE = "divergence"


class Claim(NamedTuple):
    """A due match in the hands of one worker: the number of the attempt, since and until when."""

    number: int
    since: datetime
    until: datetime


def attempt(
    *,
    game_id: UUID,
    column: Column,
    due: datetime,
    act: Callable[[UUID], object],
    give_up: Callable[[UUID], object] | None = None,
) -> bool:
    """Take on a match whose ``column`` is at ``due`` or before, and ``act`` on it, which says
    whether it did anything.

    Returns whether that was done: somebody else may have been quicker, or be at it. A match that
    fails is written down and tried ever later; after the last attempt ``give_up`` is called, by
    default it is put into quarantine. It is put off before it is tried: even one that ends the
    process comes to its last attempt.
    """
    with seeing_to(game_id):
        return tried(game_id=game_id, column=column, due=due, act=act, give_up=give_up)


def tried(
    *,
    game_id: UUID,
    column: Column,
    due: datetime,
    act: Callable[[UUID], object],
    give_up: Callable[[UUID], object] | None,
) -> bool:
    """See ``attempt``."""
    claimed = claim(game_id=game_id, column=column, due=due)
    if claimed is None:
        return False
    if (late := (claimed.since - due).total_seconds()) >= 0:  # else it was woken, and not found
        TIMER_LAG.labels(DUE[column]).observe(late)
    try:
        if claimed.number > settings.MAX_ATTEMPTS:
            (give_up or quarantine_begin)(game_id)
        elif not act(game_id):
            return not passed_over(game_id=game_id, column=column, claimed=claimed)
    except StateDiverged as error:
        ATTEMPTS_FAILED.labels(DUE[column]).inc()
        match_diverged(game_id=game_id, reason=str(error), wait=False)
    except Exception:  # the rules' code, a database that is gone, anything
        logger.exception("Match %s: attempt %s failed", game_id, claimed.number)
        ATTEMPTS_FAILED.labels(DUE[column]).inc()
        failure_note(game_id=game_id, task=column, number=claimed.number)
        match_doubt(game_id=game_id)
    return True


@transaction.atomic
def claim(*, game_id: UUID, column: Column, due: datetime) -> Claim | None:
    """Put a due match off, for the time of one attempt; None: it is no longer due, or somebody
    else is at it.
    """
    game = rows_free(game_id).filter(**{f"{column}__lte": due}).only("attempts").first()
    if game is None:
        return None
    wait = timedelta(seconds=min(LEASE * 2**game.attempts, LONGEST_WAIT))
    now = instant.now()
    claimed = Claim(game.attempts + 1, now, now + wait)
    changes = {"attempts": claimed.number, column: claimed.until}
    Game.objects.filter(id=game_id).update(**changes)
    return claimed


def passed_over(*, game_id: UUID, column: Column, claimed: Claim) -> bool:
    """Whether nothing came of an attempt since somebody else had the match: that is no failure,
    and it is tried again soon. Another worker has it for a moment even to find it taken on.

    What was done, or who has claimed the match since, has set another number or another time.
    """
    still = Q(**{column: claimed.until}) | Q(**{column: None})  # somebody has seen to it meanwhile
    mine = still & Q(attempts=claimed.number)
    if not Game.objects.filter(mine, id=game_id).exists():
        return False
    with transaction.atomic():
        game = rows_free(game_id).filter(mine).only(column).first()
        if game is not None:
            changes: dict[str, Any] = {"attempts": 0}
            if getattr(game, column) is not None:
                changes[column] = instant.now() + SOON
            Game.objects.filter(id=game_id).update(**changes)
    return True


def failure_note(*, game_id: UUID, task: str, number: int) -> None:
    """Keep the traceback of the error being handled, for the administrators."""
    text = traceback.format_exc()[-TRACEBACK_LENGTH:].replace("\0", "\\0")  # no column takes it
    Failure.objects.create(game_id=game_id, task=task, attempt=number, traceback=text)


def match_doubt(*, game_id: UUID) -> Finding | None:
    """Play a running match again, of which something has failed: if it is not what comes of its
    record it ends in quarantine at once. Returns what was found, or None: it does not run, or is
    none of this code's.
    """
    record = record_read(game_id)
    if record is None or not record.running or not judged(record):
        return None
    finding = found(record)
    if finding.outcome != Outcome.SAME:
        match_diverged(game_id=game_id, reason=str(finding), wait=False)
    return finding


@contextmanager
def divergence_suspends(*, game_id: UUID, detail: str = "") -> Iterator[None]:
    """Around a transaction that plays in a match: one whose state is not that of its moves ends in
    quarantine, and GameFrozen is raised, with ``detail``.
    """
    try:
        yield
    except StateDiverged as error:
        match_diverged(game_id=game_id, reason=str(error))
        raise GameFrozen(detail) from error


def match_diverged(*, game_id: UUID, reason: str, wait: bool = True) -> None:
    """A match is not what comes of its record: write down in what it differs, once, and put it into
    quarantine. Nothing of it happens while somebody else is at the match unless the caller may
    ``wait``; who may not comes back to it.
    """
    if in_quarantine(game_id):
        return
    record = record_read(game_id)
    told = [reason] if record is None else [reason, f"Played again: {found(record)}"]
    text = "\n".join(told)[:TRACEBACK_LENGTH].replace("\0", "\\0")
    with transaction.atomic():
        game = game_locked(game_id) if wait else game_locked_or_none(game_id)
        if game is not None and not in_quarantine(game_id):
            Failure.objects.create(game_id=game_id, task=DIVERGENCE, attempt=1, traceback=text)
            suspend(game)


def in_quarantine(game_id: UUID) -> bool:
    return Pause.objects.filter(game_id=game_id, kind=PauseKind.QUARANTINE).exists()


def quarantine_begin(game_id: UUID) -> None:
    quarantine(game_id=game_id)


@transaction.atomic
def quarantine(*, game_id: UUID) -> None:
    """Stop the clock of a match the service fails on, and let nobody act: players are told. Not
    while somebody else is at it: whoever failed on it comes back.
    """
    game = game_locked_or_none(game_id)
    if game is not None:
        suspend(game)


def suspend(game: Game) -> None:
    """Put a match into quarantine, whose lock the caller holds."""
    if game.status != Status.ACTIVE:
        return
    seats = seats_of(game)
    if pause_add(game=game, seats=seats, kind=PauseKind.QUARANTINE, now=instant.now()):
        game.attempts = 0
        game_save(game)
        telling.tell(game, seats, "match_suspended")
        logger.error("Match %s is in quarantine", game.id)


@transaction.atomic
def quarantine_end(*, game_id: UUID) -> bool:
    """Try a match again that was in quarantine; False if it was not."""
    game = game_locked_or_none(game_id)
    if game is None:
        return False
    game.attempts = 0
    ended = pause_remove(
        game=game, seats=seats_of(game), kind=PauseKind.QUARANTINE, now=instant.now()
    )
    if ended:
        game_save(game)
    return ended
