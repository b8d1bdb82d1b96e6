"""Endpoints for pictures that are shown outside of a client."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import user_of
from accounts.scopes import GAMES_READ
from core.api.conditional import not_modified_reply
from core.api.declared import ANONYMOUS, OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.images import PNG, SVG, PngRenderer, SvgRenderer, png_reply, svg_reply
from core.api.languages import language_of, set_content_language
from core.errors import Busy
from core.public_urls import public_url
from games.history.errors import PictureNotFound
from games.history.pictures import picture_for, spectators_picture
from games.play.api import schema
from games.play.api.replies import game_not_modified_reply
from games.play.api.serializers import LayoutQuery
from games.play.documents import Viewer
from games.play.errors import GameNotFound, GameNotStarted
from games.play.selectors import GameHeader, game_header_for, game_header_read
from games.rules.errors import RulesUnavailable
from games.summaries.errors import PictureLinkInvalid
from games.summaries.links import game_of_token, picture_token
from games.summaries.png import WIDTHS, png_of

IMAGES = "images"
"""The rate limit of PNGs, which take more CPU than anything else that is read."""
SHARED_HEADERS = {
    "Cache-Control": "public, max-age=60",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Vary": "Accept-Language",
    "X-Robots-Tag": "noindex",
}
SHARED_ERRORS = [PictureLinkInvalid, PictureNotFound, GameNotStarted, RulesUnavailable]


class PngQuery(LayoutQuery):
    width = serializers.ChoiceField(
        WIDTHS, required=False, default=WIDTHS[-1], help_text="The width in pixels."
    )


class PictureLinkView(serializers.Serializer):
    svg = serializers.URLField()
    png = serializers.URLField(help_text="Takes `width`.")
    expires_at = serializers.DateTimeField()


class GameBoardPngApi(ApiView):
    renderer_classes = (PngRenderer,)

    @endpoint(
        "game_board_png",
        "Get the table as a PNG",
        description="The same as `board.svg`, for programs that show no SVG. Light colors only.",
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        rate=IMAGES,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=PngQuery,
        reply=OpenApiTypes.BINARY,
        media_type=PNG,
        errors=[GameNotFound, PictureNotFound, GameNotStarted, RulesUnavailable, Busy],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        header, picture = picture_for(
            user=user_of(request), game_id=game_id, language=language, layout=query["layout"]
        )
        reply = png_reply(png_of(picture, query["width"]), header.version)
        return set_content_language(reply, language)


class GamePictureLinkApi(ApiView):
    @endpoint(
        "game_picture_link",
        "Get addresses of the picture that everybody can open",
        description=(
            "For other sites, mail and chats. Everybody who has an address sees the table as "
            "spectators do, always as it is now, also if the game is private or you have a seat "
            "in it. It needs no token, and cannot be withdrawn before it expires."
        ),
        scope=GAMES_READ,
        no_store=True,
        reply=PictureLinkView,
        errors=[GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> object:
        game_header_for(user=user_of(request), game_id=game_id)
        token, expires_at = picture_token(game_id)
        svg, png = (public_url(f"shared-{form}", token) for form in ("svg", "png"))
        return {"svg": svg, "png": png, "expires_at": expires_at}


class SharedSvgApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "shared_picture_svg",
        "Get a shared picture as an SVG",
        scope=OPEN,
        rate=ANONYMOUS,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LayoutQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        tags=["games"],
        errors=SHARED_ERRORS,
    )
    def get(self, request: Request, signature: str, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        return shared_reply(request, signature, language, query["layout"], svg_reply)


class SharedPngApi(ApiView):
    renderer_classes = (PngRenderer,)

    @endpoint(
        "shared_picture_png",
        "Get a shared picture as a PNG",
        scope=OPEN,
        expensive=True,
        rate=IMAGES,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=PngQuery,
        reply=OpenApiTypes.BINARY,
        media_type=PNG,
        tags=["games"],
        errors=[*SHARED_ERRORS, Busy],
    )
    def get(self, request: Request, signature: str, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])

        def draw(svg: str, version: str) -> HttpResponse:
            return png_reply(png_of(svg, query["width"]), version)

        return shared_reply(request, signature, language, query["layout"], draw)


def shared_reply(
    request: Request,
    signature: str,
    language: str,
    layout: str,
    reply_of: Callable[[str, str], HttpResponse],
) -> HttpResponse:
    """Return the reply for a shared picture, or 304. Caches may keep it for everybody, since
    the right to see it is in the address. Raises SHARED_ERRORS.
    """
    game_id = game_of_token(signature)
    try:
        reply = None
        if "If-None-Match" in request.headers:
            known = GameHeader(game_header_read(game_id), Viewer(language=language))
            reply = not_modified_reply(request, known.version)
        if reply is None:
            header, picture = spectators_picture(game_id=game_id, language=language, layout=layout)
            reply = reply_of(picture, header.version)
    except GameNotFound:
        raise PictureLinkInvalid from None
    for name, value in SHARED_HEADERS.items():
        reply.headers[name] = value
    return set_content_language(reply, language)
