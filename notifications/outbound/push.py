"""Web push: messages that only the browser can read (RFC 8291), signed by us (RFC 8292)."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.translation import gettext as _
from py_vapid import Vapid, VapidException

from notifications.outbound.addresses import AddressRefused, Policy, target_of
from notifications.outbound.outcome import Outcome
from notifications.outbound.post import GONE, post

POINT_BYTES = 65
AUTH_BYTES = 16
SIGNATURE_LASTS = timedelta(hours=12)
NOT_FOUND = 404
FINAL = (400, 413)
"""Statuses that the same message would get again."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys of a browser, base64url: a point on P-256 and a shared secret."""

    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class Sender:
    """What this service proves to push services: its key, base64url, and where to reach us."""

    private_key: str
    contact: str


def push(
    *,
    url: str,
    keys: Keys,
    body: bytes,
    headers: Mapping[str, str],
    sender: Sender,
    policy: Policy,
    now: datetime,
) -> Outcome:
    """Sign and encrypt ``body``, send it and return the outcome."""
    try:
        signed = authorization(url=url, sender=sender, policy=policy, now=now)
    except AddressRefused as error:
        return Outcome(False, f"Not sent: {error}")
    encrypted = http_ece.encrypt(
        body,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=base64url_read(keys.p256dh),
        auth_secret=base64url_read(keys.auth),
        version="aes128gcm",
    )
    outcome = post(
        url=url,
        body=encrypted,
        headers={**headers, **signed, "Content-Encoding": "aes128gcm"},
        policy=policy,
    )
    return replace(
        outcome,
        gone=outcome.status in (NOT_FOUND, GONE),
        final=outcome.status in FINAL,
    )


def is_point(text: str) -> bool:
    """True if ``text`` is a point on P-256 in its uncompressed form."""
    data = base64url_read(text)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == POINT_BYTES


def base64url_read(text: str) -> bytes:
    """Return the bytes of base64url with or without padding; none if it is something else."""
    bare = text.rstrip("=")
    try:
        data = base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except ValueError:
        return b""
    return data if base64url(data) == bare else b""


def base64url(data: bytes) -> str:
    """Return bytes in Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


# --- the key of the service ----------------------------------------------------------------------


@lru_cache(maxsize=4)
def vapid_of(private_key: str) -> Vapid:
    """Return the key in ``private_key``: base64url of 32 bytes. Raises ValueError."""
    try:
        return Vapid.from_string(private_key)
    except Exception as error:
        raise ValueError(f"VAPID_PRIVATE_KEY is not a key: {type(error).__name__}") from None


def private_key_make() -> str:
    """Return a new private key."""
    key = ec.generate_private_key(ec.SECP256R1())
    return base64url(key.private_numbers().private_value.to_bytes(32, "big"))


def public_key_of(private_key: str) -> str:
    """Return the public key to a private one, as browsers take it."""
    key = vapid_of(private_key).public_key
    return base64url(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization(*, url: str, sender: Sender, policy: Policy, now: datetime) -> dict[str, str]:
    """Return the header that proves to the push service at ``url`` who sends.

    Raises AddressRefused if there cannot be a push service at ``url``.
    """
    target = target_of(url, policy)
    claims = {
        "aud": f"{target.scheme}://{target.authority}",
        "exp": int((now + SIGNATURE_LASTS).timestamp()),
        "sub": sender.contact,
    }
    try:
        headers: dict[str, str] = vapid_of(sender.private_key).sign(claims)
    except VapidException:  # such as a number of IPv6
        text = _("This cannot be the address of a push service.")
        raise AddressRefused("invalid", text) from None
    return headers
