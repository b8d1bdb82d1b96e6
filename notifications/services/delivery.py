"""Sends due deliveries, several at a time, so that a receiver that hangs delays nobody.

This one thread reads and writes rows; the others only send. Sending happens outside of transactions
and is recorded afterwards: if a worker dies in between, the delivery is sent again with the same
id.
"""

from __future__ import annotations

import logging
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from time import monotonic

from django.db import DatabaseError, transaction

from accounts.models import Preferences
from accounts.selectors import preferences_of
from core import database_clock
from notifications.kinds import Reader, kind_by_name
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

PATIENCE = 20.0
"""Seconds after which a call is given up. Name resolution alone can take minutes."""


@dataclass(frozen=True, slots=True)
class InFlight:
    """A delivery that is being sent."""

    delivery: Delivery
    began: datetime
    lost_at: float


class Sender:
    """Takes due deliveries and sends them, until none is left or ``seconds`` have passed."""

    def __init__(self, seconds: float) -> None:
        self.stop_at = monotonic() + seconds
        self.in_flight: dict[Future[Outcome], InFlight] = {}
        self.lost: dict[str, int] = dict.fromkeys(SLOTS, 0)
        self.ended = 0

    def run(self) -> int:
        """Send, and return how many deliveries were tried."""
        pool = ThreadPoolExecutor(sum(SLOTS.values()), thread_name_prefix="deliver")
        try:
            while self.take(pool) or self.in_flight:
                wait(self.in_flight, timeout=1.0, return_when=FIRST_COMPLETED)
                self.collect()
        finally:
            # Calls that hang are abandoned. Their leases end.
            pool.shutdown(wait=False, cancel_futures=True)
        return self.ended

    def take(self, pool: ThreadPoolExecutor) -> bool:
        """Fill the free slots. True if there was anything to take."""
        if monotonic() >= self.stop_at:
            return False
        now = database_clock.now()
        taken = [
            delivery
            for channel in SLOTS
            for delivery in QUEUES[channel].take(self.free_slots(channel))
        ]
        preferences_by_user = preferences_of(delivery.user_id for delivery in taken)
        for delivery in taken:
            if (job := job_for(delivery, preferences_by_user[delivery.user_id], now)) is not None:
                sending = InFlight(delivery, database_clock.now(), monotonic() + PATIENCE)
                self.in_flight[pool.submit(job)] = sending
        return bool(taken)

    def free_slots(self, channel: Channel) -> int:
        flying = sum(sending.delivery.channel == channel for sending in self.in_flight.values())
        return max(0, SLOTS[channel] - flying - self.lost[channel])

    def collect(self) -> None:
        """Record the outcome of calls that have ended, and of those that took too long."""
        for future, sending in list(self.in_flight.items()):
            if future.done():
                outcome = outcome_of(future)
            elif monotonic() >= sending.lost_at:
                outcome = Outcome(False, "No answer in time.")
                self.lost[sending.delivery.channel] += 1
            else:
                continue
            del self.in_flight[future]
            self.ended += 1
            try:
                outcome_save(sending, outcome)
            except DatabaseError:  # it stays leased, and is sent again when the lease ends
                logger.exception("What became of %s cannot be written down", sending.delivery)


def deliver(*, seconds: float) -> int:
    """Send what is due for about ``seconds``. Returns how many deliveries were tried."""
    return Sender(seconds).run()


def job_for(delivery: Delivery, preferences: Preferences, now: datetime) -> SendJob | None:
    """Return what to send, or None if there is nothing to send, which is then recorded."""
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
    except Exception as error:  # one faulty delivery must not block the others
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
    assert delivery.endpoint is not None  # guaranteed by a constraint
    return webhook_job(delivery=delivery, endpoint=delivery.endpoint, now=now)


def push_job_for(delivery: Delivery, reader: Reader, now: datetime) -> SendJob:
    assert delivery.subscription is not None  # guaranteed by a constraint
    return push_job(delivery=delivery, subscription=delivery.subscription, reader=reader, now=now)


def email_job_for(delivery: Delivery, reader: Reader, now: datetime) -> SendJob | None:
    if delivery.entry.kind != DIGEST:
        content = email_content(delivery=delivery, reader=reader)
    elif found := digest.digest_content(delivery=delivery, reader=reader, now=now):
        content = found
    else:
        delivery_end(delivery=delivery, progress=Progress.DROPPED, now=now)
        return None
    return email_job(delivery=delivery, reader=reader, content=content)


def outcome_of(future: Future[Outcome]) -> Outcome:
    try:
        return future.result()
    except Exception as error:  # our own bug: the delivery waits, the others go on
        logger.exception("A sending failed in an unknown way")
        return Outcome(False, truncate(f"Not sent: {type(error).__name__}"))


@transaction.atomic
def outcome_save(sending: InFlight, outcome: Outcome) -> None:
    """Record the outcome of a call. The entries of a digest are marked in the same transaction."""
    now = database_clock.now()
    outcome_note(delivery=sending.delivery, outcome=outcome, began=sending.began, now=now)
    if outcome.sent and sending.delivery.entry.kind == DIGEST:
        digest.digest_mark_sent(delivery=sending.delivery, now=now)
