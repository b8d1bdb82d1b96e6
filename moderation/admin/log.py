"""Admin pages of the audit log, read-only."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.read_only_admin import ReadOnlyAdminMixin
from moderation.admin.action_pages import permitted_staff, staff
from moderation.admin.filters import SearchByName
from moderation.admin.paging import NearPages
from moderation.admin.user_page import sanction_end
from moderation.models import AuditEntry, Permission
from moderation.selectors import entries_named, entries_visible
from moderation.team import team_figures


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
class AuditEntryAdmin(SearchByName, ReadOnlyAdminMixin, admin.ModelAdmin):
    list_display = ("at", "action", "by", "game_link", "user_link", "length", "reason")
    list_filter = ("action", ModeratorFilter, "at")
    list_max_show_all = 0
    paginator = NearPages
    search_ids = ("game", "user")
    search_help_text = _("Id of a game or user, or part of the username of a user or moderator.")
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ()
    fields = ("at", "action", "by", "game_link", "user_link", "reason", "data", "undoes")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        visible = entries_visible(to=staff(request), among=super().get_queryset(request))
        return entries_named(visible)

    def get_urls(self) -> list[URLPattern]:
        team = path("team/", self.admin_site.admin_view(self.team), name="moderation_team")
        return [team, *super().get_urls()]

    def team(self, request: HttpRequest) -> HttpResponse:
        """Show what the team did in the last 30 or 90 days."""
        by = permitted_staff(request, Permission.SEE_TEAM)
        days = 90 if request.GET.get("days") == "90" else 30
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": gettext("Team"),
            "days": days,
            "other": 120 - days,
            "team": team_figures(to=by, now=timezone.now(), days=days),
        }
        return TemplateResponse(request, "moderation/team.html", context)

    @admin.display(description=_("game"))
    def game_link(self, entry: Any) -> str:
        return link("admin:games_game_change", entry.game, entry.game_title)

    @admin.display(description=_("user"))
    def user_link(self, entry: Any) -> str:
        return link("admin:accounts_user_moderate", entry.user, entry.username)

    @admin.display(description=_("duration"))
    def length(self, entry: AuditEntry) -> str:
        """Return how long a ban or mute was to last; empty for other actions."""
        end = entry.data.get("until")
        if end is None:
            return sanction_end(entry)
        days = round((datetime.fromisoformat(end) - entry.at) / timedelta(days=1))
        return ngettext("%(days)d day", "%(days)d days", days) % {"days": days}


def link(page: str, target: UUID | None, name: str | None) -> str:
    """Return a link to a game or user with its name, or the start of the id if it has none.

    A game or user that is gone (``name`` is None) has no page.
    """
    if target is None or name is None:
        return str(target or "")[:8]
    return format_html('<a href="{}">{}</a>', reverse(page, args=[target]), name or str(target)[:8])
