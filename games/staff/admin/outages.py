"""Admin pages of heartbeats, outages and rollbacks."""

from __future__ import annotations

from django.contrib import admin

from core.read_only_admin import ReadOnlyAdminMixin
from games.models import Heartbeat, Outage, Rollback


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("name", "at")


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("what", "began_at", "ended_at")
    list_filter = ("what",)


@admin.register(Rollback)
class RollbackAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("game_id", "to_move", "from_move", "by", "reason", "created_at")
    list_select_related = ("by",)
    search_fields = ("=game__id",)
