"""Admin pages of the audit log, read-only."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.read_only_admin import ReadOnlyAdminMixin
from moderation.admin.action_pages import staff
from moderation.admin.paging import NearPages
from moderation.models import AuditEntry
from moderation.selectors import entries_visible


class ModeratorFilter(admin.SimpleListFilter):
    """Entries of one staff user."""

    title = _("moderator")
    parameter_name = "by"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        staff = User.objects.filter(is_staff=True).order_by("username")
        return [(str(user.id), user.username) for user in staff]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        try:
            return queryset.filter(by=UUID(self.value() or "")) if self.value() else queryset
        except ValueError:
            return queryset.none()


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("at", "action", "by", "game", "affected_user", "reason")
    list_filter = ("action", ModeratorFilter, "at")
    list_select_related = ("by",)
    list_max_show_all = 0
    paginator = NearPages
    search_fields = ("=id",)
    search_help_text = _("Id of a game or user, or full username of a user or moderator.")
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()
    fields = ("at", "action", "by", "game", "affected_user", "reason", "data", "undoes")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        return entries_visible(to=staff(request), among=super().get_queryset(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry], search_term: str
    ) -> tuple[QuerySet[AuditEntry], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            one = UUID(term)
        except ValueError:
            user = User.objects.alias(name=Lower("username")).filter(name=term.lower()).first()
            if user is None:
                return queryset.none(), False
            return queryset.filter(Q(user=user.id) | Q(by=user)), False
        return queryset.filter(Q(game=one) | Q(user=one)), False

    @admin.display(description=_("game"))
    def game(self, entry: AuditEntry) -> str:
        return link("admin:games_game_change", entry.game)

    @admin.display(description=_("user"))
    def affected_user(self, entry: AuditEntry) -> str:
        return link("admin:accounts_user_moderate", entry.user)


def link(name: str, target: UUID | None) -> str:
    """Return a link to the page of a game or user. It may have been deleted."""
    if target is None:
        return ""
    return format_html('<a href="{}">{}</a>', reverse(name, args=[target]), str(target)[:8])
