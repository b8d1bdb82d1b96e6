"""The page of a game: the target of links in e-mails while the operator has named no client."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views import View
from django.views.decorators.cache import never_cache

from accounts.forms import refusal_page
from accounts.models import User
from accounts.page_language import activate_language
from accounts.selectors import is_user_banned, preferences_of
from core.api.errors import Throttled
from core.api.svg import svg_data_url
from core.api.throttles import rate_limit_check
from core.errors import ApiError
from games.history.pictures import picture_of
from games.models import Game, Seat
from games.play.documents import Viewer, is_started
from games.play.errors import GameNotFound
from games.play.selectors import live_game_for, whole_for
from games.summaries.texts import name_of, player_name, round_of
from notifications.kinds import Reader

RATE_LIMIT = "read"
"""The rate limit of the API for reads: the page shows what one of its endpoints shows."""


@method_decorator(never_cache, name="dispatch")
class GamePage(LoginRequiredMixin, View):
    """What a user may see of a game: title, players, turn, deadline and picture. It has no moves:
    those are made in a client.
    """

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        user = request.user
        assert isinstance(user, User)  # others were sent to the log-in
        activate_language(user)
        if is_user_banned(user, now=timezone.now()):
            return render(request, "accounts/banned.html", {"user": user}, status=403)
        try:
            rate_limit_check(RATE_LIMIT, str(user.pk))
            content = page_content(user=user, game_id=game_id)
        except Throttled as error:
            return refusal_page(request, error)
        except GameNotFound:
            raise Http404 from None
        return render(request, "games/game_page.html", content)


def page_content(*, user: User, game_id: UUID) -> dict[str, Any]:
    """Return what the page shows to a user, in the active language. Raises GameNotFound."""
    game, seats, viewer = whole_for(user=user, game_id=game_id, language=get_language() or "en")
    reader = Reader.of(preferences_of([user.id])[user.id])
    to_act = next((seat for seat in seats if seat.number == game.to_act), None)
    return {
        "game": game,
        "name": name_of(game),
        "players": [seat_content(seat, viewer) for seat in seats],
        "to_act": to_act and player_name(to_act),
        "your_turn": to_act is not None and to_act.number == viewer.sees_as,
        "deadline": game.deadline_at and reader.format_time(game.deadline_at.isoformat()),
        **table_content(game=game, seats=seats, viewer=viewer),
    }


def seat_content(seat: Seat, viewer: Viewer) -> dict[str, Any]:
    is_free = seat.user is None and not seat.bot
    return {
        "name": "" if is_free else player_name(seat),
        "you": seat.number == viewer.seat,
        "to_act": seat.game.to_act == seat.number,
    }


def table_content(*, game: Game, seats: list[Seat], viewer: Viewer) -> dict[str, Any]:
    """Return the round and the picture of a started game; neither if its rules are gone."""
    if not is_started(game):
        return {}
    try:
        live_game = live_game_for(game=game, seats=seats, viewer=viewer)
    except ApiError:
        return {}
    picture = picture_of(game=game, moment=None, live_game=live_game, sees_as=viewer.sees_as)
    return {"round": round_of(live_game), "picture": picture and svg_data_url(picture)}
