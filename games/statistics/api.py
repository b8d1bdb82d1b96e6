"""Endpoints for statistics."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.errors import UserNotFound
from accounts.scopes import GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.api.languages import language_of, set_content_language
from core.api.pagination import CursorPagination
from games.play.api import schema
from games.rules.errors import RulesetNotFound
from games.statistics.errors import NothingToExplore, StatisticsHidden
from games.statistics.selectors import (
    explorer,
    head_to_head,
    opponents_of,
    pair_document,
    ruleset_statistics,
    user_statistics,
)
from games.statistics.serializers import (
    Explorer,
    ExplorerQuery,
    Opponent,
    OpponentsQuery,
    RulesetStatistics,
    StatisticsQuery,
    UserStatistics,
    UserStatisticsQuery,
)


class MostGames(CursorPagination):
    ordering = ("-games", "-id")

    def position(self, text: str) -> str:
        return str(int(text))


class RulesetStatisticsApi(ApiView):
    @endpoint(
        "ruleset_statistics",
        "Get the statistics of a ruleset",
        description="From finished public games. They may be some minutes old.",
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=StatisticsQuery,
        reply=RulesetStatistics,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str, query: dict[str, Any]) -> Response:
        language = query["language"] = language_of(request, query["language"])
        return set_content_language(Response(ruleset_statistics(slug=slug, **query)), language)


class ExplorerApi(ApiView):
    @endpoint(
        "ruleset_explorer",
        "See what winners chose",
        description=(
            "In the decision that the ruleset declares, such as a draft: by "
            "situation and offer. From finished public games. It may be some minutes old."
        ),
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=ExplorerQuery,
        reply=Explorer,
        errors=[RulesetNotFound, NothingToExplore],
    )
    def get(self, request: Request, slug: str, query: dict[str, Any]) -> Response:
        language = query["language"] = language_of(request, query["language"])
        return set_content_language(Response(explorer(slug=slug, **query)), language)


class UserStatisticsApi(ApiView):
    @endpoint(
        "user_statistics",
        "Get the statistics of a user",
        description="From finished public games, those against people and with bots apart.",
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=UserStatisticsQuery,
        reply=UserStatistics,
        errors=[UserNotFound, StatisticsHidden],
    )
    def get(self, request: Request, username: str, query: dict[str, Any]) -> Response:
        language = query["language"] = language_of(request, query["language"])
        viewer = require_user(request)
        document = user_statistics(viewer=viewer, username=username, **query)
        return set_content_language(Response(document), language)


class OpponentsApi(ApiView):
    pagination_class = MostGames

    @endpoint(
        "user_opponents",
        "List the opponents of a user",
        description="Those with most games first. Users who hide their statistics are left out.",
        scope=GAMES_READ,
        expensive=True,
        query=OpponentsQuery,
        pages=Opponent,
        errors=[UserNotFound, StatisticsHidden],
    )
    def get(self, request: Request, username: str, query: dict[str, Any]) -> Response:
        rows = opponents_of(viewer=require_user(request), username=username, **query)
        page = self.paginate_queryset(rows)
        return self.get_paginated_response([pair_document(row) for row in page or ()])


class HeadToHeadApi(ApiView):
    pagination_class = None

    @endpoint(
        "user_head_to_head",
        "Compare two users",
        description="A row for each ruleset; none if they never met in a finished public game.",
        scope=GAMES_READ,
        expensive=True,
        reply=Opponent(many=True),
        errors=[UserNotFound, StatisticsHidden],
    )
    def get(self, request: Request, username: str, opponent: str) -> Response:
        viewer = require_user(request)
        rows = head_to_head(viewer=viewer, username=username, opponent=opponent)
        return Response([pair_document(row) for row in rows])
