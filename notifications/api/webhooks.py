"""Endpoints for a user's webhooks."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.scopes import WEBHOOKS
from core.api.endpoints import ApiView, endpoint
from notifications.api import schema
from notifications.api.serializers import (
    DeliveryView,
    WebhookChangeInput,
    WebhookCreateInput,
    WebhookSecret,
    WebhookView,
)
from notifications.errors import (
    DeliveryNotFound,
    DeliveryWaiting,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookExists,
    WebhookNotFound,
)
from notifications.models import WebhookEndpoint
from notifications.selectors import (
    deliveries_of,
    delivery_document,
    webhook_document,
    webhook_of,
    webhooks_of,
)
from notifications.services.endpoints import (
    webhook_change,
    webhook_create,
    webhook_delete,
    webhook_redeliver,
    webhook_rotate,
    webhook_test,
)


def webhook_output(webhook: WebhookEndpoint) -> dict[str, Any]:
    """Return a webhook for the API, without its secret."""
    return webhook_document(webhook, now=timezone.now())


def webhook_output_once(webhook: WebhookEndpoint) -> dict[str, Any]:
    """Return a webhook with its new secret."""
    return {**webhook_output(webhook), "secret": webhook.secret}


class WebhooksApi(ApiView):
    @endpoint(
        "me_webhooks",
        "List your webhooks",
        scope=WEBHOOKS,
        pages=WebhookView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(webhooks_of(user=require_user(request))) or []
        now = timezone.now()
        return self.get_paginated_response([webhook_document(one, now=now) for one in page])

    @endpoint(
        "me_webhook_create",
        "Create a webhook",
        description=(
            "The reply contains the secret that verifies what you receive. It is shown only once."
        ),
        scope=WEBHOOKS,
        rate="webhooks",
        body=WebhookCreateInput,
        examples=[schema.WEBHOOK_EXAMPLE],
        reply=WebhookSecret,
        no_store=True,
        status=201,
        errors=[WebhookExists, TooManyWebhooks],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        webhook = webhook_create(user=require_user(request), **body)
        return webhook_output_once(webhook)


class WebhookApi(ApiView):
    @endpoint(
        "me_webhook",
        "Get a webhook",
        scope=WEBHOOKS,
        reply=WebhookView,
        errors=[WebhookNotFound],
    )
    def get(self, request: Request, webhook_id: UUID) -> object:
        return webhook_output(webhook_of(user=require_user(request), webhook_id=webhook_id))

    @endpoint(
        "me_webhook_change",
        "Change a webhook",
        description="`enabled: true` enables a disabled webhook again.",
        scope=WEBHOOKS,
        body=WebhookChangeInput,
        reply=WebhookView,
        errors=[WebhookNotFound, WebhookExists],
    )
    def patch(self, request: Request, webhook_id: UUID, body: dict[str, Any]) -> object:
        user = require_user(request)
        return webhook_output(webhook_change(user=user, webhook_id=webhook_id, changes=body))

    @endpoint(
        "me_webhook_delete",
        "Delete a webhook",
        scope=WEBHOOKS,
        errors=[WebhookNotFound],
    )
    def delete(self, request: Request, webhook_id: UUID) -> None:
        webhook_delete(user=require_user(request), webhook_id=webhook_id)


class WebhookRotateApi(ApiView):
    @endpoint(
        "me_webhook_rotate",
        "Get a new secret",
        description="For 24 hours the old one signs as well.",
        scope=WEBHOOKS,
        rate="webhooks",
        reply=WebhookSecret,
        no_store=True,
        errors=[WebhookNotFound],
    )
    def post(self, request: Request, webhook_id: UUID) -> object:
        webhook = webhook_rotate(user=require_user(request), webhook_id=webhook_id)
        return webhook_output_once(webhook)


class WebhookTestApi(ApiView):
    @endpoint(
        "me_webhook_test",
        "Send a test to a webhook",
        description="It is sent once, within seconds; the list of deliveries shows the result.",
        scope=WEBHOOKS,
        rate="webhooks",
        reply=DeliveryView,
        status=202,
        errors=[WebhookNotFound, WebhookDisabled],
    )
    def post(self, request: Request, webhook_id: UUID) -> object:
        delivery = webhook_test(user=require_user(request), webhook_id=webhook_id)
        return delivery_document(delivery)


class WebhookDeliveriesApi(ApiView):
    @endpoint(
        "me_webhook_deliveries",
        "List the deliveries to a webhook",
        scope=WEBHOOKS,
        pages=DeliveryView,
        errors=[WebhookNotFound],
    )
    def get(self, request: Request, webhook_id: UUID) -> Response:
        sent = deliveries_of(user=require_user(request), webhook_id=webhook_id)
        page = self.paginate_queryset(sent) or []
        return self.get_paginated_response([delivery_document(one) for one in page])


class WebhookRedeliverApi(ApiView):
    @endpoint(
        "me_webhook_redeliver",
        "Send a delivery again",
        description="With the same `webhook-id`, even if it is out of date.",
        scope=WEBHOOKS,
        rate="webhooks",
        reply=DeliveryView,
        status=202,
        errors=[WebhookNotFound, DeliveryNotFound, WebhookDisabled, DeliveryWaiting],
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> object:
        delivery = webhook_redeliver(
            user=require_user(request), webhook_id=webhook_id, delivery_id=delivery_id
        )
        return delivery_document(delivery)
