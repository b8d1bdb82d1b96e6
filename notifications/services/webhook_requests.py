"""Requests to webhooks: JSON, signed according to Standard Webhooks."""

from __future__ import annotations

import ipaddress
from datetime import datetime
from functools import partial

from django.conf import settings
from standardwebhooks import Webhook

from core import json
from notifications.models import Delivery, WebhookEndpoint
from notifications.outbound.addresses import Policy
from notifications.outbound.outcome import SendJob
from notifications.outbound.post import post
from notifications.selectors import entry_data

USER_AGENT = "citadels-webhooks/1"


def webhook_job(*, delivery: Delivery, endpoint: WebhookEndpoint, now: datetime) -> SendJob:
    """Return a request to send. Each attempt has the same id and body, and its own time."""
    body = json.dumps(payload(delivery))
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(
            Webhook(secret).sign(delivery.message_id, now, body.decode())
            for secret in live_secrets(endpoint, now)
        ),
    }
    return partial(post, url=endpoint.url, body=body, headers=headers, policy=policy())


def payload(delivery: Delivery) -> dict[str, object]:
    """Return the body of a webhook call."""
    entry = delivery.entry
    return {
        "type": entry.kind,
        "timestamp": entry.created_at,
        "data": {"user": str(delivery.user_id), **entry_data(entry)},
    }


def live_secrets(endpoint: WebhookEndpoint, now: datetime) -> list[str]:
    """Return the secrets that sign now: during a rotation the new one and the old one."""
    until = endpoint.old_secret_until
    rotating = until is not None and until > now
    return [endpoint.secret, endpoint.old_secret] if rotating else [endpoint.secret]


def policy() -> Policy:
    """Return which addresses the operator allows."""
    networks = [ipaddress.ip_network(text) for text in settings.WEBHOOKS_PRIVATE_NETWORKS]
    return Policy(http=settings.WEBHOOKS_ALLOW_HTTP, networks=networks)
