"""Panic day: acts on all running matches at once, and how far they have come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts.models import User
from citadels.look_only import LookOnly
from games.models import BulkAct
from games.services.acts import bulk_left
from games.services.standstill import standstill
from moderation import services
from moderation.admin.act_forms import ActForm, OnceForm, who_may
from moderation.admin.match_acts import LENGTHS
from moderation.models import Act

RECENT = 10
SECONDS = 5
"""After which the page looks again, while something is being worked off."""


class PauseAllForm(ActForm):
    act = Act.PAUSE_ALL
    title = "Pause everything"
    tells = (
        "All running matches stand still, and all that start: no deadline is resolved from now on, "
        "and nobody may act. It lasts until everything is resumed. All players are told."
    )
    heavy = True

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.matches_pause(by=by, reason=given["reason"])
        return "No deadline is resolved any more; the matches are being paused."


class UnpauseAllForm(ActForm):
    act = Act.UNPAUSE_ALL
    title = "Resume everything"
    tells = "All matches go on that were paused here, each with the time that was left."

    def perform(self, by: User, given: dict[str, Any]) -> str:
        services.matches_unpause(by=by, reason=given["reason"])
        return "The matches go on, one by one."


class ExtendAllForm(OnceForm, ActForm):
    act = Act.EXTEND_ALL
    title = "Give time to everybody"
    tells = (
        "In every running match with a clock, who is to act gets more time. All are told; it "
        "cannot be undone."
    )
    heavy = True

    length = forms.TypedChoiceField(choices=LENGTHS, coerce=int, label="How much")

    def perform(self, by: User, given: dict[str, Any]) -> str:
        length = timedelta(seconds=given["length"])
        services.matches_extend(by=by, length=length, reason=given["reason"], once=given["once"])
        return "The matches are being given time, one by one."


FORMS: dict[str, type[ActForm]] = {
    form.act: form for form in (PauseAllForm, UnpauseAllForm, ExtendAllForm)
}


@admin.register(BulkAct)
class PanicAdmin(LookOnly, admin.ModelAdmin):
    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.act_page)
        return [path("acts/<str:act>/", page, name="games_bulkact_act"), *super().get_urls()]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What goes on, and what could be done."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        still = standstill()
        rows = [progress(act) for act in BulkAct.objects.select_related("by")[:RECENT]]
        fitting = (Act.UNPAUSE_ALL if still else Act.PAUSE_ALL, Act.EXTEND_ALL)
        user = request.user
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Panic day",
            "still": still,
            "rows": rows,
            "again": SECONDS if any(row["running"] for row in rows) else None,
            "acts": [
                {
                    "title": FORMS[act].title,
                    "url": reverse("admin:games_bulkact_act", args=[act.value]),
                    "weight": "heavy" if FORMS[act].heavy else "light",
                }
                for act in fitting
                if isinstance(user, User) and services.may(user, act)
            ],
        }
        return TemplateResponse(request, "moderation/panic.html", context)

    def act_page(self, request: HttpRequest, act: str) -> HttpResponse:
        """Ask why, and what else the act needs to know; then begin it."""
        kind = FORMS.get(act)
        if kind is None:
            raise Http404
        user = who_may(request, kind.act)
        form = kind(request.POST or None)
        page = reverse("admin:games_bulkact_changelist")
        if request.method == "POST" and (done := form.done(user)) is not None:
            messages.success(request, done)
            return HttpResponseRedirect(page)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": kind.title,
            "form": form,
            "back_url": page,
        }
        return TemplateResponse(request, "moderation/panic_act.html", context)


def progress(act: BulkAct) -> dict[str, Any]:
    """How far an act has come: the matches behind it, and those before it."""
    behind, left = act.done + act.failed, bulk_left(act)
    return {"act": act, "behind": behind, "all": behind + left, "running": act.ended_at is None}
