"""Exports and deletions of accounts."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.user import USERNAME_MAX_LENGTH, User


class AccountExport(models.Model):
    """A requested export of a user's data. A worker builds it, and the user downloads it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="exports")
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(
        default=timezone.now, null=True, help_text="The next attempt. Null: none."
    )
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    size = models.PositiveBigIntegerField(default=0, help_text="In bytes.")

    class Meta:
        ordering = ["-requested_at", "id"]
        verbose_name = _("export of an account")
        verbose_name_plural = _("exports of accounts")
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="accountexport_due"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(ready_at=None, expires_at=None)
                | Q(ready_at__isnull=False, expires_at__isnull=False, due_at=None),
                name="accountexport_ready_expires",
            ),
        ]

    def __str__(self) -> str:
        return f"export of {self.user_id}"


class ExportPiece(models.Model):
    """A piece of an export file, so that no process has to hold a big file."""

    export = models.ForeignKey(AccountExport, on_delete=models.CASCADE, related_name="pieces")
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    class Meta:
        ordering = ["export", "number"]
        constraints = [
            models.UniqueConstraint(fields=["export", "number"], name="exportpiece_number_unique"),
        ]

    def __str__(self) -> str:
        return f"piece {self.number} of {self.export_id}"


class AccountDeletion(models.Model):
    """A requested deletion of an account. Withdrawing it, which is possible until it begins,
    deletes the row.

    ``username`` is kept while the deletion runs, so that an interrupted one finds what still has
    the name. It is emptied at the end.
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="deletion"
    )
    requested_at = models.DateTimeField(default=timezone.now, editable=False)
    due_at = models.DateTimeField(help_text="When the deletion is due, or the next attempt.")
    attempts = models.PositiveSmallIntegerField(default=0)
    begun_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text=("When the deletion began; it cannot be withdrawn after that."),
    )
    username = models.CharField(max_length=USERNAME_MAX_LENGTH, blank=True, default="")
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due_at"]
        verbose_name = _("deletion of an account")
        verbose_name_plural = _("deletions of accounts")
        indexes = [
            models.Index(fields=["due_at"], condition=Q(done_at=None), name="accountdeletion_due"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(done_at=None) | Q(begun_at__isnull=False, username=""),
                name="accountdeletion_done_keeps_no_name",
            ),
        ]

    def __str__(self) -> str:
        return f"deletion of {self.user_id}"
