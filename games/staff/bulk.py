"""Acts on all running matches: written down at once, and worked off by the sweeps.

Each match is changed in a transaction of its own, together with the mark of how far the act has
come, under the lock of the act's row. So whoever works on, after a crash or beside another worker,
does no match twice and leaves none out.
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
from games.models import SWITCHES, BulkAct, BulkKind, Game, Pause, PauseKind, Status
from games.play.due_games import failure_note
from games.play.global_pause import standstill, standstill_apply
from games.play.locking import game_locked_or_none, match_held
from games.play.save import game_save
from games.staff.deadlines import clock_lengthen, length_check
from games.staff.errors import NothingToDo

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

    An act is never given up: a match that kills its workers is (``attempt_count``).
    """

    lease = timedelta(seconds=settings.LEASE_SECONDS)
    max_attempts = None
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
        self.leased(act).update(due_at=database_clock.now(), attempts=0)
        return self.tried > before


def bulks_sweep() -> int:
    """Go on with what was asked, then with stragglers; returns how many matches were tried."""
    queue = BulkQueue()
    queue.work()
    return queue.tried + stragglers_settle(until=queue.end)


def bulk_step(*, act_id: int) -> bool:
    """Do an act to the next match. Returns False if the act is done, or if nothing can be done now.

    The attempt is stored before it is made: so it is known at which match a worker died.
    """
    try:
        game_id = step_begin(act_id)
        return game_id is not None and step(act_id, game_id)
    except OperationalError as error:  # whatever the database has: the next sweep tries again
        logger.warning("Bulk act %s waits: %s", act_id, error)
        return False


@transaction.atomic
def step_begin(act_id: int) -> UUID | None:
    """Count an attempt at the next match, and return it, or None if there is nothing to do now."""
    act = act_locked_or_none(act_id)
    if act is None:
        return None
    act.began_at = act.began_at or database_clock.now()
    game_id = ahead(act).order_by("id").values_list("id", flat=True).first()
    if game_id is None and act.late:
        game_id = UUID(act.late[0][0])
    if game_id is None:
        act.ended_at = database_clock.now()
        logger.warning("Bulk act %s: %s matches, %s failed", act_id, act.done, act.failed)
    else:
        attempt_count(act, game_id)
    act.save(update_fields=["began_at", "ended_at", "tried"])
    return game_id


@transaction.atomic
def step(act_id: int, game_id: UUID) -> bool:
    """Do an act to a match, unless another worker has done it since the attempt was counted."""
    act = act_locked_or_none(act_id)
    if act is None:
        return False
    goes_on = True
    if act.cursor is None or act.cursor < game_id:
        act.cursor = game_id
        take(act, game_id, since=database_clock.now())
    elif act.late and act.late[0][0] == str(game_id):
        late, *act.late = act.late
        goes_on = take(act, game_id, since=datetime.fromisoformat(late[1]))
    else:
        return True
    act.attempts = 0
    act.save(update_fields=["cursor", "late", "tried", "done", "failed", "attempts"])
    return goes_on


def act_locked_or_none(act_id: int) -> BulkAct | None:
    """The act, locked; None: it is done, or another worker is at it."""
    rows = BulkAct.objects.select_for_update(of=("self",), skip_locked=True)
    return rows.filter(id=act_id, ended_at=None).first()


def attempt_count(act: BulkAct, game_id: UUID) -> None:
    """Count an attempt at a match. ``attempt_forget`` follows, unless the worker dies in it."""
    act.tried = {**(act.tried or {}), str(game_id): attempts_at(act, game_id) + 1}


def attempt_forget(act: BulkAct, game_id: UUID) -> None:
    """The worker that tried the match lives."""
    act.tried = {key: count for key, count in (act.tried or {}).items() if key != str(game_id)}


def attempts_at(act: BulkAct, game_id: UUID) -> int:
    """How many attempts at a match did not end."""
    return int((act.tried or {}).get(str(game_id), 0))


def take(act: BulkAct, game_id: UUID, *, since: datetime) -> bool:
    """Do an act to one match, and count it; False: it is in other hands, and comes last once more.
    The others go on without one that fails, or that has been tried in vain ``since`` too long ago.
    """
    try:
        if attempts_at(act, game_id) > settings.MAX_ATTEMPTS:
            raise ProcessesDie  # it stays in ``tried``: stragglers leave it out
        attempt_forget(act, game_id)
        with transaction.atomic():
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
    deadly = [key for key, count in (last.tried or {}).items() if count >= settings.MAX_ATTEMPTS]
    missed = concerned(last).exclude(id__in=deadly).order_by("id")
    late = list(missed.values_list("id", flat=True)[:LATE_STARTERS])
    shuffle(late)  # one that fails, or takes long, is not always before the same others
    return sum(monotonic() < until and settled(last, game_id) for game_id in late)


def settled(act: BulkAct, game_id: UUID) -> bool:
    """Do an act that is over to one match more. True if that had an effect."""
    attempt_store(act.id, game_id, attempt_count)
    done = False
    try:
        with transaction.atomic():
            done = applied(act, game_id)
    except InOtherHands:
        pass
    except Exception:  # the next sweep tries again
        logger.exception("Match %s: bulk act %s failed", game_id, act.id)
    attempt_store(act.id, game_id, attempt_forget)
    return done


@transaction.atomic
def attempt_store(act_id: int, game_id: UUID, change: Callable[[BulkAct, UUID], None]) -> None:
    """Store an attempt at a straggler, or its end. Other workers may be at other stragglers."""
    act = BulkAct.objects.select_for_update(of=("self",), no_key=True).get(id=act_id)
    change(act, game_id)
    act.save(update_fields=["tried"])
