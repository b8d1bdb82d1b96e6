"""Going back to an earlier move: first what it would mean, then the reason."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts.models import User
from citadels.api.errors import ApiError
from games.models import Game, Status
from moderation import services
from moderation.admin.act_forms import ActForm, who_may
from moderation.admin.looking import looking_until
from moderation.admin.match_page import name_of
from moderation.models import Act


class RollBackForm(ActForm):
    """Go back, after the preview."""

    act = Act.ROLL_BACK
    title = "Roll back"
    tells = (
        "The moves after the one you name no longer count; they stay in the log. What the players "
        "have learnt since they keep. Who is to act then gets his time anew. All are told, and it "
        "can be undone until somebody moves."
    )
    heavy = True

    to_move = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    decision = forms.IntegerField(
        widget=forms.HiddenInput,
        error_messages={"required": "Look at the preview first."},
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        self.game = game
        super().__init__(*args, **kwargs)

    def perform(self, by: User, given: dict[str, Any]) -> str:
        back = services.match_roll_back(
            by=by,
            game_id=self.game.id,
            to_move=given["to_move"],
            decision=given["decision"],
            reason=given["reason"],
        )
        return f"The match went back to move {back.to_move}."


class WhereForm(forms.Form):
    """To which move."""

    to_move = forms.IntegerField(min_value=0, label="Back to after move", help_text="0: the set-up")

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        last = max(game.move_count - 1, 0)
        self.fields["to_move"].widget.attrs["max"] = last
        self.fields["to_move"].initial = last


class RollBackPages:
    """Adds the pages of roll-backs to those of matches."""

    admin_site: admin.AdminSite
    opts: Any

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.roll_back)
        ours = path("<uuid:game_id>/roll-back/", page, name="games_game_roll_back")
        theirs: list[URLPattern] = super().get_urls()  # type: ignore[misc]  # of ModelAdmin
        return [ours, *theirs]

    def roll_back(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Ask to which move; show what that would mean; ask why, and go back there."""
        user = who_may(request, Act.ROLL_BACK)
        game = Game.objects.filter(id=game_id).first()
        if game is None:
            raise Http404
        page = reverse("admin:games_game_change", args=[game.id])
        form = RollBackForm(request.POST, game=game) if request.method == "POST" else None
        if form is not None and (done := form.done(user)) is not None:
            messages.success(request, done)
            return HttpResponseRedirect(page)
        where = WhereForm(request.GET if "to_move" in request.GET else None, game=game)
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": RollBackForm.title,
            "tells": RollBackForm.tells,
            "game": game,
            "name": name_of(game),
            "where": where,
            "form": form,
            "back_url": page,
        }
        if where.is_bound and where.is_valid():
            looks = looking_until(request, game.id) is not None
            context |= previewed(user, game, where, form, secrets=looks)
        return TemplateResponse(request, "moderation/roll_back.html", context)


def previewed(
    user: User, game: Game, where: WhereForm, form: RollBackForm | None, *, secrets: bool
) -> dict[str, Any]:
    """What the roll-back would mean, and the form that does it; or why it cannot be."""
    to_move = where.cleaned_data["to_move"]
    try:
        preview = services.roll_back_preview(
            by=user, game_id=game.id, to_move=to_move, secrets=secrets
        )
    except ApiError as refusal:
        where.add_error(None, refusal.detail)
        return {"form": None}
    return {
        "preview": preview,
        "form": form
        or RollBackForm(initial={"to_move": to_move, "decision": preview.decision}, game=game),
    }


def roll_back_offer(user: User, game: Game) -> list[dict[str, str]]:
    """The button that leads here, where it makes sense."""
    if game.status != Status.ACTIVE or not game.move_count or not services.may(user, Act.ROLL_BACK):
        return []
    url = reverse("admin:games_game_roll_back", args=[game.id])
    return [{"title": "Roll back…", "url": url, "weight": "heavy"}]
