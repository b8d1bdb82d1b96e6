"""The user's own games and turns over HTTP."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.json import dumps
from games.play.api import schema
from games.play.api.lists import GameListApi, MyGamesQuery
from games.play.api.serializers import GameSummary, TurnsReply
from games.play.lists import games_of
from games.play.selectors import turns_of


class MeTurnsApi(ApiView):
    @endpoint(
        "me_turns",
        "List your open decisions",
        scope=GAMES_READ,
        examples=[schema.TURNS_EXAMPLE],
        reply=TurnsReply,
    )
    def get(self, request: Request) -> HttpResponse:
        turns = turns_of(user=require_user(request))
        version = dumps(turns)
        if (same := not_modified_reply(request, version)) is not None:
            return same
        return tagged_reply({"server_time": timezone.now(), "turns": turns}, version)


class MeGamesApi(GameListApi):
    @endpoint(
        "me_games",
        "List your games",
        description="The games in which you have a seat or are the host, newest first.",
        scope=GAMES_READ,
        query=MyGamesQuery,
        pages=GameSummary,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        return self.games(request, games_of(user=require_user(request), **query))
