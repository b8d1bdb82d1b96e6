"""Webhooks."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from urllib3.util import parse_url

URL_LENGTH = 500
SECRET_LENGTH = 80
NAME_LENGTH = 60


class Disabled(models.TextChoices):
    """The reason why a webhook is disabled."""

    OWNER = "owner"  # by its user
    GONE = "gone"  # it answered 410
    FAILING = "failing"  # it failed for days


class WebhookEndpoint(models.Model):
    """A URL that gets a user's notifications, and the SECRETS that sign them.

    Signing needs the secrets in clear. A lease (``rest_until``) allows one delivery at a time to an
    endpoint, and a pause after a failure.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    url = models.CharField(max_length=URL_LENGTH)
    kinds = models.JSONField(default=list, help_text="The kinds it gets. Empty: all.")
    secret = models.CharField(max_length=SECRET_LENGTH, editable=False)
    old_secret = models.CharField(max_length=SECRET_LENGTH, blank=True, default="", editable=False)
    old_secret_until = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    disabled_at = models.DateTimeField(null=True, blank=True)
    disabled_why = models.CharField(max_length=10, choices=Disabled, blank=True, default="")
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="Consecutive failures.")
    rest_until = models.DateTimeField(default=timezone.now, help_text="Nothing is sent before.")

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name = _("webhook")
        constraints = [
            models.CheckConstraint(
                condition=Q(disabled_at=None, disabled_why="")
                | (Q(disabled_at__isnull=False) & ~Q(disabled_why="")),
                name="webhook_disabled_for_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(failing_since=None, failures=0)
                | Q(failing_since__isnull=False, failures__gt=0),
                name="webhook_fails_since_a_time",
            ),
            models.CheckConstraint(
                condition=Q(old_secret="", old_secret_until=None)
                | (~Q(old_secret="") & Q(old_secret_until__isnull=False)),
                name="webhook_old_secret_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"webhook at {self.host}"

    @property
    def host(self) -> str:
        """The host of the URL. The rest is often a secret."""
        return parse_url(self.url).host or ""
