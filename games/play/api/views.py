"""Matches over HTTP: each view translates one operation and decides nothing."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import seen_here, signed_in, signed_with
from accounts.api.schema import DEVICE_ID
from accounts.permissions import scope_check
from accounts.scopes import GAMES_CREATE, GAMES_PLAY, GAMES_READ
from core.api.conditional import tagged
from core.api.endpoints import ApiView, endpoint
from core.api.errors import ending
from core.api.languages import language_of, spoken_in
from core.errors import Invalid
from games.history.api.history import known_already
from games.lobby.api.inputs import GameChangeInput, GameCreateInput, GameJoinInput, GameListQuery
from games.lobby.api.lists import GameListApi
from games.lobby.create_once import game_open
from games.lobby.errors import (
    AlreadySeated,
    GameFull,
    GameNotInLobby,
    NotAdmitted,
    NotReady,
    NotTheHost,
    RemovedByHost,
    SeatsFree,
    SeatsReserved,
    SeatTaken,
    TooManyLobbies,
    TooManyMatches,
)
from games.lobby.selectors import games_found
from games.lobby.services import game_cancel, game_change, game_join, game_leave, game_start
from games.play.api import schema
from games.play.api.replies import game_reply, sent
from games.play.api.serializers import (
    CommandInput,
    CommandReply,
    DryRunReply,
    GameSummary,
    GameView,
    IllegalChoiceProblem,
    LanguageQuery,
    StaleDecisionProblem,
)
from games.play.commands import command_send
from games.play.errors import (
    ChoiceEndsCommand,
    DeadlinePassed,
    GameFrozen,
    GameNotFound,
    GameNotStarted,
    GameOver,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    IllegalChoice,
    NotSeated,
    NotYourDecision,
    SeatAway,
    SeatLost,
    StaleDecision,
)
from games.play.selectors import game_view_for
from games.rules.errors import RulesetNotFound, RulesUnavailable
from games.seats.errors import NotAway
from games.seats.resign import seat_resign, seat_return


class GamesApi(GameListApi):
    @endpoint(
        "game_list",
        "List the public matches",
        description="`status=lobby&free_seats=1&fits_me=true` finds those that you can join.",
        scope=GAMES_READ,
        query=GameListQuery,
        pages=GameSummary,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        return self.games(request, games_found(user=signed_in(request), **query))

    @endpoint(
        "game_create",
        "Create a match",
        scope=GAMES_CREATE,
        rate="games_create",
        parameters=[schema.IDEMPOTENCY_KEY, DEVICE_ID],
        body=GameCreateInput,
        examples=[schema.CREATE_EXAMPLE],
        reply=GameView,
        status=201,
        other_replies=schema.WITHOUT_READ,
        errors=[
            IdempotencyKeyInvalid,
            RulesetNotFound,
            SeatTaken,
            TooManyLobbies,
            TooManyMatches,
            IdempotencyKeyReused,
        ],
    )
    def post(self, request: Request, body: dict[str, Any]) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        reply = game_open(user=signed_in(request), body=body, key=key)
        seen_here(request)
        return sent(request, reply, game_id=UUID(str(reply.document["id"])), status=201)


class GameApi(ApiView):
    @endpoint(
        "game_view",
        "See a match",
        description=(
            "As you may see it: your own secrets if you have a seat, else what a spectator sees. "
            "The open decision is there for everybody, its options for who has to decide."
        ),
        scope=GAMES_READ,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=GameView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        if (same := known_already(request, game_id, language)) is not None:
            return same
        user = signed_in(request)
        glance, document = game_view_for(user=user, game_id=game_id, language=language)
        return spoken_in(tagged(document, glance.version), language)

    @schema.game_endpoint(
        "game_change",
        "Change a match you host, before it starts",
        description="What is left out stays as it is. Nobody is ready any more.",
        scope=GAMES_CREATE,
        body=GameChangeInput,
        examples=[schema.CHANGE_EXAMPLE],
        errors=[NotTheHost, GameNotFound, GameNotInLobby],
    )
    def patch(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        game_change(user=signed_in(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameJoinApi(ApiView):
    @schema.game_endpoint(
        "game_join",
        "Take a seat",
        description=(
            "Private matches are for their host and for who is invited. Where the match starts "
            "when it is full, the last one to join starts it."
        ),
        scope=GAMES_PLAY,
        parameters=[DEVICE_ID],
        body=GameJoinInput,
        errors=[
            GameNotFound,
            GameNotInLobby,
            RemovedByHost,
            NotAdmitted,
            AlreadySeated,
            GameFull,
            SeatTaken,
            SeatsReserved,
            TooManyMatches,
        ],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        game_join(user=signed_in(request), game_id=game_id, **body)
        seen_here(request)
        return game_reply(request, game_id)


class GameLeaveApi(ApiView):
    @endpoint(
        "game_leave",
        "Give your seat back before the start",
        description=(
            "If you are the host, whoever sits there longest is; if nobody does, the match is "
            "called off."
        ),
        scope=GAMES_PLAY,
        errors=[NotSeated, GameNotFound, GameNotInLobby],
    )
    def post(self, request: Request, game_id: UUID) -> None:
        game_leave(user=signed_in(request), game_id=game_id)


class GameStartApi(ApiView):
    @schema.game_endpoint(
        "game_start",
        "Start a match you host",
        scope=GAMES_CREATE,
        errors=[
            NotTheHost,
            GameNotFound,
            GameNotInLobby,
            SeatsFree,
            NotReady,
            Invalid,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_start(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameCancelApi(ApiView):
    @schema.game_endpoint(
        "game_cancel",
        "Call off a match you host, before it starts",
        scope=GAMES_CREATE,
        errors=[NotTheHost, GameNotFound, GameNotInLobby],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_cancel(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameResignApi(ApiView):
    @schema.game_endpoint(
        "game_resign",
        "Give up a running match",
        description="You are placed last, and a bot plays your seat on. There is no way back.",
        scope=GAMES_PLAY,
        errors=[NotSeated, GameNotFound, GameNotStarted, GameOver, SeatLost],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_resign(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameReturnApi(ApiView):
    @schema.game_endpoint(
        "game_return",
        "Take your seat back",
        description=(
            "From the bot that stood in when your time was out. Your clock begins anew if the "
            "open decision is yours."
        ),
        scope=GAMES_PLAY,
        errors=[NotSeated, GameNotFound, GameNotStarted, GameOver, SeatLost, NotAway],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        seat_return(user=signed_in(request), game_id=game_id)
        return game_reply(request, game_id)


class GameCommandsApi(ApiView):
    @endpoint(
        "game_command",
        "Answer the open decision",
        description=(
            "`decision` is the id of the open decision; if another one is open by now, 409 tells "
            "which. Several choices answer the decisions that follow, all of them or none; nothing "
            "may follow a choice that tells you something new, such as a drawn card. With "
            "`dry_run` all of this is checked, and nothing is kept. Dry runs, and commands of "
            "several choices, need the scope `games:read`, too."
        ),
        scope=GAMES_PLAY,
        rate="command",
        parameters=[schema.ACCEPT_LANGUAGE, schema.IDEMPOTENCY_KEY],
        body=CommandInput,
        examples=[schema.COMMAND_EXAMPLE],
        reply=PolymorphicProxySerializer(
            component_name="CommandOutcome",
            serializers=[CommandReply, DryRunReply],
            resource_type_field_name=None,
        ),
        other_replies=schema.WITHOUT_READ,
        errors=[
            IdempotencyKeyInvalid,
            NotSeated,
            NotYourDecision,
            GameNotFound,
            StaleDecision,
            SeatLost,
            SeatAway,
            DeadlinePassed,
            GameFrozen,
            GameNotStarted,
            GameOver,
            IllegalChoice,
            ChoiceEndsCommand,
            IdempotencyKeyReused,
            RulesUnavailable,
        ],
        problem_members={409: StaleDecisionProblem, 422: IllegalChoiceProblem},
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
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
