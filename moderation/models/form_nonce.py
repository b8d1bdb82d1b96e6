"""Forms that do their action once, however often they are sent."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class FormNonce(models.Model):
    """A page of a form, by the id that it was made with, whose action was done."""

    id = models.UUIDField(primary_key=True, editable=False)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        default_permissions = ()
        indexes = [models.Index(fields=["at"], name="formnonce_old")]

    def __str__(self) -> str:
        return f"form {str(self.id)[:8]}"
