"""Matches over HTTP: each view translates one operation and decides nothing."""

from __future__ import annotations

from uuid import UUID

import orjson
from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.api.requests import seen_here, signed_in, signed_with
from accounts.api.schema import DEVICE_ID
from accounts.permissions import scope_check
from accounts.scopes import GAMES_CREATE, GAMES_PLAY, GAMES_READ
from citadels.api.errors import Invalid, Throttled, ending
from citadels.api.revalidation import tagged, unchanged
from citadels.api.schema import problems
from citadels.languages import language_of, spoken_in
from games.api import schema
from games.api.lobby.inputs import (
    GameChangeInput,
    GameCreateInput,
    GameJoinInput,
    GameListQuery,
)
from games.api.lobby.lists import GameListApi
from games.api.replies import game_reply, sent
from games.api.serializers import (
    CommandInput,
    CommandReply,
    DryRunReply,
    GameSummary,
    GameView,
    LanguageQuery,
    checked,
)
from games.errors import (
    AlreadySeated,
    GameFull,
    GameNotFound,
    GameNotInLobby,
    GameNotStarted,
    GameOver,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    NotAway,
    NotSeated,
    NotTheHost,
    NotYourDecision,
    RulesetNotFound,
    RulesUnavailable,
    SeatLost,
    SeatsFree,
    SeatTaken,
)
from games.lobby_errors import (
    NotAdmitted,
    NotReady,
    RemovedByHost,
    SeatsReserved,
    TooManyLobbies,
    TooManyMatches,
)
from games.lobby_selectors import games_found
from games.selectors import (
    game_glance,
    game_view_for,
)
from games.services.lobby import game_cancel, game_change, game_join, game_leave, game_start
from games.services.open import game_open
from games.services.play import command_send
from games.services.resign import seat_resign, seat_return


