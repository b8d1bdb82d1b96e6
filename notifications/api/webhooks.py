"""A user's webhooks over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.scopes import WEBHOOKS
from citadels.api.errors import Invalid, Throttled
from citadels.api.headers import NO_STORE
from citadels.api.schema import problems
from notifications.api import schema
from notifications.api.serializers import (
    DeliveryView,
    WebhookChangeInput,
    WebhookCreateInput,
    WebhookSecret,
    WebhookView,
    checked,
)
from notifications.errors import (
    DeliveryNotFound,
    DeliveryWaiting,
    TooManyWebhooks,
    WebhookDisabled,
    WebhookNotFound,
)
from notifications.models import Delivery, WebhookEndpoint
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


def shown(endpoint: WebhookEndpoint) -> Response:
    return Response(webhook_document(endpoint, now=timezone.now()))


def shown_once(endpoint: WebhookEndpoint, code: int) -> Response:
    """An endpoint with its new secret."""
    document = webhook_document(endpoint, now=timezone.now())
    return Response({**document, "secret": endpoint.secret}, status=code, headers=NO_STORE)


class WebhooksApi(generics.GenericAPIView):
    scope = WEBHOOKS
    serializer_class = WebhookView
    queryset = WebhookEndpoint.objects.none()

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = "webhooks" if self.request.method == "POST" else None
        return super().get_throttles()

    @extend_schema(
        operation_id="me_webhooks",
        summary="List your webhooks",
        responses={200: WebhookView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(webhooks_of(user=signed_in(request))) or []
        now = timezone.now()
        return self.get_paginated_response([webhook_document(one, now=now) for one in page])

    @extend_schema(
        operation_id="me_webhook_create",
        summary="Be told at an address of yours",
        description="The reply holds the secret that verifies what you receive, this once.",
        request=WebhookCreateInput,
        examples=[schema.WEBHOOK_EXAMPLE],
        responses={
            201: WebhookSecret,
            **problems(*schema.SECURED, Invalid, TooManyWebhooks, Throttled),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(WebhookCreateInput(data=request.data))
        endpoint = webhook_create(user=signed_in(request), **body)
        return shown_once(endpoint, status.HTTP_201_CREATED)


class WebhookApi(APIView):
    scope = WEBHOOKS

    @extend_schema(
        operation_id="me_webhook",
        summary="See one of your webhooks",
        responses={200: WebhookView, **problems(*schema.SECURED, WebhookNotFound)},
    )
    def get(self, request: Request, webhook_id: UUID) -> Response:
        return shown(webhook_of(user=signed_in(request), webhook_id=webhook_id))

    @extend_schema(
        operation_id="me_webhook_change",
        summary="Change one of your webhooks",
        description="`enabled: true` opens one again that was disabled.",
        request=WebhookChangeInput,
        responses={200: WebhookView, **problems(*schema.SECURED, WebhookNotFound, Invalid)},
    )
    def patch(self, request: Request, webhook_id: UUID) -> Response:
        changes = checked(WebhookChangeInput(data=request.data))
        user = signed_in(request)
        return shown(webhook_change(user=user, webhook_id=webhook_id, changes=changes))

    @extend_schema(
        operation_id="me_webhook_delete",
        summary="Remove one of your webhooks",
        responses={204: None, **problems(*schema.SECURED, WebhookNotFound)},
    )
    def delete(self, request: Request, webhook_id: UUID) -> Response:
        webhook_delete(user=signed_in(request), webhook_id=webhook_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookRotateApi(APIView):
    scope = WEBHOOKS
    throttle_scope = "webhooks"

    @extend_schema(
        operation_id="me_webhook_rotate",
        summary="Get a new secret",
        description="For 24 hours the old one signs as well.",
        request=None,
        responses={200: WebhookSecret, **problems(*schema.SECURED, WebhookNotFound, Throttled)},
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        endpoint = webhook_rotate(user=signed_in(request), webhook_id=webhook_id)
        return shown_once(endpoint, status.HTTP_200_OK)


class WebhookTestApi(APIView):
    scope = WEBHOOKS
    throttle_scope = "webhooks"

    @extend_schema(
        operation_id="me_webhook_test",
        summary="Send a test to one of your webhooks",
        description="Once, within seconds; the list of deliveries says how it went.",
        request=None,
        responses={
            202: DeliveryView,
            **problems(*schema.SECURED, WebhookNotFound, WebhookDisabled, Throttled),
        },
    )
    def post(self, request: Request, webhook_id: UUID) -> Response:
        delivery = webhook_test(user=signed_in(request), webhook_id=webhook_id)
        return Response(delivery_document(delivery), status=status.HTTP_202_ACCEPTED)


class WebhookDeliveriesApi(generics.GenericAPIView):
    scope = WEBHOOKS
    serializer_class = DeliveryView
    queryset = Delivery.objects.none()

    @extend_schema(
        operation_id="me_webhook_deliveries",
        summary="See what was sent to one of your webhooks",
        responses={
            200: DeliveryView(many=True),
            **problems(*schema.SECURED, WebhookNotFound, Invalid),
        },
    )
    def get(self, request: Request, webhook_id: UUID) -> Response:
        sent = deliveries_of(user=signed_in(request), webhook_id=webhook_id)
        page = self.paginate_queryset(sent) or []
        return self.get_paginated_response([delivery_document(one) for one in page])


class WebhookRedeliverApi(APIView):
    scope = WEBHOOKS
    throttle_scope = "webhooks"

    @extend_schema(
        operation_id="me_webhook_redeliver",
        summary="Have a delivery sent once more",
        description="By the same `webhook-id`, and even if it is out of date.",
        request=None,
        responses={
            202: DeliveryView,
            **problems(
                *schema.SECURED,
                WebhookNotFound,
                DeliveryNotFound,
                WebhookDisabled,
                DeliveryWaiting,
                Throttled,
            ),
        },
    )
    def post(self, request: Request, webhook_id: UUID, delivery_id: UUID) -> Response:
        delivery = webhook_redeliver(
            user=signed_in(request), webhook_id=webhook_id, delivery_id=delivery_id
        )
        return Response(delivery_document(delivery), status=status.HTTP_202_ACCEPTED)
