"""Admin pages of heartbeats, outages and rollbacks."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from core.read_only_admin import AdministratorMenuMixin, ReadOnlyAdminMixin
from games.models import Heartbeat, Outage, Rollback
from games.play.outages import SWEEPS, WEB


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("name", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Heartbeat]:
        """Leave out what wrote heartbeats in older versions."""
        return super().get_queryset(request).filter(name__in=(SWEEPS, WEB))


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("what", "began_at", "ended_at")
    list_filter = ("what",)


@admin.register(Rollback)
class RollbackAdmin(AdministratorMenuMixin, ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("game_id", "to_move", "from_move", "by", "reason", "created_at")
    list_select_related = ("by",)
    search_fields = ("=game__id",)
