"""What concerns the asking user among all matches."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.scopes import GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.revalidation import tagged, unchanged
from citadels.api.schema import problems
from games.api import schema
from games.api.lobby.inputs import MyGamesQuery
from games.api.lobby.lists import GameListApi
from games.api.serializers import GameSummary, TurnsReply, checked
from games.lobby_selectors import games_of
from games.selectors import turns_etag, turns_of


class MeTurnsApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="me_turns",
        summary="See where you have to decide",
        parameters=[schema.IF_NONE_MATCH],
        examples=[schema.TURNS_EXAMPLE],
        responses={200: TurnsReply, 304: schema.NOT_MODIFIED, **problems(*schema.SECURED)},
    )
    def get(self, request: Request) -> HttpResponse:
        turns = turns_of(user=signed_in(request))
        etag = turns_etag(turns)
        document = {"server_time": timezone.now(), "turns": turns}
        return unchanged(request, etag) or tagged(document, etag)


class MeGamesApi(GameListApi):
    scope = GAMES_READ
    serializer_class = GameSummary

    @extend_schema(
        operation_id="me_games",
        summary="List your matches",
        description="Those you have a seat in or are the host of, newest first.",
        parameters=[MyGamesQuery, schema.IF_NONE_MATCH],
        responses={
            200: GameSummary(many=True),
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, Invalid),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        query = checked(MyGamesQuery(data=request.query_params))
        return self.games(request, games_of(user=signed_in(request), **query))
