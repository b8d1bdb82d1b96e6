"""Matches in the admin: to look at, not to touch. The state and what it hides are never shown."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from games.models import Game, Move, Seat


class LookOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class SeatInline(LookOnly, admin.TabularInline):
    model = Seat
    fields = ("number", "user", "bot", "joined_at", "lost_at")
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user")


@admin.register(Game)
class GameAdmin(LookOnly, admin.ModelAdmin):
    list_display = (
        "id",
        "ruleset",
        "status",
        "visibility",
        "table_size",
        "move_count",
        "to_act",
        "topic",
        "to_act_since",
        "created_by",
        "created_at",
    )
    list_filter = ("status", "ruleset", "visibility", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("=id", "created_by__username", "seats__user__username")
    search_help_text = "Id of a match, or name of a player."
    date_hierarchy = "created_at"
    show_full_result_count = False
    inlines = (SeatInline,)


@admin.register(Move)
class MoveAdmin(LookOnly, admin.ModelAdmin):
    """Who moved when; the choices themselves are secrets of the players."""

    list_display = ("game_id", "number", "seat", "actor", "user", "topic", "created_at")
    list_filter = ("actor", "created_at")
    list_select_related = ("user",)
    search_fields = ("=game__id", "user__username")
    search_help_text = "Id of a match, or name of a player."
    ordering = ("-id",)
    show_full_result_count = False
    fields = (
        "game_id",
        "number",
        "seat",
        "actor",
        "user",
        "topic",
        "state_hash",
        "created_at",
    )
    readonly_fields = fields
