"""Admin pages of reports: the queue, oldest first, and the page of a report."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import ApiError
from core.read_only_admin import ReadOnlyAdminMixin
from moderation.actions.base import StaffAction
from moderation.actions.reports import CLAIM, NOTE, REPORT_ACTIONS
from moderation.admin.action_pages import FormsBesideRow, staff
from moderation.models import Report
from moderation.selectors import (
    fingerprints_shared_with,
    is_claimed,
    reports_like,
    reports_unclaimed,
    reports_visible,
)


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


@admin.register(Report)
class ReportAdmin(ReadOnlyAdminMixin, FormsBesideRow):
    staff_actions = REPORT_ACTIONS
    list_display = ("created_at", "category", "about", "user", "game", "state", "claimant")
    list_filter = ("state", ClaimFilter, "category", "about", "created_at")
    list_select_related = ("user", "game", "claimed_by")
    search_fields = ("=id", "user__username", "by__username", "=game__id")
    search_help_text = gettext_lazy(
        "Id of a report or game, or name of the user who reported or was reported."
    )
    show_full_result_count = False
    ordering = ("created_at",)
    actions = ("claim_selected",)

    @admin.display(description=gettext_lazy("claimed by"))
    def claimant(self, report: Report) -> str:
        return str(report.claimed_by) if is_claimed(report, now=timezone.now()) else ""

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
        """Offer all actions to the moderator who claimed the report, and "Claim" to others."""
        mine = target.claimed_by_id == staff(request).id and is_claimed(target, now=timezone.now())
        fitting = super().available_actions(request, target)
        return [one for one in fitting if one is NOTE or (one is CLAIM) != mine]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        context = {"sections": sections(request, row) if row is not None else []}
        return super().change_view(
            request, object_id, form_url, {**context, **(extra_context or {})}
        )


def sections(request: HttpRequest, report: Report) -> list[dict[str, Any]]:
    """Return the sections below the report."""
    notes = report.notes.select_related("by")
    by = staff(request)
    merged = reports_visible(to=by).filter(merged_into=report)
    shown: list[dict[str, Any]] = [
        {
            "title": _("Notes"),
            "lines": [f"{one.at:%Y-%m-%d %H:%M} {one.by}: {one.text}" for one in notes],
        },
        {"title": _("Merged into this report"), "lines": list(merged)},
        {
            "title": _("Open reports on the same matter"),
            "lines": [
                f"{one.id}: {one.get_category_display()}" for one in reports_like(report, to=by)
            ],
        },
    ]
    if report.game_id is not None:
        try:
            hints: list[Any] = list(fingerprints_shared_with(by=by, game_id=report.game_id))
        except ApiError as refusal:
            hints = [refusal.detail]
        shown.append({"title": _("Shared addresses and devices"), "lines": hints})
    return shown
