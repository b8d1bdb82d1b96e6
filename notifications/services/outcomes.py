"""What happens to a delivery after an attempt, and to a receiver that fails."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.metrics import GIVEN_UP
from notifications.kinds import KINDS
from notifications.models import (
    Channel,
    Delivery,
    Disabled,
    Progress,
    PushSubscription,
    Receiver,
    WebhookEndpoint,
)
from notifications.outbound.outcome import Outcome
from notifications.services.delivery_queue import QUEUES
from notifications.services.outbox import notification_enqueue
from notifications.services.timing import rest_after

logger = logging.getLogger(__name__)

LOG_LENGTH = 20


@transaction.atomic
def outcome_note(*, delivery: Delivery, outcome: Outcome, began: datetime, now: datetime) -> None:
    """Record the outcome of an attempt, and when the next one is due.

    If the lease has ended, another worker has the delivery, so it is not put off. A success counts
    all the same.
    """
    # The receiver first, as everywhere: two different orders would be a deadlock.
    receiver = receiver_lock(delivery)
    mine = Delivery.objects.filter(id=delivery.id, progress=Progress.WAITING)
    log = {"log": [*delivery.log, attempt_document(outcome, began, now)][-LOG_LENGTH:]}
    if outcome.sent:
        mine.update(progress=Progress.SENT, ended_at=now, **log)
    else:
        again = next_time(delivery, outcome, now)
        ours = QUEUES[delivery.channel].leased_row(delivery).filter(progress=Progress.WAITING)
        if again is None:
            ours.update(progress=Progress.DEAD, ended_at=now, **log)
            logger.warning("%s for %s is given up", delivery, delivery.user_id)
            GIVEN_UP.labels(delivery.channel).inc()
        else:
            ours.update(available_at=again, **log)
    if receiver is not None:
        receiver_note(receiver=receiver, outcome=outcome, now=now)


def next_time(delivery: Delivery, outcome: Outcome, now: datetime) -> datetime | None:
    """Return the time of the next attempt, or None if there is none."""
    kind = KINDS.get(delivery.entry.kind)
    if outcome.final or (kind is not None and not kind.has_retries):
        return None
    return QUEUES[delivery.channel].next_attempt(delivery.attempts, now)


def attempt_document(outcome: Outcome, began: datetime, now: datetime) -> dict[str, Any]:
    """Return an attempt for the list of deliveries."""
    return {
        "at": began.isoformat().replace("+00:00", "Z"),
        "sent": outcome.sent,
        "status": outcome.status,
        "answer": outcome.answer,
        "milliseconds": round((now - began).total_seconds() * 1000),
    }


def delivery_end(*, delivery: Delivery, progress: Progress, now: datetime) -> None:
    """End a delivery without sending it, and release its receiver."""
    waiting = Delivery.objects.filter(id=delivery.id, progress=Progress.WAITING)
    waiting.update(progress=progress, ended_at=now)
    receiver_release(delivery, now)


def delivery_put_off(*, delivery: Delivery, until: datetime, now: datetime) -> None:
    """Put off a delivery that was not tried, and release its receiver."""
    waiting = Delivery.objects.filter(id=delivery.id, progress=Progress.WAITING)
    waiting.update(available_at=until, attempts=delivery.attempts - 1)
    receiver_release(delivery, now)


# --- receivers -----------------------------------------------------------------------------------


def receiver_release(delivery: Delivery, now: datetime) -> None:
    """End the lease of a receiver to which nothing was sent."""
    if delivery.channel == Channel.WEBHOOK:
        WebhookEndpoint.objects.filter(deliveries=delivery).update(rest_until=now)
    elif delivery.channel == Channel.PUSH:
        PushSubscription.objects.filter(deliveries=delivery).update(rest_until=now)


def receiver_lock(delivery: Delivery) -> Receiver | None:
    """Return the receiver of a delivery, locked until the transaction ends. None for e-mails, and
    if it was deleted.
    """
    if delivery.subscription_id is None:
        return endpoint_lock(delivery.endpoint_id)
    subscriptions = PushSubscription.objects.select_for_update(no_key=True)
    return subscriptions.filter(id=delivery.subscription_id).first()


def endpoint_lock(endpoint_id: UUID | None) -> WebhookEndpoint | None:
    """Lock and return a webhook; None without an id, or if it was deleted."""
    if endpoint_id is None:
        return None
    return WebhookEndpoint.objects.select_for_update(no_key=True).filter(id=endpoint_id).first()


def receiver_note(*, receiver: Receiver, outcome: Outcome, now: datetime) -> None:
    """Count the failures of a receiver. End it if it is gone, or has failed for days."""
    if outcome.sent:
        receiver.failures, receiver.failing_since, receiver.rest_until = 0, None, now
    else:
        receiver.failures += 1
        receiver.failing_since = receiver.failing_since or now
        receiver.rest_until = now + rest_after(receiver.failures)
    receiver.save(update_fields=["failures", "failing_since", "rest_until"])
    if (why := reason_to_end(receiver, outcome, now)) is None:
        return
    if isinstance(receiver, WebhookEndpoint):
        webhook_end(endpoint=receiver, why=why, now=now)
    else:
        logger.info("%s is removed: %s", receiver, why)
        receiver.delete()


def webhook_end(*, endpoint: WebhookEndpoint, why: Disabled, now: datetime) -> None:
    """Disable a webhook and notify its user, unless it is disabled already."""
    if endpoint.disabled_at is None:
        endpoint_disable(endpoint=endpoint, why=why, now=now)
        notification_enqueue(
            users=[endpoint.user_id],
            kind="webhook_disabled",
            subject=endpoint.id,
            data={"name": endpoint.name, "host": endpoint.host, "why": why.value},
        )


def reason_to_end(receiver: Receiver, outcome: Outcome, now: datetime) -> Disabled | None:
    """Return why a receiver gets nothing more, or None."""
    if outcome.gone:
        return Disabled.GONE
    limit = timedelta(days=settings.WEBHOOKS_FAILING_DAYS)
    if receiver.failing_since is not None and now - receiver.failing_since >= limit:
        return Disabled.FAILING
    return None


def endpoint_disable(*, endpoint: WebhookEndpoint, why: Disabled, now: datetime) -> None:
    """Disable an endpoint. Waiting deliveries are given up, and can be requested again."""
    endpoint.disabled_at, endpoint.disabled_why = now, why
    endpoint.save(update_fields=["disabled_at", "disabled_why"])
    waiting = Delivery.objects.filter(endpoint=endpoint, progress=Progress.WAITING)
    waiting.update(progress=Progress.DEAD, ended_at=now)
