"""The device grant (RFC 8628): a program without a browser shows a code, and a user types it on a
page of this service. Only digests of the codes are stored.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from oauth2_provider.models import Application, DeviceGrant

from accounts.keys import key_digest, user_code_digest
from accounts.models import User

LIFE = 600
"""Seconds in which the user has to answer, and the application has to fetch its tokens."""
SLOW_DOWN = 5
"""Seconds by which the interval grows with each poll that comes too early (RFC 8628, 3.5)."""
TOLERANCE = 1
"""Seconds that a poll may come early, since requests do not all take the same time."""


def device_grant_create(*, client_id: str, device_code: str, user_code: str, scope: str) -> None:
    """Store a request of an application for access, which waits for the answer of a user."""
    DeviceGrant.objects.create(
        client_id=client_id,
        device_code=key_digest(device_code),
        user_code=user_code_digest(user_code),
        scope=scope,
        expires=timezone.now() + timedelta(seconds=LIFE),
    )


def device_grant_find(user_code: str, *, now: datetime) -> DeviceGrant | None:
    """Return the request that waits for an answer under this code, or None."""
    try:
        return DeviceGrant.objects.get(
            user_code=user_code_digest(user_code),
            status=DeviceGrant.AUTHORIZATION_PENDING,
            expires__gt=now,
        )
    except (DeviceGrant.DoesNotExist, DeviceGrant.MultipleObjectsReturned):
        return None  # two with one code are possible, and nobody can tell them apart


@transaction.atomic
def device_grant_answer(*, user: User, grant: DeviceGrant, allow: bool, now: datetime) -> bool:
    """Answer a request. Returns False if it was answered or has expired meanwhile."""
    # Not while authorizations of this user end.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    status = DeviceGrant.AUTHORIZED if allow else DeviceGrant.DENIED
    waiting = DeviceGrant.objects.filter(
        pk=grant.pk, status=DeviceGrant.AUTHORIZATION_PENDING, expires__gt=now
    )
    return bool(waiting.update(status=status, user=user))


def device_grant_poll(grant: DeviceGrant, *, now: datetime) -> bool:
    """Note that the application has asked for its tokens, which it does not get yet. Returns False
    if it asked too early: it has to wait longer from now on.
    """
    wait = timedelta(seconds=grant.interval - TOLERANCE)
    in_time = now - grant.last_checked >= wait
    interval = grant.interval if in_time else grant.interval + SLOW_DOWN
    DeviceGrant.objects.filter(pk=grant.pk).update(interval=interval, last_checked=now)
    return bool(in_time)


def may_use_device_codes(application: Application) -> bool:
    """True if the application is registered for the device grant. Others could be pretended to be
    by anybody who knows their client_id.
    """
    return bool(application.authorization_grant_type == Application.GRANT_DEVICE_CODE)


def device_grants_purge(*, now: datetime) -> None:
    """Delete expired codes."""
    DeviceGrant.objects.filter(expires__lt=now).delete()
