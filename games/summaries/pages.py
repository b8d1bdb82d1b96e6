"""The page of a game: the target of links in e-mails and chats while the operator has named no
client, and its embedding in other sites (oEmbed).
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.contrib.auth.mixins import LoginRequiredMixin
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import View
from django.views.decorators.cache import never_cache

from accounts.forms import refusal_page
from accounts.models import User
from accounts.page_language import activate_language
from accounts.selectors import is_user_banned, preferences_of
from core.api.declared import ANONYMOUS, READ
from core.api.errors import Throttled
from core.api.images import svg_data_url
from core.api.throttles import address_of, rate_limit_check
from core.errors import ApiError
from core.paths import PLAY
from core.public_urls import public_url
from games.history.pictures import current_picture
from games.models import Seat
from games.play.documents import Viewer, is_started
from games.play.errors import GameNotFound
from games.play.queries import WholeGame, read_for_picture
from games.play.selectors import live_game_for, whole_for
from games.summaries.png import WIDTHS, size_of
from games.summaries.texts import name_of, player_name, round_of
from notifications.kinds import Reader


@method_decorator(never_cache, name="dispatch")
class GamePage(LoginRequiredMixin, View):
    """What a reader may see of a game: title, players, turn, deadline and picture. It has no moves:
    those are made in a client.

    A reader who is not logged in sees what spectators see if the operator allows it, and is sent to
    the log-in otherwise.
    """

    http_method_names = ["get", "head"]
    expensive = ("GET",)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request.user, User):
            return super().dispatch(request, *args, **kwargs)
        if settings.ANONYMOUS_READING and request.method in ("GET", "HEAD"):
            try:
                return self.page(request, kwargs["game_id"], None)
            except Http404:
                pass  # it may be a private game of the reader, who has to log in
        return self.handle_no_permission()

    def get(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        user = request.user
        assert isinstance(user, User)  # others were sent to the log-in
        activate_language(user)
        if is_user_banned(user, now=timezone.now()):
            return render(request, "accounts/banned.html", {"user": user}, status=403)
        return self.page(request, game_id, user)

    def page(self, request: HttpRequest, game_id: UUID, user: User | None) -> HttpResponse:
        """Return the page for a user or, without one, for everybody. Raises Http404."""
        try:
            limit_readers(request, user)
            content = page_content(user=user, game_id=game_id)
        except Throttled as error:
            return refusal_page(request, error)
        except GameNotFound:
            raise Http404 from None
        return render(request, "games/game_page.html", {**content, **links_of(game_id)})


def limit_readers(request: HttpRequest, user: User | None) -> None:
    """Count a page like a read of the API: it shows what one of its endpoints shows. Raises
    Throttled.
    """
    if user is None:
        rate_limit_check(ANONYMOUS, address_of(request))
    else:
        rate_limit_check(READ, str(user.pk))


def links_of(game_id: UUID) -> dict[str, str]:
    """Return the address in the web client, and the absolute addresses of the page, its PNG and its
    description for embedding.
    """
    page = public_url("game-page", game_id)
    return {
        "play": f"{PLAY}#/games/{game_id}",
        "address": page,
        "image": public_url("game-board-png", game_id),
        "oembed": public_url("oembed", url=page),
    }


def page_content(*, user: User | None, game_id: UUID) -> dict[str, Any]:
    """Return what the page shows to a user, in the active language; to everybody if it is None.

    Raises GameNotFound.
    """
    whole, viewer = whole_for(
        user=user, game_id=game_id, language=get_language() or "en", read=read_for_picture
    )
    game, seats = whole.game, whole.seats
    reader = Reader.of(preferences_of([user.id])[user.id]) if user else Reader(viewer.language)
    to_act = next((seat for seat in seats if seat.number == game.to_act), None)
    return {
        "game": game,
        "name": name_of(game),
        "players": [seat_content(seat, viewer) for seat in seats],
        "to_act": to_act and player_name(to_act),
        "your_turn": to_act is not None and to_act.number == viewer.sees_as,
        "deadline": game.deadline_at and reader.format_time(game.deadline_at.isoformat()),
        **table_content(whole, viewer),
    }


def seat_content(seat: Seat, viewer: Viewer) -> dict[str, Any]:
    """Return what the page of a game says about a seat."""
    return {
        "name": "" if seat.free else player_name(seat),
        "you": seat.number == viewer.seat,
        "to_act": seat.game.to_act == seat.number,
    }


def table_content(whole: WholeGame, viewer: Viewer) -> dict[str, Any]:
    """Return the round and the picture of a started game; neither if its rules are gone."""
    game, seats = whole.game, whole.seats
    if not is_started(game):
        return {}
    try:
        live_game = live_game_for(game=game, seats=seats, viewer=viewer)
    except ApiError:
        return {}
    picture = current_picture(whole, viewer, live_game)
    if picture is None:
        return {"round": round_of(live_game)}
    return {
        "round": round_of(live_game),
        "picture": svg_data_url(picture),
        "sizes": [size_of(picture, width) for width in WIDTHS],
    }


# --- embedding ---------------------------------------------------------------------------------


@method_decorator(never_cache, name="dispatch")
class OEmbed(View):
    """How other sites embed the page of a public game (https://oembed.com): as a picture."""

    http_method_names = ["get", "head"]
    expensive = ("GET",)

    def get(self, request: HttpRequest) -> HttpResponse:
        asked = request.GET
        if asked.get("format", "json") != "json":
            return oembed_reply({"error": _("Only JSON is available.")}, HTTPStatus.NOT_IMPLEMENTED)
        try:
            box = [side_of(asked.get(f"max{name}", "")) for name in ("width", "height")]
        except ValueError as error:
            return oembed_reply({"error": str(error)}, HTTPStatus.BAD_REQUEST)
        try:
            return oembed_reply(oembed_document(request, asked.get("url", ""), box))
        except Throttled as error:
            return oembed_reply({"error": str(error.detail)}, HTTPStatus.TOO_MANY_REQUESTS)
        except GameNotFound as error:
            return oembed_reply({"error": str(error.detail)}, HTTPStatus.NOT_FOUND)


def oembed_reply(document: dict[str, Any], status: int = HTTPStatus.OK) -> JsonResponse:
    """Return a reply that scripts of any site may read."""
    return JsonResponse(document, status=status, headers={"Access-Control-Allow-Origin": "*"})


def oembed_document(request: HttpRequest, address: str, box: list[int | None]) -> dict[str, Any]:
    """Return the description of the game whose page has this address: a picture that fits into
    ``box`` (width, height), or a link. Raises GameNotFound, Throttled.
    """
    if not settings.ANONYMOUS_READING:
        raise GameNotFound
    limit_readers(request, None)
    game_id = game_of_address(request, address)
    content = page_content(user=None, game_id=game_id)
    document = {
        "version": "1.0",
        "type": "link",
        "title": content["name"],
        "provider_url": public_url("home"),
        "cache_age": 60,
    }
    fitting = [size for size in content.get("sizes", ()) if fits(size, box)]
    if fitting:
        width, height = fitting[-1]
        url = f"{links_of(game_id)['image']}?width={width}"
        document |= {"type": "photo", "url": url, "width": width, "height": height}
    return document


def game_of_address(request: HttpRequest, address: str) -> UUID:
    """Return the game whose page has this address. Raises GameNotFound."""
    hosts = {request.get_host().lower(), urlsplit(settings.PUBLIC_URL).netloc.lower()}
    try:
        parts = urlsplit(address)
        found = resolve(parts.path)
    except (ValueError, Resolver404):
        raise GameNotFound from None
    is_ours = parts.scheme in ("http", "https") and parts.netloc.lower() in hosts
    if not is_ours or found.url_name != "game-page":
        raise GameNotFound
    return UUID(str(found.kwargs["game_id"]))


def side_of(text: str) -> int | None:
    """Return a number of pixels, or None for no text. Raises ValueError."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError(_("maxwidth and maxheight are numbers of pixels."))
    return int(text)


def fits(size: tuple[int, int], box: list[int | None]) -> bool:
    """True if a picture fits into a box whose sides may be unlimited (None)."""
    return all(limit is None or side <= limit for side, limit in zip(size, box, strict=True))
