"""Fingerprints of clients, so that moderators can see which users share an address or a device.

Only hashes are stored. Their key is derived from SECRET_KEY and a random salt, which is replaced
every ``FINGERPRINT_SALT_DAYS`` and then deleted. Fingerprints are written at log-in, when a seat is
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
"""Bits of an address that identify its network, by IP version."""
_stored: dict[datetime, bytes] = {}
"""The stored salt of the current period, by its end: one at most."""

FINGERPRINT_INTERVAL = timedelta(days=1)
"""How often the address of a token's requests is recorded."""


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """The address of a request, and what its client says about itself."""

    address: str
    agent: str = ""
    device: str = ""
    """The header X-Device-Id, which a client may send to be recognized."""


def fingerprint_record(*, user: User, client_info: ClientInfo) -> None:
    """Record where ``user`` came from. A failure is logged, and the request continues."""
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
    """True if the use of ``token`` was not recorded within a day.

    A new token from a log-in counts as recorded, since the log-in was.
    """
    return (
        token.fingerprinted_at is None
        or token.fingerprinted_at <= timezone.now() - FINGERPRINT_INTERVAL
    )


def token_fingerprint_record(*, token: ApiToken, client_info: ClientInfo) -> None:
    """Record where ``token`` is used, at most once a day."""
    now = timezone.now()
    stale = now - FINGERPRINT_INTERVAL
    # The database checks the condition again: of several concurrent requests, one records it.
    unnoted = Q(fingerprinted_at=None) | Q(fingerprinted_at__lte=stale)
    with optional_write("Where a token is used"):
        if ApiToken.objects.filter(unnoted, id=token.id).update(fingerprinted_at=now):
            fingerprint_record(user=token.user, client_info=client_info)


def fingerprints_of(client_info: ClientInfo, now: datetime) -> dict[str, str]:
    """Return the hashes of a client by kind, or none if its address is not valid."""
    try:
        address = ipaddress.ip_address(client_info.address)
    except ValueError:
        return {}
    network = ipaddress.ip_network((address, NETWORKS[address.version]), strict=False)
    said = {FingerprintKind.ADDRESS: str(address), FingerprintKind.NETWORK: str(network)}
    if client_info.device:
        said[FingerprintKind.DEVICE] = f"{client_info.agent}\n{client_info.device}"
    else:  # many users have the same program, so it counts only within one network
        said[FingerprintKind.PROGRAM] = f"{client_info.agent}\n{network}"
    key = fingerprint_key(now)
    return {kind.value: _keyed_hash(key, f"{kind.value}\n{text}") for kind, text in said.items()}


def fingerprint_key(now: datetime) -> bytes:
    """Return the key for this instant. It needs both the database and SECRET_KEY."""
    length = timedelta(days=settings.FINGERPRINT_SALT_DAYS).total_seconds()
    ends_at = datetime.fromtimestamp((now.timestamp() // length + 1) * length, UTC)
    chance = _stored.get(ends_at)  # read once: another thread may delete it meanwhile
    if chance is None:
        stored, made = FingerprintSalt.objects.get_or_create(ends_at=ends_at)
        chance = bytes(stored.key)
        _stored.clear()
        if not made:  # this transaction may still be rolled back
            _stored[ends_at] = chance
    master = hmac.digest(settings.SECRET_KEY.encode(), PURPOSE, "sha256")
    return hmac.digest(master, chance, "sha256")


def fingerprint_key_reset() -> None:
    """Drop the cached salt, so that the next use reads it again."""
    _stored.clear()


def _keyed_hash(key: bytes, text: str) -> str:
    digest = hmac.new(key, text.encode(errors="replace"), sha256).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def fingerprints_purge(*, now: datetime) -> None:
    """Delete fingerprints after their retention period, and salts that have ended."""
    FingerprintSalt.objects.filter(ends_at__lte=now).delete()
    fingerprint_key_reset()
    kept = timedelta(days=settings.FINGERPRINT_RETENTION_DAYS)
    ClientFingerprint.objects.filter(last_at__lt=now - kept).delete()
