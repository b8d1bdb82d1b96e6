"""Admin pages of appeals. The moderator who imposed a sanction cannot decide its appeal."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from core.read_only_admin import ReadOnlyAdminMixin
from moderation.actions.reports import APPEAL_ACTIONS
from moderation.admin.action_pages import FormsBesideRow, staff
from moderation.models import Appeal
from moderation.selectors import entries_visible


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdminMixin, FormsBesideRow):
    staff_actions = APPEAL_ACTIONS
    list_display = ("created_at", "user", "sanction", "ruling", "decided_by")
    list_filter = ("ruling", "created_at")
    list_select_related = ("user", "entry", "decided_by")
    search_fields = ("user__username",)
    show_full_result_count = False

    @admin.display(description=_("sanction"))
    def sanction(self, appeal: Appeal) -> str:
        return f"{appeal.entry.get_action_display()}: {appeal.entry.data.get('shown', '')}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        by = staff(request)
        appeals = super().get_queryset(request).exclude(user=by)
        return appeals.filter(entry__in=entries_visible(to=by).order_by().values("pk"))
