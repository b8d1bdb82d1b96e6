"""Taking deliveries: each by one worker, for the length of a lease."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from notifications.models import Channel, Delivery, Progress, WebhookEndpoint
from notifications.services.timing import LEASE

WITH_ALL = ("entry", "user")


@transaction.atomic
def mails_claimed(*, now: datetime, limit: int) -> list[Delivery]:
    """Mails that are due; nobody else takes them before the lease ends."""
    due = due_by(Channel.EMAIL, now).select_related(*WITH_ALL).order_by("available_at", "id")
    mails = list(due.select_for_update(skip_locked=True, of=("self",))[:limit])
    lease(mails, now)
    return mails


@transaction.atomic
def calls_claimed(*, now: datetime, limit: int) -> list[Delivery]:
    """The longest waiting call of each of some endpoints.

    The endpoint is leased with its call: one that hangs takes one worker's time, not all workers'.
    """
    waiting = due_by(Channel.WEBHOOK, now).filter(endpoint=OuterRef("pk"))
    rested = WebhookEndpoint.objects.filter(Exists(waiting), disabled_at=None, rest_until__lte=now)
    locked = rested.select_for_update(skip_locked=True, no_key=True).order_by("rest_until", "id")
    calls: list[Delivery] = []
    for endpoint in list(locked[:limit]):
        mine = due_by(Channel.WEBHOOK, now).filter(endpoint=endpoint).select_related(*WITH_ALL)
        call = mine.order_by("available_at", "id").first()
        if call is not None:
            call.endpoint = endpoint
            calls.append(call)
    endpoints = [call.endpoint.id for call in calls if call.endpoint]
    WebhookEndpoint.objects.filter(id__in=endpoints).update(rest_until=now + LEASE)
    lease(calls, now)
    return calls


def due_by(channel: Channel, now: datetime) -> QuerySet[Delivery]:
    return Delivery.objects.filter(
        channel=channel, progress=Progress.WAITING, available_at__lte=now
    )


def lease(deliveries: Sequence[Delivery], now: datetime) -> None:
    """Count an attempt before it is made: one that ends the worker's process counts as well."""
    ids = [delivery.id for delivery in deliveries]
    Delivery.objects.filter(id__in=ids).update(available_at=now + LEASE, attempts=F("attempts") + 1)
    for delivery in deliveries:
        delivery.attempts += 1
        delivery.available_at = now + LEASE
