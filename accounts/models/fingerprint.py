"""From where users come, in a form that nobody can read back."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models.user import User

MARK_LENGTH = 43
KEY_BYTES = 32


def key_new() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


class SightingKind(models.TextChoices):
    ADDRESS = "address", "the same address"
    NETWORK = "network", "the same network"
    DEVICE = "device", "the same device"


class HintKey(models.Model):
    """Chance, under which origins are hashed until ``ends_at``. Destroyed then; the marks stay."""

    ends_at = models.DateTimeField(primary_key=True)
    key = models.BinaryField(default=key_new, help_text="SECRET.")

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"key until {self.ends_at:%Y-%m-%d}"


class Sighting(models.Model):
    """A user came from an address, a network or a device, of which only a keyed hash is kept.

    The hash is of SECRET_KEY and a ``HintKey``, another one every ``HINT_KEY_DAYS``: what was noted
    under different keys cannot be compared. Once its key is destroyed nobody can make a mark again,
    nor find out by trying of which address it is.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sightings")
    kind = models.CharField(max_length=8, choices=SightingKind)
    mark = models.CharField(max_length=MARK_LENGTH, help_text="Keyed hash, in base64url.")
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["-last_at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "mark"], name="sighting_once"),
            models.CheckConstraint(
                condition=Q(kind__in=SightingKind.values), name="sighting_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(last_at__gte=models.F("first_at")), name="sighting_goes_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
