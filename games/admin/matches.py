"""Matches in the admin: to look at, and to help where the service failed on one.

The state and what it hides are never shown.
"""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from citadels.look_only import LookOnly
from games.admin.acts import WITH_ACTS, ActsOnMatches
from games.models import Failure, Game, Pause, Seat


class SeatInline(LookOnly, admin.TabularInline):
    model = Seat
    fields = (
        "number",
        "user",
        "bot",
        "bot_profile",
        "joined_at",
        "lost_at",
        "loss",
        "away_since",
        "bank",
    )
    ordering = ("number",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user")


class PauseInline(LookOnly, admin.TabularInline):
    """Why the clock stands still."""

    model = Pause
    fields = ("kind", "owner", "since")


class FailureInline(LookOnly, admin.TabularInline):
    """What went wrong when the service was at the match. May hold secrets: administrators only."""

    model = Failure
    fields = ("created_at", "task", "attempt", "traceback")
    readonly_fields = fields

    def has_view_permission(self, request: HttpRequest, obj: Game | None = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(Game)
class GameAdmin(ActsOnMatches, LookOnly, admin.ModelAdmin):
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
        "deadline_at",
        "frozen",
        "created_by",
        "created_at",
    )
    list_filter = ("status", "frozen", "paused", "ruleset", "visibility", "created_at")
    list_select_related = ("created_by",)
    search_fields = ("=id", "created_by__username", "seats__user__username")
    search_help_text = "Id of a match, or name of a player."
    date_hierarchy = "created_at"
    show_full_result_count = False
    exclude = ("auto_at",)  # it tells whether a player has left orders
    inlines = (SeatInline, PauseInline, FailureInline)
    change_form_template = WITH_ACTS
