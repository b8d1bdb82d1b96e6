"""Endpoints for pictures of the table."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from accounts.api.requests import user_of
from accounts.scopes import GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.api.images import SVG, SvgRenderer, svg_reply
from core.api.languages import language_of, set_content_language
from games.history.api.serializers import HistoryBoardQuery
from games.history.errors import PAST_ERRORS, PictureNotFound
from games.history.pictures import past_picture_for, picture_for
from games.play.api import schema
from games.play.api.replies import game_not_modified_reply
from games.play.api.serializers import BoardQuery, CommandRefusedProblem
from games.play.errors import GameNotFound, GameNotStarted
from games.rules.errors import GameOver, IllegalChoice, NotYourDecision, RulesUnavailable


class GameBoardApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "game_board",
        "Get the table as a picture",
        description=(
            "An SVG of `table`, with your own secrets if you have a seat. It has no scripts and"
            " loads nothing. In the lobby there is no table yet. If the open decision is yours, "
            "the elements that its options concern (`marks`) can be chosen, and a `preview` shows "
            "the table with one of them."
        ),
        scope=GAMES_READ,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=BoardQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        errors=[
            GameNotFound,
            PictureNotFound,
            GameNotStarted,
            GameOver,
            NotYourDecision,
            IllegalChoice,
            RulesUnavailable,
        ],
        problem_members={422: CommandRefusedProblem},
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        # An illegal preview is refused, also if nothing has changed.
        plain = query["preview"] is None
        if plain and (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        user = user_of(request)
        header, picture = picture_for(user=user, game_id=game_id, language=language, **query)
        return set_content_language(svg_reply(picture, header.version), language)


class GameHistoryBoardApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "game_history_board",
        "Get the table after a move as a picture",
        description=(
            "An SVG of the table as you knew it then. When the game is finished you may look as"
            " any `seat`."
        ),
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=HistoryBoardQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        errors=[GameNotFound, PictureNotFound, *PAST_ERRORS],
    )
    def get(
        self, request: Request, game_id: UUID, move: int, query: dict[str, Any]
    ) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        header, picture = past_picture_for(
            user=user_of(request), game_id=game_id, number=move, language=language, **query
        )
        return set_content_language(svg_reply(picture, header.version), language)
