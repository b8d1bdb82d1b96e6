"""URLs of notifications, webhooks and devices, under /api/v1/."""

from __future__ import annotations

from django.urls import path

from notifications.api import devices, me, webhooks

WEBHOOK = "me/webhooks/<uuid:webhook_id>/"
DELIVERIES = f"{WEBHOOK}deliveries/"
DEVICE = "me/push-subscriptions/<uuid:subscription_id>/"

urlpatterns = [
    path("me/notifications/", me.NotificationsApi.as_view(), name="me-notifications"),
    path("me/notifications/read/", me.NotificationsReadApi.as_view(), name="me-notifications-read"),
    path(
        "me/notification-preferences/",
        me.NotificationPreferencesApi.as_view(),
        name="me-notification-preferences",
    ),
    path("me/webhooks/", webhooks.WebhooksApi.as_view(), name="me-webhooks"),
    path(WEBHOOK, webhooks.WebhookApi.as_view(), name="me-webhook"),
    path(f"{WEBHOOK}rotate/", webhooks.WebhookRotateApi.as_view(), name="me-webhook-rotate"),
    path(f"{WEBHOOK}test/", webhooks.WebhookTestApi.as_view(), name="me-webhook-test"),
    path(DELIVERIES, webhooks.WebhookDeliveriesApi.as_view(), name="me-webhook-deliveries"),
    path(
        f"{DELIVERIES}<uuid:delivery_id>/redeliver/",
        webhooks.WebhookRedeliverApi.as_view(),
        name="me-webhook-redeliver",
    ),
    path("me/push-key/", devices.PushKeyApi.as_view(), name="me-push-key"),
    path(
        "me/push-subscriptions/",
        devices.PushSubscriptionsApi.as_view(),
        name="me-push-subscriptions",
    ),
    path(DEVICE, devices.PushSubscriptionApi.as_view(), name="me-push-subscription"),
    path(
        f"{DEVICE}test/",
        devices.PushSubscriptionTestApi.as_view(),
        name="me-push-subscription-test",
    ),
]
