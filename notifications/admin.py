"""Notifications and deliveries in the admin: to look at, and to send again. No secrets, no
contents.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy, ngettext

from core.read_only_admin import ReadOnlyAdminMixin
from notifications.models import Delivery, OutboxEntry, PushSubscription, WebhookEndpoint
from notifications.services.endpoints import delivery_retry
from notifications.services.fanout import outbox_retry


@admin.register(OutboxEntry)
class OutboxEntryAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("id", "kind", "subject", "created_at", "fanned_out_at", "attempts", "dead_at")
    list_filter = ("kind", ("dead_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("=subject",)
    search_help_text = gettext_lazy(
        "Id of the game or other object that the notification is about."
    )
    show_full_result_count = False
    fields = (*list_display, "available_at", "error")
    readonly_fields = fields
    actions = ("retry",)

    @admin.action(description=gettext_lazy("Send the failed entries again"), permissions=["again"])
    def retry(self, request: HttpRequest, queryset: QuerySet[OutboxEntry]) -> None:
        again = outbox_retry(entries=queryset)
        self.message_user(
            request,
            ngettext("%(count)d entry is sent again.", "%(count)d entries are sent again.", again)
            % {"count": again},
        )

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("notifications.change_outboxentry")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = (
        "id",
        "kind",
        "user",
        "channel",
        "progress",
        "attempts",
        "created_at",
        "available_at",
        "ended_at",
    )
    list_filter = ("progress", "channel", "entry__kind", "created_at")
    list_select_related = ("user", "entry")
    search_fields = ("=id", "user__username")
    search_help_text = gettext_lazy("Id of a delivery, or name of a user.")
    show_full_result_count = False
    fields = (*list_display, "endpoint", "subscription", "log")
    readonly_fields = fields
    actions = ("redeliver",)

    @admin.display(ordering="entry__kind")
    def kind(self, delivery: Delivery) -> str:
        return delivery.entry.kind

    @admin.action(description=gettext_lazy("Deliver again"), permissions=["again"])
    def redeliver(self, request: HttpRequest, queryset: QuerySet[Delivery]) -> None:
        again = sum(delivery_retry(delivery=delivery) for delivery in queryset)
        self.message_user(
            request,
            ngettext(
                "%(count)d delivery is sent again.", "%(count)d deliveries are sent again.", again
            )
            % {"count": again},
        )

    def has_again_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("notifications.change_delivery")


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    """Webhooks in the admin. Only the host of a URL is shown, since the rest may be secret."""

    list_display = (
        "host",
        "user",
        "created_at",
        "failures",
        "failing_since",
        "disabled_at",
        "disabled_why",
    )
    list_filter = ("disabled_why", "created_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    show_full_result_count = False
    fields = ("id", *list_display, "kinds", "rest_until")
    readonly_fields = fields


@admin.register(PushSubscription)
class PushSubscriptionAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    """Devices in the admin. Only the host of a URL is shown, since the rest is secret."""

    list_display = ("host", "user", "created_at", "failures", "failing_since")
    list_filter = ("created_at",)
    list_select_related = ("user",)
    search_fields = ("user__username",)
    show_full_result_count = False
    fields = ("id", *list_display, "rest_until")
    readonly_fields = fields
