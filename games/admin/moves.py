"""Moves in the admin: who moved when."""

from __future__ import annotations

from django.contrib import admin

from citadels.look_only import LookOnly
from games.models import Move


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
