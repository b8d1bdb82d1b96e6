"""Admin pages of moves."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy

from core.read_only_admin import AdministratorMenuMixin, ReadOnlyAdminMixin
from games.models import Actor, Move
from games.models.move import OF_A_USER


@admin.register(Move)
class MoveAdmin(AdministratorMenuMixin, ReadOnlyAdminMixin, admin.ModelAdmin):
    """The admin of moves. It hides secrets: the choices, and which moves were standing orders."""

    list_display = ("game_id", "number", "seat", "made_by", "user", "topic", "created_at")
    list_filter = ("created_at",)
    list_select_related = ("user",)
    search_fields = ("=game__id", "user__username")
    search_help_text = gettext_lazy("Id of a game, or name of a player.")
    ordering = ("-id",)
    show_full_result_count = False
    fields = (
        "game_id",
        "number",
        "seat",
        "made_by",
        "user",
        "topic",
        "state_hash",
        "created_at",
    )
    readonly_fields = fields

    @admin.display(description=gettext_lazy("made by"))
    def made_by(self, move: Move) -> str:
        """Return a player, a bot or the clock. Even administrators must not see orders here."""
        return str(Actor.PLAYER.label if move.actor in OF_A_USER else Actor(move.actor).label)
