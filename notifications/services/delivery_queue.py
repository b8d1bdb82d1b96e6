"""The queues of deliveries. A sender works on several at a time, so it claims them itself."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import Error, transaction
from django.db.models import Exists, OuterRef, QuerySet, Subquery

from core import database_clock
from core.infrastructure import is_infrastructure_error
from core.leases import LeasedRows
from notifications.models import (
    Channel,
    Delivery,
    Progress,
    PushSubscription,
    Receiver,
    WebhookEndpoint,
)
from notifications.services.timing import HOUR, MINUTE, SECOND

logger = logging.getLogger(__name__)


class DeliveryQueue(LeasedRows[Delivery]):
    """Deliveries by one channel. One whose worker dies is sent again, under the same id."""

    due = "available_at"
    lease = timedelta(seconds=60)
    longest_lease = lease
    channel: Channel

    def rows(self) -> QuerySet[Delivery]:
        return self.waiting().select_related("entry", "user")

    def waiting(self) -> QuerySet[Delivery]:
        """Return the deliveries that are not sent yet, without their users."""
        return Delivery.objects.filter(channel=self.channel, progress=Progress.WAITING)

    def take(self, limit: int) -> list[Delivery]:
        """Claim up to ``limit`` due deliveries, and skip those that fail.

        A claimed delivery has to be sent, or it waits until its lease ends.
        """
        taken, has_met_machine = [], False
        for pk, due in self.find(limit) if limit else []:
            try:
                row = self.take_lease(pk, due)
            except Exception as error:
                is_machine = is_infrastructure_error(error)
                if not (is_machine and has_met_machine):  # one line for all errors of the machine
                    logger.exception("Delivery %s cannot be claimed", pk)
                has_met_machine |= is_machine
                continue
            if row is not None:
                taken.append(row)
        return taken


class EmailDeliveryQueue(DeliveryQueue):
    """E-mails about games."""

    channel = Channel.EMAIL
    waits = (1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR)  # mail servers retry too
    max_attempts = len(waits) + 1


class ReceiverDeliveryQueue(DeliveryQueue):
    """Calls of receivers. The receiver is leased with the call, so a receiver that hangs takes the
    time of one worker only.
    """

    member: str
    """The member of a delivery that is its receiver."""

    def receivers(self) -> QuerySet[Any]:
        """Return the receivers that may be called."""
        raise NotImplementedError

    def find(self, limit: int) -> list[tuple[Any, datetime]]:
        """Return the longest waiting call of each of some receivers."""
        now = database_clock.now()
        due = self.waiting().filter(available_at__lte=now)
        if not due.exists():  # usually; the query for receivers takes longer
            return []
        waiting = due.filter(**{self.member: OuterRef("pk")})
        rested = self.receivers().filter(Exists(waiting), rest_until__lte=now)
        first = Subquery(waiting.order_by("available_at", "id").values("id")[:1])
        calls = rested.order_by("rest_until", "id").annotate(call=first)
        return [(call, now) for call in calls.values_list("call", flat=True)[:limit]]

    def give_back(self, row: Delivery) -> None:
        super().give_back(row)
        with suppress(Error):
            self.receivers().filter(deliveries=row).update(rest_until=database_clock.now())

    @transaction.atomic
    def take_lease(self, pk: Any, due: datetime) -> Delivery | None:
        rested = self.receivers().filter(deliveries=pk, rest_until__lte=due)
        locked = rested.select_for_update(of=("self",), skip_locked=True, no_key=True)
        receiver: Receiver | None = locked.first()
        call = super().take_lease(pk, due) if receiver is not None else None
        if receiver is not None and call is not None:
            receiver.rest_until = call.available_at
            receiver.save(update_fields=["rest_until"])
            setattr(call, self.member, receiver)
        return call


class WebhookDeliveryQueue(ReceiverDeliveryQueue):
    """Calls of webhooks."""

    channel = Channel.WEBHOOK
    member = "endpoint"
    # A receiver may be down for a weekend.
    waits = (
        5 * SECOND,
        5 * MINUTE,
        30 * MINUTE,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        14 * HOUR,
        20 * HOUR,
        24 * HOUR,
    )
    max_attempts = len(waits) + 1

    def receivers(self) -> QuerySet[Any]:
        return WebhookEndpoint.objects.filter(disabled_at=None)


class PushDeliveryQueue(ReceiverDeliveryQueue):
    """Messages to devices."""

    channel = Channel.PUSH
    member = "subscription"
    # The push service keeps what it has accepted until the device is on. It is seldom down itself.
    waits = (5 * SECOND, 1 * MINUTE, 10 * MINUTE, 1 * HOUR, 6 * HOUR)
    max_attempts = len(waits) + 1

    def receivers(self) -> QuerySet[Any]:
        return PushSubscription.objects.all()


QUEUES: dict[str, DeliveryQueue] = {
    queue.channel: queue
    for queue in (EmailDeliveryQueue(), WebhookDeliveryQueue(), PushDeliveryQueue())
}
