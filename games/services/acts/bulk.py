"""Acts on all running matches: written down at once, and worked off by the sweeps.

Each match is changed in a transaction of its own, together with the mark of how far the act has
come, under the lock of the act's row. So whoever works on, after a crash or beside another worker,
does no match twice and leaves none out.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from random import shuffle
from time import monotonic
from uuid import UUID

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from citadels import database_clock
from core.leases import LeaseQueue
from games.errors import NothingToDo
from games.models import SWITCHES, BulkAct, BulkKind, Game, Pause, PauseKind, Status
from games.services.acts.deadlines import clock_lengthen, length_check
from games.services.attempts import failure_note
from games.services.changes import game_save
from games.services.locking import game_locked_or_none, match_held
from games.services.standstill import standstill, standstill_apply

logger = logging.getLogger(__name__)

LATE_STARTERS = 200
"""Matches that are looked after in one sweep, if they have missed the act."""
LATE_FOR = timedelta(seconds=2 * settings.HELD_SECONDS)
"""A match that somebody else has for so long is given up: the database ends whoever does nothing
with a lock for ``HELD_SECONDS``, but sweeps may come more often, or from several processes."""


class ProcessesDie(Exception):
    """Each worker that tried this match died."""


class InOtherHands(Exception):
    """Somebody else is at the match, or something stands against any change of it just now."""


# --- asking --------------------------------------------------------------------------------------


@transaction.atomic
def matches_pause(*, by: User, reason: str) -> BulkAct:
    """Let all running matches stand still, and all that start, until ``matches_resume``: no
    deadline is resolved from now on, and nobody may act where it has come to. Raises NothingToDo.
    """
    if standstill():
        raise NothingToDo(_("All games are already stopped."))
    return switched(BulkKind.PAUSE, by=by, reason=reason)


@transaction.atomic
def matches_resume(*, by: User, reason: str) -> BulkAct:
    """Let all matches go on that ``matches_pause`` has stopped. Raises NothingToDo."""
    if not standstill():
        raise NothingToDo(_("The games are not all stopped."))
    return switched(BulkKind.RESUME, by=by, reason=reason)


def switched(kind: BulkKind, *, by: User, reason: str) -> BulkAct:
    """The act before it ends here, however far it has come: this one goes over all matches."""
    now = database_clock.now()
    for before in BulkAct.objects.filter(kind__in=SWITCHES, ended_at=None):
        before.began_at, before.ended_at = before.began_at or now, now
        before.save(update_fields=["began_at", "ended_at"])
    return BulkAct.objects.create(kind=kind, by=by, reason=reason, asked_at=now, due_at=now)


@transaction.atomic
def matches_extend(*, by: User, length: timedelta, reason: str) -> BulkAct:
    """Give ``length`` more to whoever is to act, in each match that runs by now. Raises Invalid."""
    length_check(length)
    now = database_clock.now()
    return BulkAct.objects.create(
        kind=BulkKind.EXTEND, length=length, by=by, reason=reason, asked_at=now, due_at=now
    )


def bulk_left(act: BulkAct) -> int:
    """How many matches an act has not come to yet."""
    return 0 if act.ended_at else ahead(act).count() + len(act.late or [])


# --- working off ---------------------------------------------------------------------------------


class BulkQueue(LeaseQueue[BulkAct]):
    """Acts that have matches left. An attempt works on match after match until the budget is spent.

    Each match that was tried resets ``attempts``. So the match that is next when they are used up
    is the one that kills its workers: it is left out.
    """

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    max_attempts: int = settings.MAX_ATTEMPTS
    budget = 10.0  # so that clocks need not wait for long

    def __init__(self) -> None:
        self.end = monotonic() + self.budget
        self.tried = 0

    def rows(self) -> QuerySet[BulkAct]:
        return BulkAct.objects.filter(ended_at=None)

    def process(self, act: BulkAct) -> bool:
        before = self.tried
        while monotonic() < self.end and bulk_step(act_id=act.id):
            self.tried += 1
        self.release(act)
        return self.tried > before

    def give_up(self, act: BulkAct) -> None:
        bulk_step(act_id=act.id, skip=True)
        self.release(act)

    def release(self, act: BulkAct) -> None:
        self.leased(act).update(due_at=database_clock.now(), attempts=0)


def bulks_sweep() -> int:
    """Go on with what was asked, the first first; returns how many matches were tried."""
    queue = BulkQueue()
    queue.work()
    return queue.tried + stragglers_settle(until=queue.end)


def bulk_step(*, act_id: int, skip: bool = False) -> bool:
    """Do an act to the next match, or ``skip`` it as one that failed. Returns False if the act is
    done, or if nothing can be done now.
    """
    try:
        with transaction.atomic():
            return step(act_id, skip=skip)
    except OperationalError as error:  # whatever the database has: the next sweep tries again
        logger.warning("Bulk act %s waits: %s", act_id, error)
        return False


def step(act_id: int, *, skip: bool) -> bool:
    rows = BulkAct.objects.select_for_update(of=("self",), skip_locked=True)
    act = rows.filter(id=act_id, ended_at=None).first()
    if act is None:
        return False
    act.began_at = act.began_at or database_clock.now()
    game_id = ahead(act).order_by("id").values_list("id", flat=True).first()
    goes_on = True
    if game_id is not None:
        act.cursor = game_id
        take(act, game_id, since=database_clock.now(), skip=skip)
    elif act.late:
        late, *act.late = act.late
        goes_on = take(act, UUID(late[0]), since=datetime.fromisoformat(late[1]), skip=skip)
    else:
        act.ended_at, goes_on = database_clock.now(), False
        logger.warning("Bulk act %s: %s matches, %s failed", act_id, act.done, act.failed)
    act.attempts = 0
    act.save(update_fields=["began_at", "ended_at", "cursor", "late", "done", "failed", "attempts"])
    return goes_on


def take(act: BulkAct, game_id: UUID, *, since: datetime, skip: bool) -> bool:
    """Do an act to one match, and count it; False: it is in other hands, and comes last once more.
    The others go on without one that fails, or that has been tried in vain ``since`` too long ago.
    """
    try:
        with transaction.atomic():
            if skip:
                raise ProcessesDie
            act.done += applied(act, game_id)
    except (InOtherHands, OperationalError) as error:
        if database_clock.now() < since + LATE_FOR:
            logger.warning("Match %s: bulk act %s waits: %r", game_id, act.id, error)
            act.late = [*(act.late or []), [str(game_id), since.isoformat()]]
            return False
        given_up(act, game_id)
    except Exception:  # whatever is wrong with this match
        given_up(act, game_id)
    return True


def given_up(act: BulkAct, game_id: UUID) -> None:
    """Count a match that failed, and keep the error being handled."""
    logger.exception("Match %s: bulk act %s failed", game_id, act.id)
    failure_note(game_id=game_id, task=f"bulk_{act.kind}", number=1)
    act.failed += 1


def applied(act: BulkAct, game_id: UUID) -> bool:
    """Do the act to one match, under its lock; False: there is nothing to change in it. Raises
    InOtherHands: no sweep waits for a lock.
    """
    if game_locked_or_none(game_id) is None:
        raise InOtherHands
    held = match_held(game_id)
    if held.game.status != Status.ACTIVE:
        return False
    if act.length is not None:
        if held.game.clock_left is None:
            return False
        clock_lengthen(held, act.length)
    else:
        on = act.kind == BulkKind.PAUSE
        if not standstill_apply(game=held.game, seats=held.seats, on=on):
            return False
    game_save(held.game)
    return True


def ahead(act: BulkAct) -> QuerySet[Game]:
    """The matches that the act has not come to yet."""
    games = concerned(act)
    return games if act.cursor is None else games.filter(id__gt=act.cursor)


def concerned(act: BulkAct) -> QuerySet[Game]:
    """Which running matches the act would change."""
    games = Game.objects.filter(status=Status.ACTIVE)
    if act.kind == BulkKind.EXTEND:
        return games.filter(clock_left__isnull=False, started_at__lte=act.asked_at)
    return standing_otherwise(games, act.kind == BulkKind.PAUSE)


def standing_otherwise(games: QuerySet[Game], on: bool) -> QuerySet[Game]:
    """The matches that should stand still and do not, or the other way round."""
    pause = Exists(Pause.objects.filter(game=OuterRef("pk"), kind=PauseKind.STANDSTILL))
    return games.filter(~pause if on else pause)


def stragglers_settle(*, until: float) -> int:
    """Bring matches in step that have started, or failed, while the last act went over all others,
    up to an instant of the clock of sweeps; returns how many. Before the first act there is nothing
    to look for.
    """
    last = BulkAct.objects.filter(kind__in=SWITCHES).order_by("-id").first()
    if last is None or last.ended_at is None:
        return 0
    late = list(concerned(last).order_by("id").values_list("id", flat=True)[:LATE_STARTERS])
    shuffle(late)  # one that fails, or takes long, is not always before the same others
    return sum(monotonic() < until and settled(last, game_id) for game_id in late)


def settled(act: BulkAct, game_id: UUID) -> bool:
    try:
        with transaction.atomic():
            return applied(act, game_id)
    except InOtherHands:
        return False
    except Exception:  # the next sweep tries again
        logger.exception("Match %s: bulk act %s failed", game_id, act.id)
        return False
