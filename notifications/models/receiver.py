"""What receivers at a URL of a user have in common: webhooks and devices."""

from __future__ import annotations

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from urllib3.util import parse_url

URL_LENGTH = 500
NAME_LENGTH = 60
FAILS_SINCE_A_TIME = Q(failing_since=None, failures=0) | Q(
    failing_since__isnull=False, failures__gt=0
)


class Receiver(models.Model):
    """A URL that deliveries are posted to.

    A lease (``rest_until``) allows one delivery at a time to a receiver, and a pause after a
    failure.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="")
    url = models.CharField(max_length=URL_LENGTH)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    failing_since = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0, help_text="Consecutive failures.")
    rest_until = models.DateTimeField(default=timezone.now, help_text="Nothing is sent before.")

    class Meta:
        abstract = True
        ordering = ["-created_at", "-id"]

    @property
    def host(self) -> str:
        """The host of the URL. The rest is often a secret."""
        return parse_url(self.url).host or ""
