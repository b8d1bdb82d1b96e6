"""Nonces of forms whose action must run only once."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class FormNonce(models.Model):
    """The id of a form that was submitted, and whose action was performed."""

    id = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["at"], name="formnonce_old")]

    def __str__(self) -> str:
        return f"form {str(self.id)[:8]}"
