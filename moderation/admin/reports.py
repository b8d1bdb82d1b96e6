"""Admin pages of reports: the queue, oldest first, and the page of a report."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import ApiError
from core.read_only_admin import ReadOnlyAdminMixin
from moderation.actions.base import StaffAction
from moderation.actions.reports import CLAIM, NOTE, RELEASE, REPORT_ACTIONS
from moderation.admin.action_pages import CasePages, staff
from moderation.admin.filters import OpenFilter
from moderation.admin.report_page import report_context
from moderation.models import Report, State
from moderation.selectors import is_claimed, reports_unclaimed, reports_visible


class ClaimFilter(admin.SimpleListFilter):
    title = gettext_lazy("claim")
    parameter_name = "claim"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [("free", _("Unclaimed")), ("mine", _("Mine")), ("others", _("Claimed by others"))]

    def queryset(self, request: Any, queryset: QuerySet[Report]) -> QuerySet[Report]:
        now = timezone.now()
        if self.value() == "free":
            return queryset.filter(id__in=reports_unclaimed(now=now).values("id"), merged_into=None)
        running = queryset.filter(claimed_until__gt=now)
        if self.value() == "mine":
            return running.filter(claimed_by=request.user)
        if self.value() == "others":
            return running.exclude(claimed_by=request.user)
        return queryset


class StateFilter(OpenFilter):
    """Open reports by default, or those in another state."""

    title = gettext_lazy("state")
    parameter_name = "state"
    choices_closed: ClassVar = [one for one in State.choices if one[0] != State.OPEN]
    open_value = State.OPEN


@admin.register(Report)
class ReportAdmin(ReadOnlyAdminMixin, CasePages):
    staff_actions = REPORT_ACTIONS
    case_template = "moderation/report.html"
    list_display = ("date", "category", "about", "user", "game", "status")
    list_filter = (StateFilter, ClaimFilter, "category", "about", "created_at")
    list_select_related = ("user", "game", "claimed_by")
    search_fields = ("=id", "user__username", "by__username", "=game__id")
    search_help_text = gettext_lazy(
        "Id of a report or game, or part of the name of the user who reported or was reported."
    )
    show_full_result_count = False
    ordering = ("created_at",)
    actions = ("claim_selected",)

    @admin.display(description=gettext_lazy("date"), ordering="created_at")
    def date(self, report: Report) -> str:
        return f"{report.created_at:%Y-%m-%d %H:%M}"

    @admin.display(description=gettext_lazy("state"))
    def status(self, report: Report) -> str:
        """Return the state, or who has claimed the report."""
        if report.merged_into_id is not None and report.state == State.OPEN:
            return _("Merged")
        if is_claimed(report, now=timezone.now()):
            return _("Claimed by %(who)s") % {"who": report.claimed_by}
        return report.get_state_display()

    @admin.action(description=gettext_lazy("Claim"), permissions=["view"])
    def claim_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        claimed = 0
        for report_id in queryset.values_list("id", flat=True):
            try:
                CLAIM.run(by=staff(request), target_id=report_id)
                claimed += 1
            except ApiError as refusal:
                self.message_user(request, f"{report_id}: {refusal.detail}", "warning")
        text = ngettext(
            "You have claimed %(count)d report.", "You have claimed %(count)d reports.", claimed
        )
        self.message_user(request, text % {"count": claimed})

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return reports_visible(to=staff(request), among=super().get_queryset(request))

    def available_actions(self, request: HttpRequest, target: Report) -> list[StaffAction]:
        """Offer only notes on a report that another moderator has claimed."""
        claimed = is_claimed(target, now=timezone.now())
        mine = claimed and target.claimed_by_id == staff(request).id
        fitting = super().available_actions(request, target)
        if claimed and not mine:
            return [one for one in fitting if one is NOTE]
        return [one for one in fitting if one is not (CLAIM if mine else RELEASE)]

    def target_name(self, target: Report) -> str:
        values = {"id": str(target.id)[:8], "category": target.get_category_display()}
        return _("Report %(id)s: %(category)s") % values

    def case_context(self, request: HttpRequest, case: Report) -> dict[str, Any]:
        return report_context(case, by=staff(request))
