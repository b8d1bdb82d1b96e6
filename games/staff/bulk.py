"""Bulk actions: changes to all running games, stored at once and carried out by sweeps.

Each game is changed in its own transaction, which also stores the progress and holds the lock of
the action's row. So no game is changed twice or left out, even after a crash or with several
workers.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from random import shuffle
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.db import Error, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.infrastructure import is_infrastructure_error
from core.leases import LeasedRows, LeaseQueue
from games.models import SWITCHES, BulkAction, BulkKind, Game, Pause, PauseKind, Status
from games.play.due_games import failure_record
from games.play.global_pause import global_pause_apply, is_globally_paused
from games.play.locking import game_lock_whole_or_none
from games.play.save import game_save
from games.staff.deadlines import clock_lengthen, length_check
from games.staff.errors import NothingToDo

logger = logging.getLogger(__name__)

LATE_STARTERS = 200
"""The maximum number of games that missed the action and are updated in one sweep."""
LATE_FOR = timedelta(seconds=2 * settings.IDLE_LOCK_SECONDS)
"""How long to retry a locked game before giving it up.

The database ends transactions that hold a lock idly for ``IDLE_LOCK_SECONDS``, but sweeps may run
more often, or in several processes.
"""


class WorkersDie(Exception):
    """Every worker that tried this game died."""


class GameBusy(Exception):
    """The game is locked, or cannot be changed at the moment."""


# --- requests ------------------------------------------------------------------------------------


@transaction.atomic
def games_pause(*, by: User | None, reason: str) -> BulkAction:
    """Pause all running games, and all games that start before ``games_resume``.

    No deadline is resolved from now on. Players cannot act in games that the sweeps have reached.
    Raises NothingToDo.
    """
    if is_globally_paused():
        raise NothingToDo(_("All games are already paused."))
    return bulk_switch(BulkKind.PAUSE, by=by, reason=reason)


@transaction.atomic
def games_resume(*, by: User | None, reason: str) -> BulkAction:
    """Resume all games that ``games_pause`` paused. Raises NothingToDo."""
    if not is_globally_paused():
        raise NothingToDo(_("The games are not globally paused."))
    return bulk_switch(BulkKind.RESUME, by=by, reason=reason)


def bulk_switch(kind: BulkKind, *, by: User | None, reason: str) -> BulkAction:
    """Create a pause or resume action. It ends a running one, wherever that one has come to."""
    now = database_clock.now()
    for before in BulkAction.objects.filter(kind__in=SWITCHES, ended_at=None):
        before.began_at, before.ended_at = before.began_at or now, now
        before.save(update_fields=["began_at", "ended_at"])
    return BulkAction.objects.create(kind=kind, by=by, reason=reason, requested_at=now, due_at=now)


@transaction.atomic
def games_extend(*, by: User, length: timedelta, reason: str) -> BulkAction:
    """Give the player to act more time in every running game. Raises Invalid."""
    length_check(length)
    now = database_clock.now()
    return BulkAction.objects.create(
        kind=BulkKind.EXTEND, length=length, by=by, reason=reason, requested_at=now, due_at=now
    )


def bulk_left(bulk: BulkAction) -> int:
    """Return the number of games that a bulk action has not reached yet."""
    return 0 if bulk.ended_at else games_ahead(bulk).count() + len(bulk.late or [])


# --- processing ----------------------------------------------------------------------------------


class BulkQueue(LeaseQueue[BulkAction]):
    """Bulk actions that have games left. An attempt processes games until its time is used up.

    An action is never given up, but a game that kills its workers is (``attempt_count``).
    """

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    max_attempts = None
    budget = 10.0  # short, so that clocks do not wait long

    def __init__(self) -> None:
        self.end = monotonic() + self.budget
        self.tries = 0

    def rows(self) -> QuerySet[BulkAction]:
        return BulkAction.objects.filter(ended_at=None)

    def process(self, bulk: BulkAction) -> int | None:
        before = self.tries
        while monotonic() < self.end and bulk_step(bulk_id=bulk.id):
            self.tries += 1
        self.leased_row(bulk).update(due_at=database_clock.now(), attempts=0)
        return (self.tries - before) or None


def bulks_sweep() -> int:
    """Process bulk actions, then games that missed the last. Return the number of games tried."""
    queue = BulkQueue()
    queue.work()
    return queue.tries + stragglers_settle(until=queue.end)


def bulk_step(*, bulk_id: int) -> bool:
    """Apply a bulk action to the next game. Returns False if there is nothing to do now.

    The attempt is stored first, so that it is known which game killed a worker.
    """
    game_id = None
    try:
        game_id = step_begin(bulk_id)
        return game_id is not None and step(bulk_id, game_id)
    except Exception as error:
        if not is_infrastructure_error(error):
            raise
        logger.warning("Bulk action %s waits: %s", bulk_id, error)  # the next sweep tries again
        if game_id is not None:
            refused_attempt_forget(bulk_id, game_id)
        return False


@transaction.atomic
def step_begin(bulk_id: int) -> UUID | None:
    """Count an attempt at the next game and return its id, or None if there is nothing to do."""
    bulk = bulk_lock_or_none(bulk_id)
    if bulk is None:
        return None
    bulk.began_at = bulk.began_at or database_clock.now()
    game_id = games_ahead(bulk).order_by("id").values_list("id", flat=True).first()
    if game_id is None and bulk.late:
        game_id = UUID(bulk.late[0][0])
    if game_id is None:
        bulk.ended_at = database_clock.now()
        logger.warning("Bulk action %s: %s games, %s failed", bulk_id, bulk.done, bulk.failed)
    else:
        attempt_count(bulk, game_id)
    bulk.save(update_fields=["began_at", "ended_at", "tried"])
    return game_id


@transaction.atomic
def step(bulk_id: int, game_id: UUID) -> bool:
    """Apply a bulk action to a game, unless another worker has done so since ``step_begin``.

    Returns False if the sweep should stop here.
    """
    bulk = bulk_lock_or_none(bulk_id)
    if bulk is None:
        return False
    goes_on = True
    if bulk.cursor is None or bulk.cursor < game_id:
        bulk.cursor = game_id
        game_try(bulk, game_id, since=database_clock.now())
    elif bulk.late and bulk.late[0][0] == str(game_id):
        late, *bulk.late = bulk.late
        goes_on = game_try(bulk, game_id, since=datetime.fromisoformat(late[1]))
    else:
        return True
    bulk.attempts = 0
    bulk.save(update_fields=["cursor", "late", "tried", "done", "failed", "attempts"])
    return goes_on


def bulk_lock_or_none(bulk_id: int) -> BulkAction | None:
    """Lock and return a bulk action, or None if it has ended or another worker has the lock."""
    rows = BulkAction.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.filter(id=bulk_id, ended_at=None).first()


def attempt_count(bulk: BulkAction, game_id: UUID) -> None:
    """Count an attempt at a game. ``attempt_forget`` follows, unless the worker dies."""
    bulk.tried = {**(bulk.tried or {}), str(game_id): attempts_at(bulk, game_id) + 1}


def attempt_forget(bulk: BulkAction, game_id: UUID) -> None:
    """Remove the count of attempts at a game: the worker survived."""
    bulk.tried = {key: count for key, count in (bulk.tried or {}).items() if key != str(game_id)}


def refused_attempt_forget(bulk_id: int, game_id: UUID) -> None:
    """Remove an attempt that the machine refused from the count, unless it refuses that, too."""
    LeasedRows.has_met_refusal = True
    with suppress(Error):
        attempt_store(bulk_id, game_id, attempt_forget)


def attempts_at(bulk: BulkAction, game_id: UUID) -> int:
    """Return how many attempts at a game did not end."""
    return int((bulk.tried or {}).get(str(game_id), 0))


def game_try(bulk: BulkAction, game_id: UUID, *, since: datetime) -> bool:
    """Apply a bulk action to one game, and count it.

    Returns False if the game is locked, or the machine refuses the change: it is then tried again
    after all others. A game that fails, or that has been locked ``since`` too long ago, is given
    up.
    """
    try:
        if is_fatal(attempts_at(bulk, game_id) - 1):
            raise WorkersDie  # it stays in ``tried``, so stragglers_settle skips it
        attempt_forget(bulk, game_id)
        with transaction.atomic():
            bulk.done += bulk_apply(bulk, game_id)
    except Exception as error:  # any failure of another kind concerns only this game
        is_late = isinstance(error, GameBusy) and database_clock.now() < since + LATE_FOR
        if is_late or is_infrastructure_error(error):
            logger.warning("Game %s: bulk action %s waits: %r", game_id, bulk.id, error)
            bulk.late = [*(bulk.late or []), [str(game_id), since.isoformat()]]
            return False
        game_give_up(bulk, game_id)
    return True


def is_fatal(attempts: int) -> bool:
    """True if a game has killed its workers so often that it is left out.

    One attempt more is allowed where an attempt may not have been taken back.
    """
    return attempts >= settings.MAX_ATTEMPTS + LeasedRows.has_met_refusal


def game_give_up(bulk: BulkAction, game_id: UUID) -> None:
    """Count a game as failed, and record the exception being handled."""
    logger.exception("Game %s: bulk action %s failed", game_id, bulk.id)
    failure_record(game_id=game_id, task=f"bulk_{bulk.kind}", number=1)
    bulk.failed += 1


def bulk_apply(bulk: BulkAction, game_id: UUID) -> bool:
    """Apply a bulk action to one game, under its lock. Returns False if nothing changes.

    Raises GameBusy if the game is locked: sweeps do not wait for locks.
    """
    locked = game_lock_whole_or_none(game_id)
    if locked is None:
        raise GameBusy
    if locked.game.status != Status.ACTIVE:
        return False
    if bulk.length is not None:
        if locked.game.clock_left is None:
            return False
        clock_lengthen(locked, bulk.length)
    else:
        on = bulk.kind == BulkKind.PAUSE
        if not global_pause_apply(game=locked.game, seats=locked.seats, on=on):
            return False
    game_save(locked.game)
    return True


def games_ahead(bulk: BulkAction) -> QuerySet[Game]:
    """Return the games that the action has not reached yet."""
    games = affected_games(bulk)
    return games if bulk.cursor is None else games.filter(id__gt=bulk.cursor)


def affected_games(bulk: BulkAction) -> QuerySet[Game]:
    """Return the running games that the action changes."""
    games = Game.objects.filter(status=Status.ACTIVE)
    if bulk.kind == BulkKind.EXTEND:
        return games.filter(clock_left__isnull=False, started_at__lte=bulk.requested_at)
    return games_to_switch(games, bulk.kind == BulkKind.PAUSE)


def games_to_switch(games: QuerySet[Game], on: bool) -> QuerySet[Game]:
    """Return the games that still have to be paused or, if not ``on``, to be resumed."""
    pauses = Pause.objects.filter(game=OuterRef("pk"), kind=PauseKind.GLOBAL_PAUSE, owner=None)
    return games.filter(~Exists(pauses) if on else Exists(pauses))


def stragglers_settle(*, until: float) -> int:
    """Pause or resume games that started or failed while the last action was running.

    Stops at ``until`` on the monotonic clock. Returns the number of games changed.
    """
    last = BulkAction.objects.filter(kind__in=SWITCHES).order_by("-id").first()
    if last is None or last.ended_at is None:
        return 0
    fatal = [key for key, count in (last.tried or {}).items() if is_fatal(count)]
    missed = affected_games(last).exclude(id__in=fatal).order_by("id")
    late = list(missed.values_list("id", flat=True)[:LATE_STARTERS])
    shuffle(late)  # a game that fails or is slow must not always block the same others
    return sum(monotonic() < until and straggler_settle(last, game_id) for game_id in late)


def straggler_settle(bulk: BulkAction, game_id: UUID) -> bool:
    """Apply an ended action to one more game. Returns True if it changed the game."""
    attempt_store(bulk.id, game_id, attempt_count)
    done = False
    try:
        with transaction.atomic():
            done = bulk_apply(bulk, game_id)
    except GameBusy:
        pass
    except Exception as error:  # the next sweep tries again
        if is_infrastructure_error(error):
            refused_attempt_forget(bulk.id, game_id)
            raise
        logger.exception("Game %s: bulk action %s failed", game_id, bulk.id)
    attempt_store(bulk.id, game_id, attempt_forget)
    return done


@transaction.atomic
def attempt_store(bulk_id: int, game_id: UUID, change: Callable[[BulkAction, UUID], None]) -> None:
    """Store an attempt at a straggler, or its end. Other workers may process other stragglers."""
    bulk = BulkAction.objects.select_for_update(of=("self",), no_key=True).get(id=bulk_id)
    change(bulk, game_id)
    bulk.save(update_fields=["tried"])
