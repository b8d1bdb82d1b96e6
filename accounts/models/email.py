"""Unverified e-mail addresses, and the e-mails about accounts."""

from __future__ import annotations

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User


class PendingEmail(models.Model):
    """An address that a user has entered but not verified.

    Its id is part of the verification link, so a new address invalidates the links of the previous
    one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="pending_email")
    address = models.EmailField(help_text="In lower case.")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("pending e-mail address")
        verbose_name_plural = _("pending e-mail addresses")

    def __str__(self) -> str:
        return f"{self.address} of {self.user_id}"


class EmailKind(models.TextChoices):
    VERIFY = "verify", "verify an address"
    RESET = "reset", "reset a password"
    ADDRESS_CHANGED = "address_changed", "the address was changed"
    PASSWORD_CHANGED = "password_changed", "the password was changed"
    PASSKEY_ADDED = "passkey_added", "a passkey was added"
    PASSKEY_REMOVED = "passkey_removed", "a passkey was removed"
    EXPORT_READY = "export_ready", "a copy of the account can be fetched"
    DELETION_REQUESTED = "deletion_requested", "the account will be deleted"
    DELETED = "deleted", "the account was deleted"


class OutgoingEmail(models.Model):
    """An e-mail about an account, waiting to be sent.

    A request writes the row whether or not the address has an account. Only the worker looks that
    up, so neither a reply nor its timing reveals who has an account.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=EmailKind)
    address = models.EmailField()
    user = models.ForeignKey(
        User, on_delete=models.CASCADE, null=True, blank=True, related_name="emails"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, null=True, help_text="The next attempt. Null: none."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("e-mail about an account")
        verbose_name_plural = _("e-mails about accounts")
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(due_at__isnull=False),
                name="outgoingemail_due",
            ),
            models.Index(fields=["address", "kind", "sent_at"], name="outgoingemail_sent"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.address}"
