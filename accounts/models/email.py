"""Addresses that are not yet known to be their users', and the mail that finds out."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class EmailClaim(models.Model):
    """The address a user says is his. Its id stands in the link that proves it, so a new claim
    makes the links of the one before useless.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="email_claim")
    address = models.EmailField(help_text="In lower case.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("claim of an e-mail address")
        verbose_name_plural = _("claims of e-mail addresses")

    def __str__(self) -> str:
        return f"{self.address}, says {self.user_id}"


class LetterKind(models.TextChoices):
    VERIFY = "verify", "verify an address"
    RESET = "reset", "reset a password"
    ADDRESS_CHANGED = "address_changed", "the address was changed"
    PASSWORD_CHANGED = "password_changed", "the password was changed"
    EXPORT_READY = "export_ready", "a copy of the account can be fetched"
    DELETION_ASKED = "deletion_asked", "the account will be deleted"
    DELETED = "deleted", "the account was deleted"


class Letter(models.Model):
    """Mail about an account that is to be sent.

    A request writes the row whether or not anybody has the address: only the worker that sends it
    looks, so that neither an answer nor the time it takes tells who has an account.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=LetterKind)
    address = models.EmailField()
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="letters"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, null=True, help_text="The next attempt; null: there is none."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("letter about an account")
        verbose_name_plural = _("letters about accounts")
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="letter_due"
            ),
            models.Index(fields=["address", "kind", "sent_at"], name="letter_sent"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.address}"
