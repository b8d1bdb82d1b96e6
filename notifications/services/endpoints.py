"""What users do with their webhooks."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from notifications.errors import (
    DeliveryWaiting,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookExists,
    WebhookNotFound,
)
from notifications.kinds import kinds_detail, kinds_with_preferences
from notifications.models import Delivery, Disabled, Progress, WebhookEndpoint
from notifications.outbound.addresses import AddressRefused, target_of
from notifications.selectors import delivery_of, webhooks_of
from notifications.services.fanout import receiver_test
from notifications.services.outbox import wakeup
from notifications.services.outcomes import endpoint_disable, endpoint_lock
from notifications.services.webhook_requests import policy

LIMIT = 10
"""Webhooks of one user."""

SECRET_MARK = "whsec_"
SECRET_BYTES = 32
ROTATION = timedelta(hours=24)
"""How long the old secret signs beside the new one."""


@transaction.atomic
def webhook_create(
    *, user: User, url: str, kinds: Sequence[str] = (), name: str = ""
) -> WebhookEndpoint:
    """Create a webhook. Without ``kinds`` it gets all, including future ones.

    Raises WebhookExists, TooManyWebhooks, and Invalid for a URL that the service does not call or
    an unknown kind.
    """
    url_check(url)
    kinds_check(kinds)
    # Lock the user's row, to count their webhooks safely.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    url_check_new(user, url)
    if webhooks_of(user=user).count() >= LIMIT:
        raise TooManyWebhooks(LIMIT)
    return WebhookEndpoint.objects.create(
        user=user,
        url=url,
        kinds=list(dict.fromkeys(kinds)),
        name=name,
        secret=secret_make(),
        rest_until=database_clock.now(),
    )


@transaction.atomic
def webhook_change(*, user: User, webhook_id: UUID, changes: dict[str, Any]) -> WebhookEndpoint:
    """Change the members in ``changes``: url, kinds, name, enabled. Raises WebhookNotFound,
    WebhookExists, Invalid.
    """
    User.objects.select_for_update(no_key=True).get(id=user.id)  # as in webhook_create
    endpoint = webhook_lock(user=user, webhook_id=webhook_id)
    now = database_clock.now()
    if "url" in changes:
        url_check(changes["url"])
        if changes["url"] != endpoint.url:
            url_check_new(user, changes["url"])
        endpoint.url = changes["url"]
        endpoint.failures, endpoint.failing_since, endpoint.rest_until = 0, None, now
    if "kinds" in changes:
        kinds_check(changes["kinds"])
        endpoint.kinds = list(dict.fromkeys(changes["kinds"]))
    endpoint.name = changes.get("name", endpoint.name)
    enabled = changes.get("enabled", endpoint.disabled_at is None)
    if enabled and endpoint.disabled_at is not None:
        endpoint.disabled_at, endpoint.disabled_why = None, ""
        endpoint.failures, endpoint.failing_since, endpoint.rest_until = 0, None, now
    endpoint.save()
    if not enabled and endpoint.disabled_at is None:
        endpoint_disable(endpoint=endpoint, why=Disabled.OWNER, now=now)
    return endpoint


@transaction.atomic
def webhook_delete(*, user: User, webhook_id: UUID) -> None:
    """Delete a webhook and its log. Raises WebhookNotFound."""
    webhook_lock(user=user, webhook_id=webhook_id).delete()


@transaction.atomic
def webhook_rotate(*, user: User, webhook_id: UUID) -> WebhookEndpoint:
    """Give a webhook a new secret. For 24 hours, both secrets sign. Raises WebhookNotFound."""
    endpoint = webhook_lock(user=user, webhook_id=webhook_id)
    endpoint.old_secret, endpoint.secret = endpoint.secret, secret_make()
    endpoint.old_secret_until = database_clock.now() + ROTATION
    endpoint.save(update_fields=["secret", "old_secret", "old_secret_until"])
    return endpoint


@transaction.atomic
def webhook_test(*, user: User, webhook_id: UUID) -> Delivery:
    """Send a test message to a webhook, once. Raises WebhookNotFound, WebhookDisabled."""
    endpoint = webhook_open(user=user, webhook_id=webhook_id)
    return receiver_test(kind="webhook_test", receiver=endpoint)


@transaction.atomic
def webhook_redeliver(*, user: User, webhook_id: UUID, delivery_id: UUID) -> Delivery:
    """Send a delivery that has ended once more, with the same id.

    Raises WebhookNotFound, WebhookDisabled, DeliveryNotFound, DeliveryWaiting.
    """
    webhook_open(user=user, webhook_id=webhook_id)
    delivery = delivery_of(user=user, webhook_id=webhook_id, delivery_id=delivery_id)
    if not delivery_retry(delivery=delivery):
        raise DeliveryWaiting
    return delivery_of(user=user, webhook_id=webhook_id, delivery_id=delivery_id)


@transaction.atomic
def delivery_retry(*, delivery: Delivery) -> bool:
    """Restart a delivery that has ended, even if it is out of date.

    Returns False if it has not ended, or if its webhook is disabled.
    """
    now = database_clock.now()
    ended = Delivery.objects.filter(id=delivery.id, ended_at__isnull=False)
    ended = ended.exclude(endpoint__disabled_at__isnull=False)
    found = ended.update(
        progress=Progress.WAITING,
        ended_at=None,
        attempts=0,
        available_at=now,
        resend_requested_at=now,
    )
    wakeup.wake_on_commit()
    return bool(found)


# --- checks --------------------------------------------------------------------------------------


def webhook_lock(*, user: User, webhook_id: UUID) -> WebhookEndpoint:
    """Return a webhook, locked until the transaction ends. Raises WebhookNotFound."""
    endpoint = endpoint_lock(webhook_id)
    if endpoint is None or endpoint.user_id != user.id:
        raise WebhookNotFound
    return endpoint


def webhook_open(*, user: User, webhook_id: UUID) -> WebhookEndpoint:
    """Return an enabled webhook. Raises WebhookNotFound, WebhookDisabled."""
    endpoint = webhook_lock(user=user, webhook_id=webhook_id)
    if endpoint.disabled_at is not None:
        raise WebhookDisabled
    return endpoint


def url_check(url: str) -> None:
    """Raise Invalid if the URL may not be called. The addresses of a name are checked again at each
    call.
    """
    try:
        target_of(url, policy())
    except AddressRefused as error:
        raise Invalid.field("/url", error.code, str(error)) from None


def url_check_new(user: User, url: str) -> None:
    """Raise WebhookExists if the user, whose row is locked, has a webhook with this URL."""
    if (known := webhooks_of(user=user).filter(url=url).first()) is not None:
        raise WebhookExists(known.id)


def kinds_check(kinds: Sequence[str]) -> None:
    """Raise Invalid for an unknown kind."""
    known = {kind.name for kind in kinds_with_preferences()}
    for index, kind in enumerate(kinds):
        if kind not in known:
            raise Invalid.field(f"/kinds/{index}", "unknown_kind", kinds_detail())


def secret_make() -> str:
    """Return a new secret for the signatures of a webhook."""
    return SECRET_MARK + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
