"""People over HTTP: profiles, and who is best at a game."""

from __future__ import annotations

import re

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.errors import UserNotFound
from accounts.models import USERNAME_PATTERN, User
from accounts.scopes import GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.pagination import CursorPagination
from citadels.api.revalidation import tagged, unchanged
from citadels.api.schema import problems
from games.api import examples, schema
from games.api.lobby.inputs import UserGamesQuery
from games.api.lobby.lists import GameListApi
from games.api.serializers import GameSummary, UserSummary, checked
from games.api.serializers_people import LeaderView, ProfileView, UsersQuery
from games.documents import user_document
from games.engines import rulesets
from games.errors import RulesetNotFound
from games.models import Rating
from games.people import games_seen, leaders, leaders_ranked, profile_for, user_named, users_found


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


class LeaderboardApi(generics.GenericAPIView):
    scope = GAMES_READ

    serializer_class = LeaderView
    queryset = Rating.objects.none()
    pagination_class = BestFirst

    @extend_schema(
        operation_id="ruleset_leaderboard",
        summary="See who is best at a game",
        description="The best first. Ratings of few matches are left out.",
        examples=[examples.LEADERS],
        responses={
            200: LeaderView(many=True),
            **problems(*schema.SECURED, RulesetNotFound, Invalid),
        },
    )
    def get(self, request: Request, slug: str) -> Response:
        ruleset = rulesets.ruleset_named(slug).slug
        page = self.paginate_queryset(leaders(ruleset))
        return self.get_paginated_response(leaders_ranked(ruleset=ruleset, page=page or []))


class UsersApi(generics.GenericAPIView):
    scope = GAMES_READ

    serializer_class = UserSummary
    queryset = User.objects.none()
    pagination_class = ByName

    @extend_schema(
        operation_id="user_list",
        summary="Find users by name",
        parameters=[UsersQuery],
        responses={200: UserSummary(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        query = checked(UsersQuery(data=request.query_params))
        page = self.paginate_queryset(users_found(query["search"]))
        return self.get_paginated_response([user_document(user) for user in page or ()])


class UserApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="user_view",
        summary="See a user's profile",
        description="Ratings, how he keeps his appointments, and his newest matches.",
        examples=[examples.PROFILE],
        responses={200: ProfileView, **problems(*schema.SECURED, UserNotFound)},
    )
    def get(self, request: Request, username: str) -> HttpResponse:
        profile = profile_for(viewer=signed_in(request), username=username)
        if (same := unchanged(request, profile.etag)) is not None:
            return same
        return tagged(profile.document(), profile.etag)


class UserGamesApi(GameListApi):
    scope = GAMES_READ
    serializer_class = GameSummary

    @extend_schema(
        operation_id="user_games",
        summary="List a user's matches",
        description="Public ones, and those that you sit in together; newest first.",
        parameters=[UserGamesQuery],
        responses={
            200: GameSummary(many=True),
            **problems(*schema.SECURED, UserNotFound, Invalid),
        },
    )
    def get(self, request: Request, username: str) -> HttpResponse:
        query = checked(UserGamesQuery(data=request.query_params))
        viewer = signed_in(request)
        return self.games(request, games_seen(viewer=viewer, user=user_named(username), **query))