class GamesApi(GameListApi):
    scopes = {"GET": GAMES_READ, "POST": GAMES_CREATE}
    serializer_class = GameSummary

    def get_throttles(self) -> list[BaseThrottle]:
        creating = self.request is not None and self.request.method == "POST"
        self.throttle_scope = "games_create" if creating else None
        return super().get_throttles()

    @extend_schema(
        operation_id="game_list",
        summary="List the public matches",
        description="`status=lobby&free_seats=1&fits_me=true` finds those that you can join.",
        parameters=[GameListQuery, schema.IF_NONE_MATCH],
        responses={
            200: GameSummary(many=True),
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, Invalid),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        query = checked(GameListQuery(data=request.query_params))
        return self.games(request, games_found(user=signed_in(request), **query))

    @extend_schema(
        operation_id="game_create",
        summary="Create a match",
        parameters=[schema.IDEMPOTENCY_KEY, DEVICE_ID],
        request=GameCreateInput,
        examples=[schema.CREATE_EXAMPLE],
        responses={
            201: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                IdempotencyKeyInvalid,
                RulesetNotFound,
                SeatTaken,
                TooManyLobbies,
                TooManyMatches,
                Invalid,
                IdempotencyKeyReused,
                Throttled,
            ),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        body = checked(GameCreateInput(data=request.data))
        key = request.headers.get("Idempotency-Key")
        reply = game_open(user=signed_in(request), body=body, key=key)
        seen_here(request)
        return sent(request, reply, game_id=UUID(orjson.loads(reply.body)["id"]))


class GameApi(APIView):
    tokens_remembered = ("GET", "HEAD")
    scopes = {"GET": GAMES_READ, "PATCH": GAMES_CREATE}

    @extend_schema(
        operation_id="game_view",
        summary="See a match",
        description=(
            "As you may see it: your own secrets if you have a seat, else what a spectator sees. "
            "The open decision is there for everybody, its options for who has to decide."
        ),
        parameters=[LanguageQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        responses={
            200: GameView,
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, GameNotFound, Invalid),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        user = signed_in(request)
        asked = ""
        if request.query_params:
            asked = checked(LanguageQuery(data=request.query_params))["language"]
        language = language_of(request, asked)
        if "If-None-Match" in request.headers:
            glance = game_glance(user=user, game_id=game_id, language=language)
            if (same := unchanged(request, glance.etag)) is not None:
                return spoken_in(same, language)
        glance, document = game_view_for(user=user, game_id=game_id, language=language)
        return spoken_in(tagged(document, glance.etag), language)

    @extend_schema(
        operation_id="game_change",
        summary="Change a match you host, before it starts",
        description="What is left out stays as it is. Nobody is ready any more.",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=GameChangeInput,
        examples=[schema.CHANGE_EXAMPLE],
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                NotTheHost,
                GameNotFound,
                GameNotInLobby,
                RulesUnavailable,
                Invalid,
            ),
        },
    )
    def patch(self, request: Request, game_id: UUID) -> Response:
        body = checked(GameChangeInput(data=request.data))
        game_change(user=signed_in(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameJoinApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_join",
        summary="Take a seat",
        description=(
            "Private matches are for their host and for who is invited. Where the match starts "
            "when it is full, the last one to join starts it."
        ),
        parameters=[schema.ACCEPT_LANGUAGE, DEVICE_ID],
        request=GameJoinInput,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                GameNotFound,
                GameNotInLobby,
                RemovedByHost,
                NotAdmitted,
                AlreadySeated,
                GameFull,
                SeatTaken,
                SeatsReserved,
                TooManyMatches,
                Invalid,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(GameJoinInput(data=request.data))
        game_join(user=signed_in(request), game_id=game_id, **body)
        seen_here(request)
        return game_reply(request, game_id)


class GameLeaveApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_leave",
        summary="Give your seat back before the start",
        description=(
            "If you are the host, whoever sits there longest is; if nobody does, the match is "
            "called off."
        ),
        request=None,
        responses={
            204: None,
            **problems(*schema.SECURED, NotSeated, GameNotFound, GameNotInLobby),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_leave(user=signed_in(request), game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class GameStartApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_start",
        summary="Start a match you host",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                NotTheHost,
                GameNotFound,
                GameNotInLobby,
                SeatsFree,
                NotReady,
                RulesUnavailable,
                Invalid,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_start(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameCancelApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_cancel",
        summary="Call off a match you host, before it starts",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*schema.SECURED, NotTheHost, GameNotFound, GameNotInLobby),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_cancel(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameResignApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_resign",
        summary="Give up a running match",
        description="You are placed last, and a bot plays your seat on. There is no way back.",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED, NotSeated, GameNotFound, GameNotStarted, GameOver, SeatLost
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_resign(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameReturnApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_return",
        summary="Take your seat back",
        description=(
            "From the bot that stood in when your time was out. Your clock begins anew if the "
            "open decision is yours."
        ),
        parameters=[schema.ACCEPT_LANGUAGE],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                NotSeated,
                GameNotFound,
                GameNotStarted,
                GameOver,
                SeatLost,
                NotAway,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_return(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameCommandsApi(APIView):
    tokens_remembered = ("POST",)
    throttle_scope = "command"
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_command",
        summary="Answer the open decision",
        description=(
            "`decision` is the id of the open decision; if another one is open by now, 409 tells "
            "which. Several choices answer the decisions that follow, all of them or none; nothing "
            "may follow a choice that tells you something new, such as a drawn card. With "
            "`dry_run` all of this is checked, and nothing is kept. Dry runs, and commands of "
            "several choices, need the scope `games:read`, too."
        ),
        parameters=[schema.ACCEPT_LANGUAGE, schema.IDEMPOTENCY_KEY],
        request=CommandInput,
        examples=[schema.COMMAND_EXAMPLE],
        responses={
            200: PolymorphicProxySerializer(
                component_name="CommandOutcome",
                serializers=[CommandReply, DryRunReply],
                resource_type_field_name=None,
            ),
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED, IdempotencyKeyInvalid, NotSeated, NotYourDecision, GameNotFound
            ),
            **schema.command_problems(),
        },
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        body = checked(CommandInput(data=request.data))
        if body["dry_run"] or len(body["choices"]) > 1:  # a refusal tells which choices are legal
            scope_check(signed_with(request), GAMES_READ)
        reply = command_send(
            user=signed_in(request),
            game_id=game_id,
            key=request.headers.get("Idempotency-Key"),
            language=language_of(request),
            **body,
        )
        response = sent(request, reply, game_id=game_id)
        return ending(response, "dry_run") if body.get("dry_run") else response
