"""Acts on all running games: written down at once, and worked off by the sweeps.

Each game is changed in a transaction of its own, together with the mark of how far the act has
come, under the lock of the act's row. So whoever works on, after a crash or beside another worker,
does no game twice and leaves none out.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from random import shuffle
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.leases import LeaseQueue
from games.models import SWITCHES, BulkAction, BulkKind, Game, Pause, PauseKind, Status
from games.play.due_games import failure_record
from games.play.global_pause import global_pause_apply, is_globally_paused
from games.play.locking import game_lock_or_none, game_lock_whole
from games.play.save import game_save
from games.staff.deadlines import clock_lengthen, length_check
from games.staff.errors import NothingToDo

logger = logging.getLogger(__name__)

LATE_STARTERS = 200
"""Games that are looked after in one sweep, if they have missed the act."""
LATE_FOR = timedelta(seconds=2 * settings.IDLE_LOCK_SECONDS)
"""A game that somebody else has for so long is given up: the database ends whoever does nothing
with a lock for ``IDLE_LOCK_SECONDS``, but sweeps may come more often, or from several processes."""


class WorkersDie(Exception):
    """Each worker that tried this game died."""


class GameBusy(Exception):
    """Somebody else is at the game, or something stands against any change of it just now."""


# --- asking --------------------------------------------------------------------------------------


@transaction.atomic
def games_pause(*, by: User, reason: str) -> BulkAction:
    """Let all running games stand still, and all that start, until ``games_resume``: no
    deadline is resolved from now on, and nobody may act where it has come to. Raises NothingToDo.
    """
    if is_globally_paused():
        raise NothingToDo(_("All games are already stopped."))
    return bulk_switch(BulkKind.PAUSE, by=by, reason=reason)


@transaction.atomic
def games_resume(*, by: User, reason: str) -> BulkAction:
    """Let all games go on that ``games_pause`` has stopped. Raises NothingToDo."""
    if not is_globally_paused():
        raise NothingToDo(_("The games are not all stopped."))
    return bulk_switch(BulkKind.RESUME, by=by, reason=reason)


def bulk_switch(kind: BulkKind, *, by: User, reason: str) -> BulkAction:
    """The act before it ends here, however far it has come: this one goes over all rulesets."""
    now = database_clock.now()
    for before in BulkAction.objects.filter(kind__in=SWITCHES, ended_at=None):
        before.began_at, before.ended_at = before.began_at or now, now
        before.save(update_fields=["began_at", "ended_at"])
    return BulkAction.objects.create(kind=kind, by=by, reason=reason, requested_at=now, due_at=now)


@transaction.atomic
def games_extend(*, by: User, length: timedelta, reason: str) -> BulkAction:
    """Give ``length`` more to whoever is to act, in each game that runs by now. Raises Invalid."""
    length_check(length)
    now = database_clock.now()
    return BulkAction.objects.create(
        kind=BulkKind.EXTEND, length=length, by=by, reason=reason, requested_at=now, due_at=now
    )


def bulk_left(bulk: BulkAction) -> int:
    """How many games an act has not come to yet."""
    return 0 if bulk.ended_at else games_ahead(bulk).count() + len(bulk.late or [])


# --- working off ---------------------------------------------------------------------------------


class BulkQueue(LeaseQueue[BulkAction]):
    """Acts that have games left. An attempt works on game after game until the budget is spent.

    An act is never given up: a game that kills its workers is (``attempt_count``).
    """

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    max_attempts = None
    budget = 10.0  # so that clocks need not wait for long

    def __init__(self) -> None:
        self.end = monotonic() + self.budget
        self.tried = 0

    def rows(self) -> QuerySet[BulkAction]:
        return BulkAction.objects.filter(ended_at=None)

    def process(self, bulk: BulkAction) -> bool:
        before = self.tried
        while monotonic() < self.end and bulk_step(bulk_id=bulk.id):
            self.tried += 1
        self.leased_row(bulk).update(due_at=database_clock.now(), attempts=0)
        return self.tried > before


def bulks_sweep() -> int:
    """Go on with what was asked, then with stragglers; returns how many games were tried."""
    queue = BulkQueue()
    queue.work()
    return queue.tried + stragglers_settle(until=queue.end)


def bulk_step(*, bulk_id: int) -> bool:
    """Do an act to the next game. Returns False if the act is done, or if nothing can be done now.

    The attempt is stored before it is made: so it is known at which game a worker died.
    """
    try:
        game_id = step_begin(bulk_id)
        return game_id is not None and step(bulk_id, game_id)
    except OperationalError as error:  # whatever the database has: the next sweep tries again
        logger.warning("Bulk act %s waits: %s", bulk_id, error)
        return False


@transaction.atomic
def step_begin(bulk_id: int) -> UUID | None:
    """Count an attempt at the next game, and return it, or None if there is nothing to do now."""
    bulk = bulk_lock_or_none(bulk_id)
    if bulk is None:
        return None
    bulk.began_at = bulk.began_at or database_clock.now()
    game_id = games_ahead(bulk).order_by("id").values_list("id", flat=True).first()
    if game_id is None and bulk.late:
        game_id = UUID(bulk.late[0][0])
    if game_id is None:
        bulk.ended_at = database_clock.now()
        logger.warning("Bulk act %s: %s games, %s failed", bulk_id, bulk.done, bulk.failed)
    else:
        attempt_count(bulk, game_id)
    bulk.save(update_fields=["began_at", "ended_at", "tried"])
    return game_id


@transaction.atomic
def step(bulk_id: int, game_id: UUID) -> bool:
    """Do an act to a game, unless another worker has done it since the attempt was counted."""
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
    """The act, locked; None: it is done, or another worker is at it."""
    rows = BulkAction.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.filter(id=bulk_id, ended_at=None).first()


def attempt_count(bulk: BulkAction, game_id: UUID) -> None:
    """Count an attempt at a game. ``attempt_forget`` follows, unless the worker dies in it."""
    bulk.tried = {**(bulk.tried or {}), str(game_id): attempts_at(bulk, game_id) + 1}


def attempt_forget(bulk: BulkAction, game_id: UUID) -> None:
    """The worker that tried the game lives."""
    bulk.tried = {key: count for key, count in (bulk.tried or {}).items() if key != str(game_id)}


def attempts_at(bulk: BulkAction, game_id: UUID) -> int:
    """How many attempts at a game did not end."""
    return int((bulk.tried or {}).get(str(game_id), 0))


def game_try(bulk: BulkAction, game_id: UUID, *, since: datetime) -> bool:
    """Do an act to one game, and count it; False: it is in other hands, and comes last once more.
    The others go on without one that fails, or that has been tried in vain ``since`` too long ago.
    """
    try:
        if attempts_at(bulk, game_id) > settings.MAX_ATTEMPTS:
            raise WorkersDie  # it stays in ``tried``: stragglers leave it out
        attempt_forget(bulk, game_id)
        with transaction.atomic():
            bulk.done += bulk_apply(bulk, game_id)
    except (GameBusy, OperationalError) as error:
        if database_clock.now() < since + LATE_FOR:
            logger.warning("Game %s: bulk act %s waits: %r", game_id, bulk.id, error)
            bulk.late = [*(bulk.late or []), [str(game_id), since.isoformat()]]
            return False
        game_give_up(bulk, game_id)
    except Exception:  # whatever is wrong with this game
        game_give_up(bulk, game_id)
    return True


def game_give_up(bulk: BulkAction, game_id: UUID) -> None:
    """Count a game that failed, and keep the error being handled."""
    logger.exception("Game %s: bulk act %s failed", game_id, bulk.id)
    failure_record(game_id=game_id, task=f"bulk_{bulk.kind}", number=1)
    bulk.failed += 1


def bulk_apply(bulk: BulkAction, game_id: UUID) -> bool:
    """Do the act to one game, under its lock; False: there is nothing to change in it. Raises
    GameBusy: no sweep waits for a lock.
    """
    if game_lock_or_none(game_id) is None:
        raise GameBusy
    locked = game_lock_whole(game_id)
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
    """The games that the act has not come to yet."""
    games = affected_games(bulk)
    return games if bulk.cursor is None else games.filter(id__gt=bulk.cursor)


def affected_games(bulk: BulkAction) -> QuerySet[Game]:
    """Which running games the act would change."""
    games = Game.objects.filter(status=Status.ACTIVE)
    if bulk.kind == BulkKind.EXTEND:
        return games.filter(clock_left__isnull=False, started_at__lte=bulk.requested_at)
    return games_to_switch(games, bulk.kind == BulkKind.PAUSE)


def games_to_switch(games: QuerySet[Game], on: bool) -> QuerySet[Game]:
    """The games that should stand still and do not, or the other way round."""
    pause = Exists(Pause.objects.filter(game=OuterRef("pk"), kind=PauseKind.GLOBAL_PAUSE))
    return games.filter(~pause if on else pause)


def stragglers_settle(*, until: float) -> int:
    """Bring games in step that have started, or failed, while the last act went over all others,
    up to an instant of the clock of sweeps; returns how many. Before the first act there is nothing
    to look for.
    """
    last = BulkAction.objects.filter(kind__in=SWITCHES).order_by("-id").first()
    if last is None or last.ended_at is None:
        return 0
    deadly = [key for key, count in (last.tried or {}).items() if count >= settings.MAX_ATTEMPTS]
    missed = affected_games(last).exclude(id__in=deadly).order_by("id")
    late = list(missed.values_list("id", flat=True)[:LATE_STARTERS])
    shuffle(late)  # one that fails, or takes long, is not always before the same others
    return sum(monotonic() < until and straggler_settle(last, game_id) for game_id in late)


def straggler_settle(bulk: BulkAction, game_id: UUID) -> bool:
    """Do an act that is over to one game more. True if that had an effect."""
    attempt_store(bulk.id, game_id, attempt_count)
    done = False
    try:
        with transaction.atomic():
            done = bulk_apply(bulk, game_id)
    except GameBusy:
        pass
    except Exception:  # the next sweep tries again
        logger.exception("Game %s: bulk act %s failed", game_id, bulk.id)
    attempt_store(bulk.id, game_id, attempt_forget)
    return done


@transaction.atomic
def attempt_store(bulk_id: int, game_id: UUID, change: Callable[[BulkAction, UUID], None]) -> None:
    """Store an attempt at a straggler, or its end. Other workers may be at other stragglers."""
    bulk = BulkAction.objects.select_for_update(of=("self",), no_key=True).get(id=bulk_id)
    change(bulk, game_id)
    bulk.save(update_fields=["tried"])
