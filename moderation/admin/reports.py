"""The queue of reports: what waits comes first, and a moderator takes one on at a time."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from citadels.api.errors import ApiError
from citadels.visible_text import validate_text
from moderation.admin.desk import REASON, Deed, Desk, Nothing, staff
from moderation.models import ANSWER_LENGTH, TEXT_LENGTH, Act, Duty, Outcome, Report, State
from moderation.selectors import claims_over, held, hints_of, reports_like, reports_shown
from moderation.services import reports as services


class NoteForm(forms.Form):
    text = forms.CharField(
        max_length=TEXT_LENGTH,
        validators=[validate_text],
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class CloseForm(forms.Form):
    outcome = forms.ChoiceField(choices=Outcome.choices)
    answer = forms.CharField(
        required=False,
        max_length=ANSWER_LENGTH,
        validators=[validate_text],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Who reported reads this.",
    )
    reason = REASON


class MergeForm(forms.Form):
    into_id = forms.UUIDField(label="Into the report")
    reason = REASON


class WarnForm(forms.Form):
    shown = forms.CharField(
        max_length=300,
        validators=[validate_text],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The user reads this.",
    )
    reason = REASON


class ReasonForm(forms.Form):
    reason = REASON


DEEDS = {
    "claim": Deed("Claim", Duty.HANDLE_REPORTS, Nothing, services.report_claim),
    "release": Deed("Leave to others", Duty.HANDLE_REPORTS, Nothing, services.report_release),
    "note": Deed("Add a note", Duty.HANDLE_REPORTS, NoteForm, services.report_note),
    "merge": Deed("Merge", Act.MERGE_REPORTS, MergeForm, services.report_merge),
    "warn": Deed("Warn the user", Act.WARN_USER, WarnForm, services.user_warn),
    "remove": Deed(
        "Remove the message", Act.REMOVE_MESSAGE, ReasonForm, services.report_remove_message
    ),
    "close": Deed("Close", Act.CLOSE_REPORT, CloseForm, services.report_close),
}


class ClaimFilter(admin.SimpleListFilter):
    title = "claim"
    parameter_name = "claim"

    def lookups(self, request: Any, model_admin: Any) -> list[tuple[str, str]]:
        return [("free", "Waits for somebody"), ("mine", "Mine"), ("others", "Of others")]

    def queryset(self, request: Any, queryset: QuerySet[Report]) -> QuerySet[Report]:
        now = timezone.now()
        if self.value() == "free":
            return queryset.filter(id__in=claims_over(now=now).values("id"), merged_into=None)
        running = queryset.filter(claimed_until__gt=now)
        if self.value() == "mine":
            return running.filter(claimed_by=request.user)
        if self.value() == "others":
            return running.exclude(claimed_by=request.user)
        return queryset


@admin.register(Report)
class ReportAdmin(Desk):
    deeds = DEEDS
    key = "report_id"
    list_display = ("created_at", "category", "about", "user", "game", "state", "at_it")
    list_filter = ("state", ClaimFilter, "category", "about", "created_at")
    list_select_related = ("user", "game", "claimed_by")
    search_fields = ("=id", "user__username", "by__username", "=game__id")
    search_help_text = "Id of a report or a match, name of who reported or is reported."
    show_full_result_count = False
    ordering = ("created_at",)
    actions = ("claim_selected",)

    @admin.display(description="at it")
    def at_it(self, report: Report) -> str:
        return str(report.claimed_by) if held(report, now=timezone.now()) else ""

    @admin.action(description="Claim", permissions=["view"])
    def claim_selected(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        claimed = 0
        for report_id in queryset.values_list("id", flat=True):
            try:
                services.report_claim(by=staff(request), report_id=report_id)
                claimed += 1
            except ApiError as refusal:
                self.message_user(request, f"{report_id}: {refusal.detail}", "warning")
        self.message_user(request, f"{claimed} reports are yours.")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return reports_shown(to=staff(request), among=super().get_queryset(request))

    def offered(self, request: HttpRequest, row: Report) -> list[str]:
        if row.state != State.OPEN:
            return ["note"]
        mine = row.claimed_by_id == staff(request).id and held(row, now=timezone.now())
        if not mine:
            return ["claim", "note"]
        fits = ["release", "note", "merge", "close"]
        return fits + ["warn"] * bool(row.user_id) + ["remove"] * bool(row.message_id)

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
    """What stands under the report."""
    notes = report.notes.select_related("by")
    by = staff(request)
    merged = reports_shown(to=by).filter(merged_into=report)
    shown: list[dict[str, Any]] = [
        {
            "title": "Notes",
            "lines": [f"{one.at:%Y-%m-%d %H:%M} {one.by}: {one.text}" for one in notes],
        },
        {"title": "Merged into this", "lines": list(merged)},
        {
            "title": "Open reports about the same",
            "lines": [
                f"{one.id}: {one.get_category_display()}" for one in reports_like(report, to=by)
            ],
        },
    ]
    if report.game_id is not None:
        try:
            hints: list[Any] = list(hints_of(by=by, game_id=report.game_id))
        except ApiError as refusal:
            hints = [refusal.detail]
        shown.append({"title": "Shared addresses and devices", "lines": hints})
    return shown
