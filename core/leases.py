"""One work queue for everything that is due.

The due time is a column of the row that needs work, so one transaction changes both. A worker that
takes a row counts the attempt and moves the due time to the end of its lease before it begins. So a
worker that dies leaves a row that another one takes when the lease ends, and a row that kills every
worker still reaches its last attempt.

An attempt that fails because of the machine (core/infrastructure.py) is given back: the row is due
again soon, with the attempts it had.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from random import shuffle, uniform
from time import monotonic, thread_time
from typing import Any, ClassVar, Generic, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import Error, connection, transaction
from django.db.models import Model, QuerySet

from core import database_clock, infrastructure
from core.infrastructure import is_infrastructure_error

logger = logging.getLogger(__name__)

Row = TypeVar("Row", bound=Model)
JITTER = 1.1
"""Waits are up to this factor longer, so that rows that failed together do not return together."""
LAST_REFUSAL = 3
"""Attempts in a row that the machine refuses, after which a sweep ends: the others would fail, too.

Not the first: a lock that is held for long concerns one row.
"""
COMPUTED = 5.0
"""Seconds of CPU. An attempt that took less until its task's time limit ended it has waited for the
machine. A row that makes its worker hang takes more, and its attempts count.
"""


class LeasedRows(Generic[Row]):
    """Rows of one table that are due, each leased to one worker at a time.

    A row has a column ``attempts`` and one with its due time. A subclass says which rows wait.
    """

    due: ClassVar[str] = "due_at"
    first: ClassVar[Sequence[str]] = ()
    """What the order of due rows begins with, before the due time."""
    lease: timedelta
    """The duration of the first attempt's lease. Each further attempt has twice as long."""
    longest_lease: timedelta = timedelta(hours=1)
    waits: Sequence[timedelta] = ()
    """Waits after each failed attempt. Without them a failed row waits until its lease ends."""
    max_attempts: int | None
    """None: the row is tried until it succeeds."""
    has_met_refusal: ClassVar[bool] = False
    """True if the machine has refused an attempt of any queue in this process. The count of a row
    may then hold attempts that could not be given back, so it ends no row without another attempt.
    A row that kills its workers ends in a process that has met none.
    """

    def rows(self) -> QuerySet[Row]:
        """Return the rows that wait for work, whether or not they are due."""
        raise NotImplementedError

    def until(self) -> datetime:
        """Return the instant up to which rows are due."""
        return database_clock.now()

    def find(self, limit: int) -> list[tuple[Any, datetime]]:
        """Return keys and due times of due rows, the longest overdue first (see ``first``)."""
        due = self.rows().filter(**{f"{self.due}__lte": self.until()})
        return list(due.order_by(*self.first, self.due).values_list("pk", self.due)[:limit])

    @transaction.atomic
    def take_lease(self, pk: Any, due: datetime) -> Row | None:
        """Lease a row that was due at ``due`` or before. Returns None if another worker has it."""
        rows = self.rows().filter(pk=pk, **{f"{self.due}__lte": due})
        row = rows.select_for_update(of=("self",), no_key=True, skip_locked=True).first()
        if row is None:
            return None
        number = attempts_of(row) + 1
        changes = {"attempts": number, self.due: database_clock.now() + self.lease_of(number)}
        for column, value in changes.items():
            setattr(row, column, value)
        row.save(update_fields=changes)
        return row

    def lease_of(self, number: int) -> timedelta:
        """Return how long the lease of an attempt is; the first has the number 1."""
        return min(self.lease * 2 ** min(number - 1, 16), self.longest_lease)

    def leased_row(self, row: Row) -> QuerySet[Row]:
        """Return the row for an update. It is empty if another worker has taken the row since."""
        rows: QuerySet[Row] = type(row)._default_manager.filter(pk=row.pk)
        return rows.filter(**{self.due: getattr(row, self.due)})

    def is_used_up(self, row: Row) -> bool:
        """True if this attempt is one too many: the last ones ended their processes."""
        is_over = self.max_attempts is not None and attempts_of(row) > self.max_attempts
        return is_over and not LeasedRows.has_met_refusal

    def is_last(self, row: Row) -> bool:
        """True if a failure of this attempt ends the row."""
        is_last = self.max_attempts is not None and attempts_of(row) >= self.max_attempts
        return is_last and not self.is_used_up(row)

    def give_back(self, row: Row) -> None:
        """Take back an attempt that the machine refused, and let the row be due again soon.

        If that is refused, too, the row waits until its lease ends.
        """
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        with suppress(Error):
            again = database_clock.now() + min(self.lease, infrastructure.WAIT) * uniform(1, JITTER)
            attempts = attempts_of(row)
            leased = self.leased_row(row).filter(attempts=attempts)
            leased.update(attempts=attempts - 1, **{self.due: again})

    def next_attempt(self, attempts: int, now: datetime) -> datetime | None:
        """Return when to try again after this number of attempts, or None if ``waits`` does not
        say.
        """
        if attempts > len(self.waits):
            return None
        return now + self.waits[attempts - 1] * uniform(1, JITTER)


