"""The admin page of rollbacks: first a preview, then the form."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.errors import ApiError
from games.models import Game
from moderation.actions.games import ROLLBACK, rollback_preview
from moderation.admin.action_pages import ActionForm, ActionPages, permitted_staff
from moderation.admin.reveal_secrets import revealed_until


class WhereForm(forms.Form):
    """The form that selects the move to go back to."""

    to_move = forms.IntegerField(
        min_value=0,
        label=_("Go back to the state after move"),
        help_text=_("0 is the setup, before the first move."),
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        last = max(game.move_count - 1, 0)
        self.fields["to_move"].widget.attrs["max"] = last
        self.fields["to_move"].initial = last


class RollbackPages(ActionPages):
    """Adds the rollback page to the pages of games."""

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.rollback)
        ours = path("<uuid:game_id>/rollback/", page, name=ROLLBACK.page)
        return [ours, *super().get_urls()]

    def rollback(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Show the form for the move, then the preview and the form of the action, and run it."""
        by = permitted_staff(request, ROLLBACK.action)
        game = self.find_target(request, str(game_id))
        form = ActionForm(ROLLBACK, game, by, request.POST) if request.method == "POST" else None
        if form is not None and (done := form.run()) is not None:
            messages.success(request, done)
            return HttpResponseRedirect(self.page_of(game))
        where = WhereForm(request.GET if "to_move" in request.GET else None, game=game)
        context = self.action_page_context(request, ROLLBACK, game)
        context |= {"game": game, "where": where, "form": form}
        if where.is_bound and where.is_valid():
            revealed = revealed_until(request, game.id) is not None
            context |= preview_context(by, game, where, form, secrets=revealed)
        return TemplateResponse(request, "moderation/rollback.html", context)


def preview_context(
    user: User, game: Game, where: WhereForm, form: ActionForm | None, *, secrets: bool
) -> dict[str, Any]:
    """Return the preview and the form of the action, or no form if the rollback is refused."""
    to_move = where.cleaned_data["to_move"]
    try:
        preview = rollback_preview(by=user, game_id=game.id, to_move=to_move, secrets=secrets)
    except ApiError as refusal:
        where.add_error(None, refusal.detail)
        return {"form": None}
    initial = {"to_move": to_move, "decision": preview.decision}
    return {"preview": preview, "form": form or ActionForm(ROLLBACK, game, user, initial=initial)}
