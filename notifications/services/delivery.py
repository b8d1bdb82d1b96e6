"""Sends due deliveries, several at a time, so that a receiver that hangs delays nobody.

This one thread reads and writes rows; the others only send. Sending happens outside of transactions
and is recorded afterwards: if a worker dies in between, the delivery is sent again with the same
id.
"""

from __future__ import annotations

import logging
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import uniform
from time import monotonic
from typing import ClassVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from accounts.models import Preferences
from accounts.selectors import preferences_of
from core import database_clock
from core.infrastructure import is_infrastructure_error
from core.leases import JITTER, LeasedRows
from notifications.kinds import NotReady, Reader, kind_by_name
from notifications.models import Channel, Delivery, Progress
from notifications.outbound.outcome import Outcome, SendJob, truncate
from notifications.services import digest
from notifications.services.delivery_queue import QUEUES
from notifications.services.emails import DIGEST, email_content, email_job
from notifications.services.outcomes import delivery_end, delivery_put_off, outcome_note
from notifications.services.push_requests import push_job, push_key
from notifications.services.timing import quiet_until
from notifications.services.webhook_requests import webhook_job

logger = logging.getLogger(__name__)

SLOTS = {Channel.WEBHOOK: 6, Channel.PUSH: 4, Channel.EMAIL: 3}
"""Concurrent calls of each channel. Each has its own, so that channels do not block each other.

E-mails come last, since their pictures take longest to make.
"""

PUT_OFF = timedelta(seconds=20)
"""How long an e-mail waits whose pictures the machine is too busy to draw. This is no attempt."""

PATIENCE = 20.0
"""Seconds after which a call is given up. Name resolution alone can take minutes."""

LAST_SECONDS = 5.0
"""How long a run that an error ends waits for its calls. A task that exceeds its time limit has
little time left.
"""


@dataclass(frozen=True, slots=True)
class InFlight:
    """A delivery that is being sent."""

    delivery: Delivery
    began: datetime
    lost_at: float


class Sender:
    """Takes due deliveries and sends them, until none is left or ``seconds`` have passed.

    It takes no more once the machine refuses something.
    """

    unsaved: ClassVar[list[tuple[InFlight, Outcome]]] = []
    """Outcomes that the database has refused. They are saved before anything else is sent, or each
    would be sent again with every lease.
    """

    def __init__(self, seconds: float) -> None:
        self.stop_at = monotonic() + seconds
        self.in_flight: dict[Future[Outcome], InFlight] = {}
        self.lost: dict[str, int] = dict.fromkeys(SLOTS, 0)
        self.ended = 0

    def run(self) -> int:
        """Send, and return how many deliveries were tried."""
        for _ in range(len(self.unsaved)):
            self.save(*self.unsaved.pop(0))
        pool = ThreadPoolExecutor(sum(SLOTS.values()), thread_name_prefix="deliver")
        try:
            while self.take(pool) or self.in_flight:
                wait(self.in_flight, timeout=1.0, return_when=FIRST_COMPLETED)
                self.collect()
        except Exception:  # such as the time limit of the task
            wait(self.in_flight, timeout=LAST_SECONDS)
            self.collect()
            raise
        finally:
            # Calls that hang are abandoned. Their leases end.
            pool.shutdown(wait=False, cancel_futures=True)
        return self.ended

    def take(self, pool: ThreadPoolExecutor) -> bool:
        """Fill the free slots. True if there was anything to take.

        What was taken and not begun is given back.
        """
        if monotonic() >= self.stop_at:
            return False
        taken: list[Delivery] = []
        try:
            now = database_clock.now()
            for channel in SLOTS:
                taken += QUEUES[channel].take(self.free_slots(channel))
            has_taken = bool(taken)
            preferences_by_user = preferences_of(delivery.user_id for delivery in taken)
            while taken:
                delivery = taken.pop(0)
                self.begin(pool, delivery, preferences_by_user[delivery.user_id], now)
        except Exception as error:
            if not is_infrastructure_error(error):
                raise
            self.stop(error)
            return False
        finally:
            for delivery in taken:
                QUEUES[delivery.channel].give_back(delivery)
        return has_taken

    def begin(
        self, pool: ThreadPoolExecutor, delivery: Delivery, preferences: Preferences, now: datetime
    ) -> None:
        """Begin to send a delivery, or give it back if the machine refuses something."""
        try:
            if (job := job_for(delivery, preferences, now)) is not None:
                sending = InFlight(delivery, database_clock.now(), monotonic() + PATIENCE)
                self.in_flight[pool.submit(job)] = sending
        except Exception as error:
            if not is_infrastructure_error(error):
                raise
            self.stop(error)
            QUEUES[delivery.channel].give_back(delivery)

    def stop(self, error: Exception) -> None:
        """Take no more: the machine has refused something."""
        if self.stop_at:
            logger.warning("Deliveries wait: %s", error)
        self.stop_at = 0.0
        LeasedRows.has_met_refusal = True

    def free_slots(self, channel: Channel) -> int:
        flying = sum(sending.delivery.channel == channel for sending in self.in_flight.values())
        return max(0, SLOTS[channel] - flying - self.lost[channel])

    def collect(self) -> None:
        """Record the outcome of calls that have ended, and of those that took too long."""
        for future, sending in list(self.in_flight.items()):
            if future.done():
                try:
                    outcome = outcome_of(future)
                except Exception as error:
                    del self.in_flight[future]
                    self.stop(error)
                    QUEUES[sending.delivery.channel].give_back(sending.delivery)
                    continue
            elif monotonic() >= sending.lost_at:
                outcome = Outcome(False, "No answer in time.")
                self.lost[sending.delivery.channel] += 1
            else:
                continue
            del self.in_flight[future]
            self.ended += 1
            self.save(sending, outcome)

    def save(self, sending: InFlight, outcome: Outcome) -> None:
        """Record an outcome, or keep it if the machine refuses that."""
        try:
            outcome_save(sending, outcome)
        except Exception as error:
            if is_infrastructure_error(error):
                self.unsaved.append((sending, outcome))
                self.stop(error)
            else:  # it stays leased, and is sent again when the lease ends
                logger.exception("What became of %s cannot be written down", sending.delivery)