class LeaseQueue(LeasedRows[Row]):
    """Leased rows that the same worker claims and works off, one after the other.

    A subclass also says what to do with a row (``process``).
    """

    budget: float = 20.0
    """Seconds after which a call of ``work`` begins no further row."""
    batch = 200
    refusals = 0
    """Attempts that the machine has refused since the last one that it has not."""

    # --- what a queue defines --------------------------------------------------------------------

    def process(self, row: Row) -> int | None:
        """Work off a row, and end its due time.

        Return None if the attempt had no effect, else a number, which may be 0.
        """
        raise NotImplementedError

    def give_up(self, row: Row) -> None:
        """Put a row aside after its last attempt, so that it is no longer due."""
        raise NotImplementedError

    def note_failure(self, row: Row, error: Exception) -> None:
        """Record the error that is being handled."""
        logger.exception("%s %s: an attempt failed", type(self).__name__, row.pk)

    def stop_early(self) -> None:
        """Called when the budget is spent and rows are left."""

    # --- working off -----------------------------------------------------------------------------

    def work(self, budget: float | None = None) -> int:
        """Work off what is due until nothing is left, or the budget is spent.

        Returns how many attempts had an effect.
        """
        end = monotonic() + (self.budget if budget is None else budget)
        count = 0
        while found := self.find(self.batch):
            before = count
            if len(found) == self.batch:
                shuffle(found)  # so that several workers start at different rows
            for pk, due in found:
                if monotonic() > end:
                    self.stop_early()
                    return count
                count += self.attempt(pk, due) is not None
                if self.refusals == LAST_REFUSAL:
                    return count
            if count == before:
                break  # other workers have the rest, or it fails
        return count

    def attempt(self, pk: Any, due: datetime) -> int | None:
        """Claim a row and work it off. Return how much was done; None if that had no effect.

        Whatever is wrong with one row, the others are worked off. Only a lost connection to the
        database and ``LAST_REFUSAL`` refusals in a row end the sweep. A row that can be neither put
        off nor given up keeps its lease.
        """
        row, began = None, thread_time()
        try:
            row = self.take_lease(pk, due)
            done = None if row is None else self.process_or_fail(row, began)
        except Exception as error:
            if not is_refused(error, began):
                logger.exception("%s %s cannot be put off or given up", type(self).__name__, pk)
                return None
            LeasedRows.has_met_refusal = True
            self.refusals += 1
            if row is not None:
                self.give_back(row)
            if not connection.is_usable():
                raise
            if self.refusals == 1:
                logger.warning("%s %s waits: %s", type(self).__name__, pk, error)
            return None
        self.refusals = 0
        return done

    def process_or_fail(self, row: Row, began: float) -> int | None:
        """Work off a row, give it up or put it off. Return what ``process`` or ``fail`` returns.

        Raises what the machine refuses.
        """
        try:
            if not self.is_used_up(row):
                return self.process(row)
            self.give_up(row)
        except Exception as error:
            if is_refused(error, began):
                raise
            return self.fail(row, error)
        return None

    def fail(self, row: Row, error: Exception) -> int | None:
        """Put off a row whose attempt failed, or give it up. Return as ``process`` does."""
        self.note_failure(row, error)
        attempts = attempts_of(row)
        if self.is_last(row):
            self.give_up(row)
        elif (again := self.next_attempt(attempts, database_clock.now())) is not None:
            self.leased_row(row).update(**{self.due: again})
        return None


def is_refused(error: Exception, began: float) -> bool:
    """True if an attempt failed because of the machine. ``began`` is its start as thread time."""
    if isinstance(error, SoftTimeLimitExceeded):
        return thread_time() - began < COMPUTED
    return is_infrastructure_error(error)


def attempts_of(row: Any) -> int:
    """Return how often a row was claimed."""
    return int(row.attempts)
