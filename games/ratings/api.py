"""Endpoints for profiles, ratings and leaderboards."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.errors import UserNotFound
from accounts.models import USERNAME_PATTERN
from accounts.scopes import ACCOUNT, GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.images import SVG, SvgRenderer, svg_reply
from core.api.languages import language_of, set_content_language
from core.api.pagination import CursorPagination
from games.play.api import examples, schema
from games.play.api.lists import GameListApi, UserGamesQuery
from games.play.api.serializers import GameSummary, UserSummary
from games.play.documents import user_document
from games.play.errors import GameNotFound, NamesHidden
from games.ratings.bot_accounts import bot_account_mark
from games.ratings.chances import chances_for
from games.ratings.curve import change_documents, changes_of, curve_of, draw_curves
from games.ratings.errors import HasPlayed, NoChances
from games.ratings.selectors import (
    games_visible,
    leaders,
    leaders_ranked,
    profile_for,
    user_find,
    users_search,
)
from games.ratings.serializers import (
    ChancesView,
    LeaderView,
    ProfileView,
    RatingChangeView,
    RatingCurveQuery,
    RatingHistoryQuery,
    UsersQuery,
)
from games.rules import rulesets
from games.rules.errors import GameOver, RulesetNotFound


class BestFirst(CursorPagination):
    ordering = ("-shown", "id")

    def position(self, text: str) -> str:
        return str(int(text))


class ByName(CursorPagination):
    ordering = ("username", "id")

    def position(self, text: str) -> str:
        if not re.match(USERNAME_PATTERN, text):
            raise ValueError(f"{text!r} is no name")
        return text


class LeaderboardApi(ApiView):
    pagination_class = BestFirst

    @endpoint(
        "ruleset_leaderboard",
        "Get the leaderboard of a ruleset",
        description=(
            "The best first. Left out are provisional ratings, and users without a rated game "
            "for 90 days."
        ),
        scope=GAMES_READ,
        anonymous=True,
        examples=[examples.LEADERS],
        pages=LeaderView,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str) -> Response:
        ruleset = rulesets.ruleset_named(slug).slug
        page = self.paginate_queryset(leaders(ruleset))
        return self.get_paginated_response(leaders_ranked(ruleset=ruleset, page=page or []))


class MeBotApi(ApiView):
    @endpoint(
        "me_bot_mark",
        "Mark your account as a bot",
        description=(
            "For accounts for which a program plays. Everybody sees `is_bot`. It cannot be undone, "
            "and is only possible before your first game. Without an invitation, you can join a "
            "rated game only if its host admits `bot_accounts`."
        ),
        scope=ACCOUNT,
        expensive=True,
        tags=["me"],
        errors=[HasPlayed],
    )
    def post(self, request: Request) -> None:
        bot_account_mark(user=require_user(request))


class UsersApi(ApiView):
    pagination_class = ByName

    @endpoint(
        "user_list",
        "Find users by name",
        scope=GAMES_READ,
        expensive=True,
        query=UsersQuery,
        pages=UserSummary,
    )
    def get(self, request: Request, query: dict[str, Any]) -> Response:
        page = self.paginate_queryset(users_search(query["search"]))
        return self.get_paginated_response([user_document(user) for user in page or ()])


class UserApi(ApiView):
    @endpoint(
        "user_view",
        "Get a user's profile",
        description="Ratings, reliability and the newest games.",
        scope=GAMES_READ,
        examples=[examples.PROFILE],
        reply=ProfileView,
        errors=[UserNotFound],
    )
    def get(self, request: Request, username: str) -> HttpResponse:
        profile = profile_for(viewer=require_user(request), username=username)
        if (same := not_modified_reply(request, profile.version)) is not None:
            return same
        return tagged_reply(profile.document(), profile.version)


class UserGamesApi(GameListApi):
    @endpoint(
        "user_games",
        "List a user's games",
        description="Public games, and those that you both play in; newest first.",
        scope=GAMES_READ,
        expensive=True,
        query=UserGamesQuery,
        pages=GameSummary,
        errors=[UserNotFound],
    )
    def get(self, request: Request, username: str, query: dict[str, Any]) -> HttpResponse:
        viewer = require_user(request)
        return self.games(request, games_visible(viewer=viewer, user=user_find(username), **query))


class RatingHistoryApi(ApiView):
    @endpoint(
        "user_ratings",
        "List what games did to a user's rating",
        description="Newest first. Annulled games are left out.",
        scope=GAMES_READ,
        expensive=True,
        query=RatingHistoryQuery,
        pages=RatingChangeView,
        errors=[UserNotFound],
    )
    def get(self, request: Request, username: str, query: dict[str, Any]) -> Response:
        ruleset = rulesets.ruleset_chosen(query["ruleset"]).slug
        page = self.paginate_queryset(changes_of(user_find(username), ruleset))
        documents = change_documents(viewer=require_user(request), page=page or [])
        return self.get_paginated_response(documents)


class RatingCurveApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "user_rating_curve",
        "Get a user's rating over time as a picture",
        description="An SVG. Of more than 200 games, some are left out.",
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=RatingCurveQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        errors=[UserNotFound],
    )
    def get(self, request: Request, username: str, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        ruleset, layout = rulesets.ruleset_chosen(query["ruleset"]).slug, query["layout"]
        curve = curve_of(user_find(username), ruleset)
        version = (curve, ruleset, language, layout)
        reply = not_modified_reply(request, version) or svg_reply(
            draw_curves([curve], ruleset, language, layout), version
        )
        return set_content_language(reply, language)


class ChancesApi(ApiView):
    @endpoint(
        "game_chances",
        "Get the chances of the players of a game",
        description=(
            "By their ratings alone, and what the game would change. What happens in the game "
            "does not matter."
        ),
        scope=GAMES_READ,
        reply=ChancesView,
        errors=[GameNotFound, GameOver, NamesHidden, NoChances],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(chances_for(user=require_user(request), game_id=game_id))
