"""Appeals in the admin: decided by another moderator than who imposed the sanction."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from citadels.visible_text import validate_text
from moderation.admin.desk import REASON, Deed, Desk, staff
from moderation.models import ANSWER_LENGTH, Act, Appeal, Ruling
from moderation.selectors import entries_shown
from moderation.services.appeals import appeal_decide


class RulingForm(forms.Form):
    ruling = forms.ChoiceField(
        choices=[choice for choice in Ruling.choices if choice[0] != Ruling.WITHDRAWN]
    )
    answer = forms.CharField(
        max_length=ANSWER_LENGTH,
        validators=[validate_text],
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="The user reads this.",
    )
    reason = REASON


@admin.register(Appeal)
class AppealAdmin(Desk):
    deeds = {"decide": Deed("Decide", Act.DECIDE_APPEAL, RulingForm, appeal_decide)}
    key = "appeal_id"
    list_display = ("created_at", "user", "sanction", "ruling", "decided_by")
    list_filter = ("ruling", "created_at")
    list_select_related = ("user", "entry", "decided_by")
    search_fields = ("user__username",)
    show_full_result_count = False

    @admin.display(description="against")
    def sanction(self, appeal: Appeal) -> str:
        return f"{appeal.entry.act}: {appeal.entry.data.get('shown', '')}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        by = staff(request)
        appeals = super().get_queryset(request).exclude(user=by)
        return appeals.filter(entry__in=entries_shown(to=by).order_by().values("pk"))

    def offered(self, request: HttpRequest, row: Any) -> list[str]:
        own = row.entry.by_id == staff(request).id
        return [] if row.ruling or own else ["decide"]
