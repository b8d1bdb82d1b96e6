"""Errors of notifications, webhooks and devices."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.scopes import WEBHOOKS
from core.errors import ApiError, Kind


class NotificationNotFound(ApiError):
    """The user has no notification with this id. Old ones are deleted."""

    code = "notification_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such notification.")


class WebhookNotFound(ApiError):
    """The user has no webhook with this id."""

    code = "webhook_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such webhook.")


class TooManyWebhooks(ApiError):
    """The user has reached the maximum number of webhooks, which is ``limit``."""

    code = "too_many_webhooks"
    kind = Kind.CONFLICT
    title = _("You have too many webhooks.")

    def __init__(self, limit: int) -> None:
        detail = _("You can have at most %(most)s webhooks. Delete one that you no longer need.")
        super().__init__(detail % {"most": limit}, limit=limit)


class WebhookExists(ApiError):
    """The user has a webhook with this URL; `webhook` is its id. Change that one instead."""

    code = "webhook_exists"
    kind = Kind.CONFLICT
    title = _("You have a webhook with this URL.")
    scoped = {"webhook": WEBHOOKS}

    def __init__(self, webhook: UUID) -> None:
        super().__init__(webhook=str(webhook))


class WebhookDisabled(ApiError):
    """The webhook is disabled. Enable it first."""

    code = "webhook_disabled"
    kind = Kind.CONFLICT
    title = _("The webhook is disabled.")


class PushSubscriptionNotFound(ApiError):
    """The user has no device with this id. Those that the push service refuses are removed."""

    code = "push_subscription_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such device.")


class TooManyPushSubscriptions(ApiError):
    """The user has reached the maximum number of devices, which is ``limit``."""

    code = "too_many_push_subscriptions"
    kind = Kind.CONFLICT
    title = _("You have too many devices.")

    def __init__(self, limit: int) -> None:
        detail = _("You can have at most %(most)s devices. Remove one that you no longer need.")
        super().__init__(detail % {"most": limit}, limit=limit)


class PushNotConfigured(ApiError):
    """This service sends nothing to devices: its operator has set no key."""

    code = "push_not_configured"
    kind = Kind.CONFLICT
    title = _("This service sends no notifications to devices.")


class DeliveryNotFound(ApiError):
    """The webhook has no delivery with this id. Old ones are deleted."""

    code = "delivery_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such delivery.")


class DeliveryWaiting(ApiError):
    """The delivery has not ended yet. It can be sent again once it has."""

    code = "delivery_waiting"
    kind = Kind.CONFLICT
    title = _("The delivery is still under way.")
