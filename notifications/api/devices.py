"""Endpoints for the devices that get a user's notifications (web push)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.scopes import ACCOUNT
from core.api.endpoints import ApiView, endpoint
from notifications.api import schema
from notifications.api.serializers import PushKeyView, PushSubscriptionInput, PushSubscriptionView
from notifications.errors import (
    PushNotConfigured,
    PushSubscriptionNotFound,
    TooManyPushSubscriptions,
)
from notifications.selectors import push_subscription_document, push_subscriptions_of
from notifications.services.devices import push_subscribe, push_test, push_unsubscribe
from notifications.services.push_requests import push_key


class PushKeyApi(ApiView):
    @endpoint(
        "me_push_key",
        "Get the key for notifications on devices",
        scope=ACCOUNT,
        reply=PushKeyView,
    )
    def get(self, request: Request) -> object:
        return {"key": push_key()}


class PushSubscriptionsApi(ApiView):
    @endpoint(
        "me_push_subscriptions",
        "List your devices that get notifications",
        scope=ACCOUNT,
        pages=PushSubscriptionView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(push_subscriptions_of(user=require_user(request))) or []
        return self.get_paginated_response([push_subscription_document(one) for one in page])

    @endpoint(
        "me_push_subscription_create",
        "Send your notifications to a device",
        description=(
            "The same `endpoint` again updates the device and keeps its `id`. If another user has "
            "subscribed the browser before, it is yours from now on. Neither the keys nor the "
            "`endpoint` are shown again."
        ),
        scope=ACCOUNT,
        rate="webhooks",
        body=PushSubscriptionInput,
        examples=[schema.PUSH_EXAMPLE],
        reply=PushSubscriptionView,
        status=201,
        errors=[PushNotConfigured, TooManyPushSubscriptions],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        keys = body.pop("keys")
        subscription = push_subscribe(user=require_user(request), **body, **keys)
        return push_subscription_document(subscription)


class PushSubscriptionApi(ApiView):
    @endpoint(
        "me_push_subscription_delete",
        "Send nothing more to a device",
        scope=ACCOUNT,
        errors=[PushSubscriptionNotFound],
    )
    def delete(self, request: Request, subscription_id: UUID) -> None:
        push_unsubscribe(user=require_user(request), subscription_id=subscription_id)


class PushSubscriptionTestApi(ApiView):
    @endpoint(
        "me_push_subscription_test",
        "Send a test to a device",
        description="It is sent once, within seconds, also in your quiet hours.",
        scope=ACCOUNT,
        rate="webhooks",
        status=202,
        errors=[PushSubscriptionNotFound, PushNotConfigured],
    )
    def post(self, request: Request, subscription_id: UUID) -> None:
        push_test(user=require_user(request), subscription_id=subscription_id)
