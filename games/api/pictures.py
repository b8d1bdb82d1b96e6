"""Pictures of tables over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.scopes import GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.schema import problems
from citadels.api.svg import MEDIA_TYPE, SvgRenderer, drawn
from citadels.languages import language_of, spoken_in
from games.api import schema
from games.api.history import known_already
from games.api.serializers import LanguageQuery, checked
from games.api.serializers_history import HistoryQuery
from games.errors import (
    GameNotFinished,
    GameNotFound,
    GameNotStarted,
    HistoryUnavailable,
    MoveNotFound,
    PictureNotFound,
    RulesUnavailable,
)
from games.pictures import picture_for, picture_then

PICTURE = {(200, MEDIA_TYPE): OpenApiTypes.STR, 304: schema.NOT_MODIFIED}


class GameBoardApi(APIView):
    tokens_remembered = ("GET", "HEAD")
    scope = GAMES_READ
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="game_board",
        summary="See the table as a picture",
        description=(
            "An SVG of what `table` tells you, with your own secrets if you have a seat. It has no "
            "scripts and asks for nothing else. In the lobby there is no table yet."
        ),
        parameters=[LanguageQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        responses={
            **PICTURE,
            **problems(
                *schema.SECURED,
                GameNotFound,
                PictureNotFound,
                GameNotStarted,
                Invalid,
                RulesUnavailable,
            ),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        query = checked(LanguageQuery(data=request.query_params))
        language = language_of(request, query["language"])
        if (same := known_already(request, game_id, language)) is not None:
            return same
        user = signed_in(request)
        glance, picture = picture_for(user=user, game_id=game_id, language=language)
        return spoken_in(drawn(picture, glance.etag), language)


class GameHistoryBoardApi(APIView):
    scope = GAMES_READ
    renderer_classes = (SvgRenderer,)

    @extend_schema(
        operation_id="game_history_board",
        summary="See the table after a move as a picture",
        description=(
            "An SVG of the table as you knew it then, and no better. When the match is finished "
            "you may look as any `seat`."
        ),
        parameters=[HistoryQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        responses={
            **PICTURE,
            **problems(
                *schema.SECURED,
                GameNotFound,
                PictureNotFound,
                MoveNotFound,
                GameNotStarted,
                GameNotFinished,
                Invalid,
                RulesUnavailable,
                HistoryUnavailable,
            ),
        },
    )
    def get(self, request: Request, game_id: UUID, move: int) -> HttpResponse:
        query = checked(HistoryQuery(data=request.query_params))
        language = language_of(request, query.pop("language"))
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, picture = picture_then(
            user=signed_in(request), game_id=game_id, number=move, language=language, **query
        )
        return spoken_in(drawn(picture, glance.etag), language)
