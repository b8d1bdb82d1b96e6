"""What can go wrong with what users are told."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NotificationNotFound(ApiError):
    """The user has no notification with this id; old ones are deleted."""

    code = "notification_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such notification.")


class WebhookNotFound(ApiError):
    """The user has no webhook with this id."""

    code = "webhook_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have no such webhook.")


class TooManyWebhooks(ApiError):
    """The user has as many webhooks as one may have; ``limit`` says how many."""

    code = "too_many_webhooks"
    kind = Kind.CONFLICT
    title = _("You have too many webhooks.")

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


class WebhookDisabled(ApiError):
    """The webhook is disabled; enable it first."""

    code = "webhook_disabled"
    kind = Kind.CONFLICT
    title = _("The webhook is disabled.")


class DeliveryNotFound(ApiError):
    """The webhook has no delivery with this id; old ones are deleted."""

    code = "delivery_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such delivery.")


class DeliveryWaiting(ApiError):
    """The delivery is still under way; it can be asked for again when it has ended."""

    code = "delivery_waiting"
    kind = Kind.CONFLICT
    title = _("The delivery is still under way.")