def deliver(*, seconds: float) -> int:
    """Send what is due for about ``seconds``. Returns how many deliveries were tried."""
    return Sender(seconds).run()


def job_for(delivery: Delivery, preferences: Preferences, now: datetime) -> SendJob | None:
    """Return what to send, or None if there is nothing to send, which is then recorded.

    Raises what the machine refuses.
    """
    try:
        if QUEUES[delivery.channel].is_used_up(delivery):
            delivery_end(delivery=delivery, progress=Progress.DEAD, now=now)
            return None
        if not is_still_wanted(delivery):
            delivery_end(delivery=delivery, progress=Progress.DROPPED, now=now)
            return None
        if delivery.channel == Channel.WEBHOOK:
            return webhook_job_for(delivery, now)
        kind = kind_by_name(delivery.entry.kind)
        if (morning := quiet_until(kind=kind, preferences=preferences, at=now)) is not None:
            delivery_put_off(delivery=delivery, until=morning, now=now)
            return None
        if delivery.channel == Channel.PUSH:
            return push_job_for(delivery, Reader.of(preferences), now)
        return email_job_for(delivery, Reader.of(preferences), now)
    except NotReady:
        delivery_put_off(delivery=delivery, until=now + PUT_OFF * uniform(1, JITTER), now=now)
        return None
    except SoftTimeLimitExceeded:  # it stays leased, and ends this task
        raise
    except Exception as error:  # one faulty delivery must not block the others
        if is_infrastructure_error(error):
            raise
        logger.exception("%s cannot be made", delivery)
        return partial(Outcome, False, truncate(f"Not made: {type(error).__name__}"))


def is_still_wanted(delivery: Delivery) -> bool:
    """True if the user exists and the notification still matters, or was requested again."""
    user, entry = delivery.user, delivery.entry
    if not user.is_active or (delivery.channel == Channel.EMAIL and not user.email):
        return False
    if delivery.channel == Channel.PUSH and push_key() is None:
        return False
    if delivery.resend_requested_at is not None:
        return True
    return kind_by_name(entry.kind).relevant(entry.subject, user.id, entry.data)


def webhook_job_for(delivery: Delivery, now: datetime) -> SendJob:
    """Return the call of a webhook."""
    assert delivery.endpoint is not None  # guaranteed by a constraint
    return webhook_job(delivery=delivery, endpoint=delivery.endpoint, now=now)


def push_job_for(delivery: Delivery, reader: Reader, now: datetime) -> SendJob:
    """Return the message to a device."""
    assert delivery.subscription is not None  # guaranteed by a constraint
    return push_job(delivery=delivery, subscription=delivery.subscription, reader=reader, now=now)


def email_job_for(delivery: Delivery, reader: Reader, now: datetime) -> SendJob | None:
    """Return the e-mail; None if its digest is empty, which ends the delivery."""
    if delivery.entry.kind != DIGEST:
        content = email_content(delivery=delivery, reader=reader)
    elif found := digest.digest_content(delivery=delivery, reader=reader, now=now):
        content = found
    else:
        delivery_end(delivery=delivery, progress=Progress.DROPPED, now=now)
        return None
    return email_job(delivery=delivery, reader=reader, content=content)


def outcome_of(future: Future[Outcome]) -> Outcome:
    """Return the outcome of a job. An unknown error counts as not sent."""
    try:
        return future.result()
    except Exception as error:  # our own bug: the delivery waits, the others go on
        if is_infrastructure_error(error):
            raise
        logger.exception("A sending failed in an unknown way")
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}"))


@transaction.atomic
def outcome_save(sending: InFlight, outcome: Outcome) -> None:
    """Record the outcome of a call. The entries of a digest are marked in the same transaction."""
    now = database_clock.now()
    outcome_note(delivery=sending.delivery, outcome=outcome, began=sending.began, now=now)
    if outcome.sent and sending.delivery.entry.kind == DIGEST:
        digest.digest_mark_sent(delivery=sending.delivery, now=now)
