"""Requests to push services: a short text that only the device can read."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings

from core import json
from notifications.kinds import Reader, kind_by_name
from notifications.models import Delivery, OutboxEntry, PushSubscription
from notifications.outbound.outcome import SendJob
from notifications.outbound.push import Keys, Sender, public_key_of, push
from notifications.services.webhook_requests import policy

TTL = timedelta(days=1)
LONGEST_TTL = timedelta(days=7)
"""How long a push service keeps a message for a device that is off."""

URGENT = "turn_reminder"
TITLE_LENGTH, TEXT_LENGTH = 120, 400
"""Characters. At six bytes each, with the rest and the encryption, they fit into 4096 bytes."""


def push_key() -> str | None:
    """Return the public key of the service, base64url, or None if it sends nothing to devices."""
    private = settings.VAPID_PRIVATE_KEY
    return public_key_of(private) if private else None


def push_job(
    *, delivery: Delivery, subscription: PushSubscription, reader: Reader, now: datetime
) -> SendJob:
    """Return a message to send. Each attempt has the same text, and its own encryption."""
    entry = delivery.entry
    headers = {
        "Content-Type": "application/octet-stream",
        "TTL": str(int(time_to_live(entry, now).total_seconds())),
        "Urgency": "high" if entry.kind == URGENT else "normal",
        "Topic": topic(entry, subscription),
    }
    return partial(
        push,
        url=subscription.url,
        keys=Keys(subscription.p256dh, subscription.auth),
        body=json.dumps(push_payload(entry, reader)),
        headers=headers,
        sender=sender(),
        policy=policy(),
        now=now,
    )


def sender() -> Sender:
    """Return the sender with the keys of this service."""
    return Sender(settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT)


def push_payload(entry: OutboxEntry, reader: Reader) -> dict[str, Any]:
    """Return what a device gets: the texts of the kind, which contain nothing hidden."""
    kind = kind_by_name(entry.kind)
    subject = str(entry.subject)
    return {
        "kind": kind.name,
        "title": shorten(kind.subject_for(entry.data, reader), TITLE_LENGTH),
        "body": shorten(kind.text_for(entry.data, reader), TEXT_LENGTH),
        "url": kind.link(entry.subject, entry.data),
        "tag": subject,
        **({"game": subject} if kind.about == "game" else {}),
    }


def shorten(text: str, length: int) -> str:
    """Return a text with at most ``length`` characters."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def time_to_live(entry: OutboxEntry, now: datetime) -> timedelta:
    """Return how long the message matters: until the deadline that it names, or for a day."""
    deadline = entry.data.get("deadline")
    if deadline is None:
        return TTL
    left = datetime.fromisoformat(deadline) - now
    return max(timedelta(0), min(left, LONGEST_TTL))


def topic(entry: OutboxEntry, subscription: PushSubscription) -> str:
    """Return a name by which a message replaces an older one about the same game.

    It is a hash, so that push services cannot tell who plays the same game.
    """
    key = entry.subject.bytes + subscription.id.bytes
    return hashlib.blake2b(key, digest_size=16).hexdigest()
