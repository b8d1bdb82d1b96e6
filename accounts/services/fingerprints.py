"""Noting from where users come, so that moderators can see who shares an address or a device.

Neither is kept: only hashes under a key that is made from SECRET_KEY and from a random one, which
is another every ``HINT_KEY_DAYS`` and destroyed after them. Done at log-in, when a seat is taken,
and once a day for each token.
"""

from __future__ import annotations

import hmac
import ipaddress
import logging
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import ApiToken, HintKey, Sighting, SightingKind, User
from core.backends.refusals import optional_write

logger = logging.getLogger(__name__)

PURPOSE = b"citadels: where users come from"
NETWORKS = {4: 24, 6: 64}
"""The bits of an address that its network is known by."""
_stored: dict[datetime, bytes] = {}
"""What is random in the key that is used until then, once it is known to be stored: one at most."""

NOTED_EVERY = timedelta(days=1)
"""How often it is looked where the token of a user comes from."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request comes from, and what its client says of itself."""

    address: str
    agent: str = ""
    device: str = ""
    """What a client may send to be known again, in X-Device-Id."""


def sighting_note(*, user: User, origin: Origin) -> None:
    """Note that ``user`` came from there. Whatever goes wrong, the request goes on."""
    now = timezone.now()
    try:
        with transaction.atomic():
            rows = [
                Sighting(user=user, kind=kind, mark=mark, first_at=now, last_at=now)
                for kind, mark in marks_of(origin, now).items()
            ]
            Sighting.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["user", "kind", "mark"],
                update_fields=["last_at"],
            )
    except DatabaseError as error:
        logger.warning("A sighting was not noted: %s", type(error).__name__)


def token_sighting_due(token: ApiToken) -> bool:
    """True if nobody noted within a day where ``token`` is used. A new one from a log-in counts as
    noted, since the log-in was.
    """
    return token.sighted_at is None or token.sighted_at <= timezone.now() - NOTED_EVERY


def token_sighting_note(*, token: ApiToken, origin: Origin) -> None:
    """Note where ``token`` is used, unless that was done within a day."""
    now = timezone.now()
    stale = now - NOTED_EVERY
    # The condition again in the database: of several requests at once, one notes it.
    unnoted = Q(sighted_at=None) | Q(sighted_at__lte=stale)
    with optional_write("Where a token is used"):
        if ApiToken.objects.filter(unnoted, id=token.id).update(sighted_at=now):
            sighting_note(user=token.user, origin=origin)


def marks_of(origin: Origin, now: datetime) -> dict[str, str]:
    """The hashes of an origin, by kind; of one without a sound address there are none."""
    try:
        address = ipaddress.ip_address(origin.address)
    except ValueError:
        return {}
    network = ipaddress.ip_network((address, NETWORKS[address.version]), strict=False)
    said = {
        SightingKind.ADDRESS: str(address),
        SightingKind.NETWORK: str(network),
        # Many have the same program: without an id of its own only in the same network.
        SightingKind.DEVICE: f"{origin.agent}\n{origin.device or network}",
    }
    key = key_at(now)
    return {kind.value: _mark(key, f"{kind.value}\n{text}") for kind, text in said.items()}


def key_at(now: datetime) -> bytes:
    """The key of this instant. Neither the database nor SECRET_KEY tells it alone."""
    length = timedelta(days=settings.HINT_KEY_DAYS).total_seconds()
    ends_at = datetime.fromtimestamp((now.timestamp() // length + 1) * length, UTC)
    chance = _stored.get(ends_at)  # once: another thread may forget it meanwhile
    if chance is None:
        stored, made = HintKey.objects.get_or_create(ends_at=ends_at)
        chance = bytes(stored.key)
        _stored.clear()
        if not made:  # of one that is made here nobody knows yet whether it will last
            _stored[ends_at] = chance
    master = hmac.digest(settings.SECRET_KEY.encode(), PURPOSE, "sha256")
    return hmac.digest(master, chance, "sha256")


def key_forget() -> None:
    """Read the key anew when it is next asked for: this process keeps it in memory."""
    _stored.clear()


def _mark(key: bytes, text: str) -> str:
    digest = hmac.new(key, text.encode(errors="replace"), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def sightings_forget(*, now: datetime) -> None:
    """Delete those that are older than they are kept, and the keys whose time is over."""
    HintKey.objects.filter(ends_at__lte=now).delete()
    key_forget()
    kept = timedelta(days=settings.HINTS_KEPT_DAYS)
    Sighting.objects.filter(last_at__lt=now - kept).delete()
