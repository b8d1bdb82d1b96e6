"""Fingerprints of clients, which cannot be turned back into addresses or devices."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models.user import User

KEYED_HASH_LENGTH = 43
KEY_BYTES = 32


def salt_make() -> bytes:
    """Return a random salt."""
    return secrets.token_bytes(KEY_BYTES)


class FingerprintKind(models.TextChoices):
    ADDRESS = "address", "the same address"
    NETWORK = "network", "the same network"
    PROGRAM = "program", "the same program in the same network"
    DEVICE = "device", "the same device"


class FingerprintSalt(models.Model):
    """A random salt for the fingerprints made until ``ends_at``. It is deleted then."""

    ends_at = models.DateTimeField(primary_key=True)
    key = models.BinaryField(default=salt_make, help_text="SECRET.")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"key until {self.ends_at:%Y-%m-%d}"


class ClientFingerprint(models.Model):
    """A keyed hash of an address, a network, a program or a device from which a user came.

    A device is known by the id that its client sends. Without one, its ``User-Agent`` and its
    network are a program.

    The key is derived from SECRET_KEY and a ``FingerprintSalt``, which is replaced every
    ``FINGERPRINT_SALT_DAYS``: hashes under different keys cannot be compared. Once a salt is
    deleted, nobody can compute its hashes again, or find an address by trying all of them.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="fingerprints")
    kind = models.CharField(max_length=8, choices=FingerprintKind)
    keyed_hash = models.CharField(
        max_length=KEYED_HASH_LENGTH, help_text="Keyed hash, in base64url."
    )
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["-last_at", "-id"]
        indexes = [models.Index(fields=["keyed_hash"], name="fingerprint_shared")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind", "keyed_hash"], name="fingerprint_unique"
            ),
            models.CheckConstraint(
                condition=Q(kind__in=FingerprintKind.values), name="fingerprint_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(last_at__gte=models.F("first_at")), name="fingerprint_first_before_last"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
