"""Games before their start, over HTTP: list, create, change, join, leave, start and cancel."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import fingerprint_client, require_user, user_of
from accounts.api.schema import DEVICE_ID
from accounts.scopes import GAMES_CREATE, GAMES_PLAY, GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.errors import GuestRefused, Invalid
from games.lobby.api.inputs import GameChangeInput, GameCreateInput, GameJoinInput, GameListQuery
from games.lobby.create_once import game_open
from games.lobby.errors import (
    HOST_ERRORS,
    PLAYER_ERRORS,
    AlreadySeated,
    BotAccountNotAdmitted,
    GameFull,
    GameNotInLobby,
    NotAdmitted,
    NotReady,
    PlayerBlocked,
    RemovedByHost,
    SeatsFree,
    SeatsReserved,
    SeatTaken,
    TooManyGames,
    TooManyLobbies,
)
from games.lobby.selectors import games_search
from games.lobby.services import game_cancel, game_change, game_join, game_leave, game_start
from games.play.api import schema
from games.play.api.lists import GameListApi
from games.play.api.replies import game_reply, idempotent_reply
from games.play.api.serializers import GameSummary, GameView
from games.play.api.views import GameViewApi
from games.play.errors import GameNotFound, IdempotencyKeyInvalid, IdempotencyKeyReused


class GamesApi(GameListApi):
    @endpoint(
        "game_list",
        "List the public games",
        description=(
            "`status=lobby&free_seats=1&fits_me=true` finds games that you can join. All filters "
            "but `status`, `ruleset` and `created_by` search the newest 5,000 games that these "
            "three leave."
        ),
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        query=GameListQuery,
        pages=GameSummary,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        user = require_user(request) if query.get("fits_me") else user_of(request)
        return self.games(request, games_search(user=user, **query))

    @endpoint(
        "game_create",
        "Create a game",
        scope=GAMES_CREATE,
        guests_may=True,
        rate="games_create",
        parameters=[schema.IDEMPOTENCY_KEY, DEVICE_ID],
        body=GameCreateInput,
        examples=[schema.CREATE_EXAMPLE],
        reply=GameView,
        status=201,
        other_replies=schema.WITHOUT_READ,
        errors=[
            IdempotencyKeyInvalid,
            GuestRefused,
            SeatTaken,
            TooManyLobbies,
            TooManyGames,
            IdempotencyKeyReused,
        ],
    )
    def post(self, request: Request, body: dict[str, Any]) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        reply = game_open(user=require_user(request), body=body, key=key)
        fingerprint_client(request)
        return idempotent_reply(request, reply, game_id=UUID(str(reply.document["id"])), status=201)


class GameApi(GameViewApi):
    """Adds the host's PATCH to the address of a game."""

    @schema.game_endpoint(
        "game_change",
        "Change a game you host, before it starts",
        description="Members left out stay as they are. Players have to be ready again.",
        scope=GAMES_CREATE,
        body=GameChangeInput,
        examples=[schema.CHANGE_EXAMPLE],
        errors=HOST_ERRORS,
    )
    def patch(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        game_change(user=require_user(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameJoinApi(ApiView):
    @schema.game_endpoint(
        "game_join",
        "Take a seat",
        description=(
            "Private games are open only to their host and to invited users. With "
            "`start_when_full` the game starts when the last seat is taken."
        ),
        scope=GAMES_PLAY,
        parameters=[DEVICE_ID],
        body=GameJoinInput,
        errors=[
            GameNotFound,
            GameNotInLobby,
            RemovedByHost,
            BotAccountNotAdmitted,
            NotAdmitted,
            AlreadySeated,
            GameFull,
            SeatTaken,
            SeatsReserved,
            PlayerBlocked,
            TooManyGames,
        ],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        game_join(user=require_user(request), game_id=game_id, **body)
        fingerprint_client(request)
        return game_reply(request, game_id)


class GameLeaveApi(ApiView):
    @endpoint(
        "game_leave",
        "Leave a game before its start",
        description=(
            "If you are the host, the longest-seated player becomes the host; if none remain, the "
            "game is cancelled."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        errors=PLAYER_ERRORS,
    )
    def post(self, request: Request, game_id: UUID) -> None:
        game_leave(user=require_user(request), game_id=game_id)


class GameStartApi(ApiView):
    @schema.game_endpoint(
        "game_start",
        "Start a game you host",
        scope=GAMES_CREATE,
        guests_may=True,
        expensive=True,
        errors=[*HOST_ERRORS, SeatsFree, NotReady, Invalid],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_start(user=require_user(request), game_id=game_id)
        return game_reply(request, game_id)


class GameCancelApi(ApiView):
    @schema.game_endpoint(
        "game_cancel",
        "Cancel a game you host, before it starts",
        scope=GAMES_CREATE,
        guests_may=True,
        errors=HOST_ERRORS,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        game_cancel(user=require_user(request), game_id=game_id)
        return game_reply(request, game_id)
