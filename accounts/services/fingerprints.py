"""Fingerprints of clients, so that moderators can see who shares an address or a device.

Only hashes are kept. Their key is made of SECRET_KEY and a random salt, which is replaced every
``FINGERPRINT_SALT_DAYS`` and then deleted. Fingerprints are written at log-in, when a seat is
taken, and once a day for each token.
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

from accounts.models import ApiToken, ClientFingerprint, FingerprintKind, FingerprintSalt, User
from core.backends.refusals import optional_write

logger = logging.getLogger(__name__)

PURPOSE = b"citadels: where users come from"
NETWORKS = {4: 24, 6: 64}
"""The bits of an address that its network is known by."""
_stored: dict[datetime, bytes] = {}
"""What is random in the key that is used until then, once it is known to be stored: one at most."""

FINGERPRINT_INTERVAL = timedelta(days=1)
"""How often it is looked where the token of a user comes from."""


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """Where a request comes from, and what its client says of itself."""

    address: str
    agent: str = ""
    device: str = ""
    """What a client may send to be known again, in X-Device-Id."""


def fingerprint_record(*, user: User, client_info: ClientInfo) -> None:
    """Note that ``user`` came from there. Whatever goes wrong, the request goes on."""
    now = timezone.now()
    try:
        with transaction.atomic():
            rows = [
                ClientFingerprint(
                    user=user, kind=kind, keyed_hash=keyed_hash, first_at=now, last_at=now
                )
                for kind, keyed_hash in fingerprints_of(client_info, now).items()
            ]
            ClientFingerprint.objects.bulk_create(
                rows,
                update_conflicts=True,
                unique_fields=["user", "kind", "keyed_hash"],
                update_fields=["last_at"],
            )
    except DatabaseError as error:
        logger.warning("A fingerprint was not saved: %s", type(error).__name__)


def is_token_fingerprint_due(token: ApiToken) -> bool:
    """True if nobody noted within a day where ``token`` is used. A new one from a log-in counts as
    noted, since the log-in was.
    """
    return (
        token.fingerprinted_at is None
        or token.fingerprinted_at <= timezone.now() - FINGERPRINT_INTERVAL
    )


def token_fingerprint_record(*, token: ApiToken, client_info: ClientInfo) -> None:
    """Note where ``token`` is used, unless that was done within a day."""
    now = timezone.now()
    stale = now - FINGERPRINT_INTERVAL
    # The condition again in the database: of several requests at once, one notes it.
    unnoted = Q(fingerprinted_at=None) | Q(fingerprinted_at__lte=stale)
    with optional_write("Where a token is used"):
        if ApiToken.objects.filter(unnoted, id=token.id).update(fingerprinted_at=now):
            fingerprint_record(user=token.user, client_info=client_info)


def fingerprints_of(client_info: ClientInfo, now: datetime) -> dict[str, str]:
    """The hashes of an origin, by kind; of one without a sound address there are none."""
    try:
        address = ipaddress.ip_address(client_info.address)
    except ValueError:
        return {}
    network = ipaddress.ip_network((address, NETWORKS[address.version]), strict=False)
    said = {
        FingerprintKind.ADDRESS: str(address),
        FingerprintKind.NETWORK: str(network),
        # Many have the same program: without an id of its own only in the same network.
        FingerprintKind.DEVICE: f"{client_info.agent}\n{client_info.device or network}",
    }
    key = fingerprint_key(now)
    return {kind.value: _keyed_hash(key, f"{kind.value}\n{text}") for kind, text in said.items()}


def fingerprint_key(now: datetime) -> bytes:
    """The key of this instant. Neither the database nor SECRET_KEY tells it alone."""
    length = timedelta(days=settings.FINGERPRINT_SALT_DAYS).total_seconds()
    ends_at = datetime.fromtimestamp((now.timestamp() // length + 1) * length, UTC)
    chance = _stored.get(ends_at)  # once: another thread may forget it meanwhile
    if chance is None:
        stored, made = FingerprintSalt.objects.get_or_create(ends_at=ends_at)
        chance = bytes(stored.key)
        _stored.clear()
        if not made:  # of one that is made here nobody knows yet whether it will last
            _stored[ends_at] = chance
    master = hmac.digest(settings.SECRET_KEY.encode(), PURPOSE, "sha256")
    return hmac.digest(master, chance, "sha256")


def fingerprint_key_reset() -> None:
    """Read the key anew when it is next asked for: this process keeps it in memory."""
    _stored.clear()


def _keyed_hash(key: bytes, text: str) -> str:
    digest = hmac.new(key, text.encode(errors="replace"), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def fingerprints_purge(*, now: datetime) -> None:
    """Delete those that are older than they are kept, and the keys whose time is over."""
    FingerprintSalt.objects.filter(ends_at__lte=now).delete()
    fingerprint_key_reset()
    kept = timedelta(days=settings.FINGERPRINT_RETENTION_DAYS)
    ClientFingerprint.objects.filter(last_at__lt=now - kept).delete()
