"""Webhooks."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from notifications.models.receiver import FAILS_SINCE_A_TIME, Receiver

SECRET_LENGTH = 80


class Disabled(models.TextChoices):
    """The reason why a webhook is disabled."""

    OWNER = "owner"  # by its user
    GONE = "gone"  # it answered 410
    FAILING = "failing"  # it failed for days


class WebhookEndpoint(Receiver):
    """A URL that gets a user's notifications, and the SECRETS that sign them.

    Signing needs the secrets in clear.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    kinds = models.JSONField(default=list, help_text="The kinds it gets. Empty: all.")
    secret = models.CharField(max_length=SECRET_LENGTH, editable=False)
    old_secret = models.CharField(max_length=SECRET_LENGTH, blank=True, default="", editable=False)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_why = models.CharField(max_length=10, choices=Disabled, blank=True, default="")

    class Meta(Receiver.Meta):
        verbose_name = _("webhook")
        constraints = [
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_why="")
                | (Q(disabled_at__isnull=False) & ~Q(disabled_why="")),
                name="webhook_disabled_for_a_reason",
            ),
            models.CheckConstraint(condition=FAILS_SINCE_A_TIME, name="webhook_fails_since_a_time"),
            models.CheckConstraint(
                condition=Q(old_secret="", old_secret_until=None)
                | (~Q(old_secret="") & Q(old_secret_until__isnull=False)),
                name="webhook_old_secret_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook at {self.host}"
