"""The pages on which something is done to a match: one for each act."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from accounts.models import User
from games.models import Game
from moderation.admin.act_forms import offers, who_may
from moderation.admin.looking import look_closed, look_opened, looking_until
from moderation.admin.match_acts import FORMS, ChoiceForm, MatchActForm
from moderation.admin.match_page import name_of
from moderation.admin.rolling_back import RollBackPages, roll_back_offer
from moderation.errors import ConflictOfInterest
from moderation.models import Act
from moderation.services import may, no_part_in


class ActPages(RollBackPages):
    """Adds the pages of acts to those of matches."""

    admin_site: admin.AdminSite
    opts: Any

    def get_urls(self) -> list[URLPattern]:
        guarded = self.admin_site.admin_view
        ours = [
            path("<uuid:game_id>/acts/<str:act>/", guarded(self.act_page), name="games_game_act"),
            path("<uuid:game_id>/cover/", guarded(self.cover), name="games_game_cover"),
        ]
        return [*ours, *super().get_urls()]

    def act_page(self, request: HttpRequest, game_id: UUID, act: str) -> HttpResponse:
        """Ask why, and what else the act needs to know; then do it."""
        kind = FORMS.get(act)
        if kind is None:
            raise Http404
        user, game = who_may(request, kind.act), match_or_404(game_id)
        form = form_of(kind, request, game)
        if request.method == "POST" and (done := form.done(user)) is not None:
            if kind.act == Act.LOOK:
                look_opened(request, game.id)
            messages.success(request, done)
            return HttpResponseRedirect(page_of(game.id))
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": kind.title,
            "form": form,
            "game": game,
            "name": name_of(game),
            "back_url": page_of(game.id),
            "barred": barred(user, game, kind.act),
        }
        return TemplateResponse(request, "moderation/act.html", context)

    def cover(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Hide again what a look has shown."""
        if request.method != "POST":
            raise PermissionDenied
        look_closed(request, game_id)
        return HttpResponseRedirect(page_of(game_id))


def form_of(kind: type[MatchActForm], request: HttpRequest, game: Game) -> MatchActForm:
    """The form; one whose options are secrets has them only for who looks. Raises
    PermissionDenied.
    """
    if issubclass(kind, ChoiceForm):
        if looking_until(request, game.id) is None:
            raise PermissionDenied("Look first.")
        return kind(request.POST or None, game=game, looking=True)
    return kind(request.POST or None, game=game)


def acts_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """The acts that the page of a match offers to who looks at it."""
    user = request.user
    if not isinstance(user, User):
        raise PermissionDenied
    looks = looking_until(request, game.id) is not None
    fitting = [
        form
        for form in FORMS.values()
        if may(user, form.act) and form.fits(game) and (looks or form is not ChoiceForm)
    ]
    part = barred(user, game, Act.LOOK)
    free = [form for form in fitting if not part or not barred(user, game, form.act)]
    back = [] if part else roll_back_offer(user, game)
    return {
        "acts": [*offers(free, "admin:games_game_act", game.id), *back],
        "acts_barred": part,
    }


def barred(user: User, game: Game, act: Act) -> str:
    """Why this user may not do this here, though his role has the act; empty: he may."""
    try:
        no_part_in(user, game.id, act)
    except ConflictOfInterest as conflict:
        return conflict.detail
    return ""


def match_or_404(game_id: UUID) -> Game:
    game = Game.objects.select_related("created_by").filter(id=game_id).first()
    if game is None:
        raise Http404
    return game


def page_of(game_id: UUID) -> str:
    return reverse("admin:games_game_change", args=[game_id])
