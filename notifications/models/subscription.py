"""Devices that get web push."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from notifications.models.receiver import FAILS_SINCE_A_TIME, Receiver

P256DH_LENGTH = 87
AUTH_LENGTH = 22


class PushSubscription(Receiver):
    """A browser that gets a user's notifications, and the keys that encrypt them.

    ``url`` is where the push service of the browser accepts messages for it. Such a URL is a
    secret, so it is never shown.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    p256dh = models.CharField(
        max_length=P256DH_LENGTH, editable=False, help_text="The public key of the browser."
    )
    auth = models.CharField(max_length=AUTH_LENGTH, editable=False)

    class Meta(Receiver.Meta):
        verbose_name = _("device")
        constraints = [
            models.UniqueConstraint(fields=["url"], name="push_subscription_unique"),
            models.CheckConstraint(
                condition=FAILS_SINCE_A_TIME, name="push_subscription_fails_since_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"device at {self.host}"
