"""Admin pages of games: the list, the page of a game and its actions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.read_only_admin import ReadOnlyAdminMixin
from games.models import Game, Seat
from games.play.errors import GameNotFound, MoveNotFound
from moderation.actions.base import StaffAction
from moderation.actions.games import EXTEND_DEADLINE, GAME_ACTIONS, REVEAL, GameAction
from moderation.admin.action_pages import staff
from moderation.admin.filters import BotsFilter, HealthFlagFilter, RulesetFilter
from moderation.admin.game_page import game_context, name_of
from moderation.admin.health_flags import health_flags_of
from moderation.admin.paging import MOST, NearPages
from moderation.admin.reveal_secrets import reveal_end, reveal_start, revealed_until
from moderation.admin.rollback import RollbackPages
from moderation.presets import presets_for
from moderation.selectors import users_named, uuid_of, with_part

WITH_SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


@admin.register(Game)
class GameAdmin(ReadOnlyAdminMixin, RollbackPages):
    staff_actions = GAME_ACTIONS
    list_display = (
        "game",
        "status",
        "wrong",
        "waits_for",
        "deadline",
        "players",
        "ruleset",
        "created",
    )
    list_filter = (
        HealthFlagFilter,
        "status",
        RulesetFilter,
        BotsFilter,
        "visibility",
        "created_at",
    )
    list_per_page = 50
    list_max_show_all = 0
    paginator = NearPages
    search_fields = ("=id",)
    search_help_text = gettext_lazy("Id of a game, or part of its title or of a player's username.")
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by = ("deadline",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).prefetch_related(WITH_SEATS, "pauses")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Search by game id, or by a part of the title or of the username of a player or host.

        Uses only indexes. Of the games with such a title, it finds the newest ``MOST``.
        """
        term = search_term.strip()
        if not term:
            return queryset, False
        if (game_id := uuid_of(term)) is not None:
            return queryset.filter(id=game_id), False
        titled = with_part(queryset.exclude(title=""), "title", term).order_by("-created_at", "-id")
        ids = list(titled.values_list("id", flat=True)[:MOST])
        users = users_named(term)
        seats = Seat.objects.filter(user__in=users).order_by().values("game")
        games = Game.objects.order_by().values("id")
        parts = seats.union(games.filter(created_by__in=users), games.filter(id__in=ids))
        return queryset.filter(id__in=parts), False  # an OR would scan the table

    # -- columns

    @admin.display(description=gettext_lazy("game"))
    def game(self, game: Game) -> str:
        return game.title or str(game.id)[:8]

    @admin.display(description=gettext_lazy("problems"))
    def wrong(self, game: Game) -> str:
        return ", ".join(health_flags_of(game, timezone.now()))

    @admin.display(description=gettext_lazy("players"))
    def players(self, game: Game) -> str:
        people = [seat.user.username for seat in game.seats.all() if seat.user]
        bots = sum(1 for seat in game.seats.all() if seat.user_id is None and seat.bot)
        return ", ".join(
            people
            + (
                [ngettext("%(count)d bot", "%(count)d bots", bots) % {"count": bots}]
                if bots
                else []
            )
        )

    @admin.display(description=gettext_lazy("waiting for"))
    def waits_for(self, game: Game) -> str:
        names = (seat.real_name for seat in game.seats.all() if seat.number == game.to_act)
        return next(names, None) or ""

    @admin.display(description=gettext_lazy("deadline"), ordering="due_at")
    def deadline(self, game: Game) -> str:
        """Return the time left, or for how long the game is overdue."""
        if game.deadline_at is None:
            return ""
        if game.deadline_at < timezone.now():
            return _("%(time)s ago") % {"time": timesince(game.deadline_at, depth=1)}
        return _("in %(time)s") % {"time": timeuntil(game.deadline_at, depth=1)}

    @admin.display(description=gettext_lazy("created"))
    def created(self, game: Game) -> str:
        return f"{game.created_at:%Y-%m-%d %H:%M}"

    # -- pages

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show the page of a game. Changes happen only on the pages of the actions."""
        if request.method not in ("GET", "HEAD") or not self.has_view_permission(request):
            raise PermissionDenied
        game_id = uuid_of(object_id)
        if game_id is None:
            raise Http404
        try:
            game = game_context(request, game_id)
        except (GameNotFound, MoveNotFound) as missing:
            raise Http404(missing.detail) from missing
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": name_of(game["game"]),
            **game,
            **self.actions_context(request, game["game"]),
            "presets": presets_for(game["game"], by=staff(request)),
        }
        offered = (one["url"] for one in context["actions"] if one["action"] is EXTEND_DEADLINE)
        context["quick_extend"] = next(offered, "")
        return TemplateResponse(request, "moderation/game.html", context)

    def hide_secrets(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """Hide the secrets of a game again."""
        if request.method != "POST":
            raise PermissionDenied
        reveal_end(request, game_id)
        return HttpResponseRedirect(reverse("admin:games_game_change", args=[game_id]))

    # -- actions

    def get_urls(self) -> list[URLPattern]:
        hide_secrets = self.admin_site.admin_view(self.hide_secrets)
        ours = path("<uuid:game_id>/hide-secrets/", hide_secrets, name="games_game_hide_secrets")
        return [ours, *super().get_urls()]

    def target_name(self, target: Game) -> str:
        return name_of(target)

    def available_actions(self, request: HttpRequest, target: Game) -> list[StaffAction]:
        revealed = revealed_until(request, target.id) is not None
        return [
            one
            for one in super().available_actions(request, target)
            if revealed or not needs_reveal(one)
        ]

    def check_page(self, request: HttpRequest, action: StaffAction, target: Game) -> None:
        if needs_reveal(action) and revealed_until(request, target.id) is None:
            raise PermissionDenied(_("Reveal the secrets first."))

    def action_done(self, request: HttpRequest, action: StaffAction, target: Game) -> None:
        if action is REVEAL:
            reveal_start(request, target.id)


def needs_reveal(action: StaffAction) -> bool:
    """True if the form of the action shows secrets."""
    return isinstance(action, GameAction) and action.needs_reveal
