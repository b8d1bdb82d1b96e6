"""What users do with the devices that get their notifications."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from core import database_clock
from core.errors import Invalid
from notifications.errors import (
    PushNotConfigured,
    PushSubscriptionNotFound,
    TooManyPushSubscriptions,
)
from notifications.models import Delivery, PushSubscription
from notifications.outbound.addresses import AddressRefused
from notifications.outbound.push import (
    AUTH_BYTES,
    authorization,
    base64url,
    base64url_read,
    is_point,
)
from notifications.own_kinds import PUSH_TEST
from notifications.selectors import push_subscriptions_of
from notifications.services.fanout import receiver_test
from notifications.services.push_requests import push_key, sender
from notifications.services.webhook_requests import policy

LIMIT = 10
"""Devices of one user."""


@transaction.atomic
def push_subscribe(
    *, user: User, endpoint: str, p256dh: str, auth: str, name: str = ""
) -> PushSubscription:
    """Send the user's notifications to a browser. A browser that is known gets the new keys.

    If another user has subscribed the browser before, it is taken from that user. Raises
    PushNotConfigured, TooManyPushSubscriptions, and Invalid for a wrong key, or for a URL that the
    service does not call.
    """
    if push_key() is None:
        raise PushNotConfigured
    now = database_clock.now()
    keys_check(p256dh, auth)
    try:
        authorization(url=endpoint, sender=sender(), policy=policy(), now=now)
    except AddressRefused as error:
        raise Invalid.field("/endpoint", error.code, str(error)) from None
    # Lock the user's row, to count their devices safely.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    locked = PushSubscription.objects.select_for_update(no_key=True)
    for theirs in locked.filter(url=endpoint).exclude(user=user):
        theirs.delete()  # with what still waits for the other user
    others = push_subscriptions_of(user=user).exclude(url=endpoint)
    if others.count() >= LIMIT:
        raise TooManyPushSubscriptions(LIMIT)
    subscription, _created = PushSubscription.objects.update_or_create(
        url=endpoint,
        defaults={
            "user": user,
            "name": name,
            "p256dh": base64url(base64url_read(p256dh)),
            "auth": base64url(base64url_read(auth)),
            "failures": 0,
            "failing_since": None,
            "rest_until": now,
        },
    )
    return subscription


def keys_check(p256dh: str, auth: str) -> None:
    """Raise Invalid for keys with which nothing can be encrypted."""
    if not is_point(p256dh):
        text = _("This is not a point on the curve P-256, as base64url.")
        raise Invalid.field("/keys/p256dh", "invalid", text)
    if len(base64url_read(auth)) != AUTH_BYTES:
        text = _("These are not 16 bytes, as base64url.")
        raise Invalid.field("/keys/auth", "invalid", text)


@transaction.atomic
def push_unsubscribe(*, user: User, subscription_id: UUID) -> None:
    """Delete a device, with what waits for it. Raises PushSubscriptionNotFound."""
    subscription_lock(user=user, subscription_id=subscription_id).delete()


@transaction.atomic
def push_test(*, user: User, subscription_id: UUID) -> Delivery:
    """Send a test message to a device, once. Raises PushSubscriptionNotFound, PushNotConfigured."""
    subscription = subscription_lock(user=user, subscription_id=subscription_id)
    if push_key() is None:
        raise PushNotConfigured
    return receiver_test(kind=PUSH_TEST, receiver=subscription)


def subscription_lock(*, user: User, subscription_id: UUID) -> PushSubscription:
    """Return a user's device, locked until the transaction ends. Raises PushSubscriptionNotFound.

    The device first, then its deliveries, as everywhere: two different orders would be a deadlock.
    """
    mine = push_subscriptions_of(user=user).select_for_update(no_key=True)
    subscription = mine.filter(id=subscription_id).first()
    if subscription is None:
        raise PushSubscriptionNotFound
    return subscription
