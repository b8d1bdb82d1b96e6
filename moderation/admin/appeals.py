"""Admin pages of appeals. The moderator who imposed a sanction cannot decide its appeal."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.read_only_admin import ReadOnlyAdminMixin
from moderation.actions.appeals import APPEAL_ACTIONS
from moderation.admin.action_pages import CasePages, staff
from moderation.admin.filters import OpenFilter
from moderation.admin.user_page import sanction_end
from moderation.models import Appeal, Ruling
from moderation.selectors import appeals_visible, reports_visible

RECENT = 20


class RulingFilter(OpenFilter):
    """Open appeals by default, or those with a decision."""

    title = _("decision")
    parameter_name = "ruling"
    choices_closed = Ruling.choices
    open_value = ""


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdminMixin, CasePages):
    staff_actions = APPEAL_ACTIONS
    case_template = "moderation/appeal.html"
    list_display = ("date", "user", "sanction", "ruling", "decided_by")
    list_filter = (RulingFilter, "created_at")
    list_select_related = ("user", "entry", "decided_by")
    search_fields = ("user__username",)
    search_help_text = _("Part of a username.")
    show_full_result_count = False
    ordering = ("created_at",)

    @admin.display(description=_("date"), ordering="created_at")
    def date(self, appeal: Appeal) -> str:
        return f"{appeal.created_at:%Y-%m-%d %H:%M}"

    @admin.display(description=_("sanction"))
    def sanction(self, appeal: Appeal) -> str:
        return f"{appeal.entry.get_action_display()}: {appeal.entry.data.get('shown', '')}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return appeals_visible(to=staff(request), among=super().get_queryset(request))

    def target_name(self, target: Appeal) -> str:
        values = {"user": target.user, "sanction": target.entry.get_action_display()}
        return gettext("Appeal of %(user)s: %(sanction)s") % values

    def case_context(self, request: HttpRequest, case: Appeal) -> dict[str, Any]:
        reports = reports_visible(to=staff(request)).filter(user=case.user_id)
        end = sanction_end(case.entry)
        return {"reports": reports.select_related("by")[:RECENT], "sanction_end": end}
