"""What an administrator can do for a match the service fails on: try again, or go back."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts.models import User
from citadels.api.errors import ApiError
from games.models import Game
from games.services.attempts import quarantine_end
from games.services.rollback import game_roll_back

WITH_ACTS = "games/admin/match.html"


class RollBackForm(forms.Form):
    to_move = forms.IntegerField(min_value=0, label="Back to after move")
    reason = forms.CharField(max_length=500, widget=forms.Textarea(attrs={"rows": 3}))


class ActsOnMatches:
    """Adds the acts to the pages of matches. Only administrators have them."""

    actions: Any = ("try_again",)
    admin_site: admin.AdminSite

    @admin.action(description="Try again (ends the quarantine)")
    def try_again(self, request: HttpRequest, queryset: QuerySet[Game]) -> None:
        administrator(request)
        ended = sum(quarantine_end(game_id=game.id) for game in queryset)
        messages.info(request, f"{ended} of {len(queryset)} matches were in quarantine.")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.roll_back)
        ours = path("<uuid:game_id>/roll-back/", page, name="games_game_roll_back")
        urls: list[URLPattern] = super().get_urls()  # type: ignore[misc]  # of ModelAdmin
        return [ours, *urls]

    def roll_back(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Ask to which move and why, and go back there."""
        user = administrator(request)
        form = RollBackForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                back = game_roll_back(game_id=game_id, by=user, **form.cleaned_data)
            except ApiError as refusal:
                form.add_error(None, refusal.detail)
            else:
                messages.success(request, f"The match went back to move {back.to_move}.")
                return HttpResponseRedirect(reverse("admin:games_game_change", args=[game_id]))
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "title": "Roll back",
            "form": form,
            "game": Game.objects.filter(id=game_id).first(),
        }
        return TemplateResponse(request, "games/admin/roll_back.html", context)


def administrator(request: HttpRequest) -> User:
    """The administrator behind a request. Raises PermissionDenied."""
    user = request.user
    if not isinstance(user, User) or not user.is_superuser:
        raise PermissionDenied
    return user
