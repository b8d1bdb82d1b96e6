"""Vacations: a user's games that allow it are paused while they have vacation time.

The vacation is a row. Games are updated one by one, each in its own transaction, and again by a
sweep until all are done, so neither a crash nor a game that starts just then does harm.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from core.period_limits import period_limit_check
from games.models import Game, PauseKind, Seat, Status, Vacation, VacationBank
from games.play.locking import game_lock, seats_of
from games.play.pauses import pause_add, pause_remove
from games.play.save import game_save
from games.play.timing import is_too_late
from games.vacations.errors import (
    NotOnVacation,
    VacationBankEmpty,
    VacationLimit,
    VacationRunning,
)

logger = logging.getLogger(__name__)

OPENING = timedelta(days=14)
"""Vacation time of a new user."""
CAP = timedelta(days=30)
GROWTH = 1 / 12
"""Days earned a day."""
LEAST = timedelta(hours=1)
STARTS = 2
"""Vacations that a user may start in 24 hours: each stops the clocks of all their games."""
DAY = timedelta(days=1)
SETTLE_AFTER = timedelta(minutes=1)
"""A game that was starting while a vacation began is stored after this time."""
BATCH = 200


def vacation_left(*, user: User, now: datetime) -> timedelta:
    """Return how much vacation time ``user`` has left."""
    bank = VacationBank.objects.filter(user=user).first()
    if bank is None:
        return OPENING
    running = Vacation.objects.filter(user=user, ended_at=None).first()
    if running is None:
        return bank_at(bank, now)
    return max(bank.left - (now - running.started_at), timedelta(0))


def bank_at(bank: VacationBank, now: datetime) -> timedelta:
    """Return the vacation time left to a user. It grows only while they are not on vacation."""
    return min(CAP, bank.left + (now - bank.as_of) * GROWTH)


def vacation_start(*, user: User, until: datetime | None = None) -> Vacation:
    """Start a vacation, which ends at ``until``, or when the bank is empty.

    Raises VacationRunning, VacationBankEmpty, VacationLimit, Invalid.
    """
    now = database_clock.now()
    if until is not None and until < now + LEAST:
        raise Invalid.field("/until", "min_value", _("A vacation lasts at least an hour."))
    try:
        vacation = vacation_begin(user=user, until=until, now=now)
    except IntegrityError:
        raise VacationRunning from None
    vacation_settle(user_id=user.id)
    return vacation


@transaction.atomic
def vacation_begin(*, user: User, until: datetime | None, now: datetime) -> Vacation:
    """Start a vacation. Raises VacationRunning, VacationBankEmpty or VacationLimit."""
    defaults = {"left": OPENING, "as_of": now}
    VacationBank.objects.get_or_create(user=user, defaults=defaults)
    bank = VacationBank.objects.select_for_update().get(user=user)
    bank.left, bank.as_of = bank_at(bank, now), now
    bank.save(update_fields=["left", "as_of"])
    if Vacation.objects.filter(user=user, ended_at=None).exists():
        raise VacationRunning
    if bank.left < LEAST:
        raise VacationBankEmpty(int(bank.left.total_seconds()))
    own = Vacation.objects.filter(user=user)
    period_limit_check(own, VacationLimit, at="started_at", most=STARTS, period=DAY, now=now)
    ends_at = now + bank.left
    if until is not None:
        ends_at = min(ends_at, until)
    return Vacation.objects.create(user=user, started_at=now, ends_at=ends_at)


def vacation_end(*, user: User) -> Vacation:
    """End the user's vacation early. Raises NotOnVacation."""
    vacation = Vacation.objects.filter(user=user, ended_at=None).first()
    if vacation is None or not vacation_over(vacation_id=vacation.id, now=database_clock.now()):
        raise NotOnVacation
    vacation_settle(user_id=user.id)
    vacation.refresh_from_db()
    return vacation


@transaction.atomic
def vacation_over(*, vacation_id: int, now: datetime) -> bool:
    """Record the end of a vacation, and subtract it from the bank. Returns False if that was done
    already.
    """
    vacation = Vacation.objects.select_for_update().get(id=vacation_id)
    if vacation.ended_at is not None:
        return False
    bank = VacationBank.objects.select_for_update().get(user=vacation.user_id)
    vacation.ended_at, vacation.settled_at = min(now, vacation.ends_at), None
    spent = vacation.ended_at - vacation.started_at
    bank.left, bank.as_of = max(bank.left - spent, timedelta(0)), vacation.ended_at
    bank.save(update_fields=["left", "as_of"])
    vacation.save(update_fields=["ended_at", "settled_at"])
    return True


def vacation_settle(*, user_id: UUID) -> bool:
    """Update all games of a user to whether they are on vacation. True if all are up to date.

    A game that fails does not stop the others: the sweep returns to it.
    """
    settled = True
    seated = Seat.objects.filter(
        user=user_id, lost_at=None, game__status=Status.ACTIVE, game__vacations=True
    )
    for game_id in list(seated.values_list("game_id", flat=True)):
        try:
            settled = vacation_notify(user_id=user_id, game_id=game_id) and settled
        except Exception:  # whatever is wrong with this game
            logger.exception("Game %s cannot be told of a vacation", game_id)
            settled = False
    return settled


@transaction.atomic
def vacation_notify(*, user_id: UUID, game_id: UUID) -> bool:
    """Update one game to whether a user of it is on vacation. True if that was possible.

    A clock that has run out is not paused any longer: its deadline has to be resolved first.
    """
    game = game_lock(game_id)
    seats = seats_of(game)
    user = next((seat.user for seat in seats if seat.user_id == user_id and not seat.lost_at), None)
    if user is None:
        return True
    now = database_clock.now()
    away = Vacation.objects.filter(user=user, ended_at=None).exists()
    if away and is_too_late(game, now):
        return False
    change = pause_add if away else pause_remove
    if change(game=game, seats=seats, kind=PauseKind.VACATION, owner=user, now=now):
        game_save(game)
    return True


def vacations_apply(*, game: Game, seats: Sequence[Seat]) -> None:
    """Pause the clock of a new game for players who are on vacation."""
    if not game.vacations:
        return
    users = {seat.user_id: seat.user for seat in seats if seat.user_id is not None}
    running = Vacation.objects.filter(user__in=list(users), ended_at=None)
    added = [
        pause_add(
            game=game,
            seats=seats,
            kind=PauseKind.VACATION,
            owner=users[user_id],
            now=database_clock.now(),
        )
        for user_id in running.values_list("user", flat=True)
    ]
    if any(added):
        game_save(game)


def vacations_sweep() -> int:
    """End the vacations that are over, and continue interrupted updates. Returns how many."""
    now = database_clock.now()
    over = Vacation.objects.filter(ended_at=None, ends_at__lte=now)
    for vacation_id in list(over.values_list("id", flat=True)[:BATCH]):
        vacation_over(vacation_id=vacation_id, now=now)
    unsettled = Vacation.objects.filter(settled_at=None).order_by("started_at")
    settled = 0
    for vacation in list(unsettled[:BATCH]):
        changed_at = vacation.ended_at or vacation.started_at
        if vacation_settle(user_id=vacation.user_id) and now - changed_at >= SETTLE_AFTER:
            # Only if it has not changed since it was read: it may have ended in between.
            same = Vacation.objects.filter(id=vacation.id, ended_at=vacation.ended_at)
            settled += same.update(settled_at=now)
    return settled
