"""Passkeys: keys of users (WebAuthn) whose private half never leaves their devices."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django_otp.models import Device

from accounts.models.token import HASH_LENGTH


class Passkey(Device):
    """A passkey. As a device of django-otp, it can be the second factor of staff."""

    digest = models.CharField(
        max_length=HASH_LENGTH,
        unique=True,
        editable=False,
        help_text="Digest of the id by which browsers name it.",
    )
    credential = models.BinaryField(
        editable=False, help_text="The id and the public key, as the authenticator sent them."
    )
    sign_count = models.PositiveBigIntegerField(
        default=0, help_text="0 if the authenticator does not count."
    )
    created_at = models.DateTimeField(default=timezone.now)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "id"]
