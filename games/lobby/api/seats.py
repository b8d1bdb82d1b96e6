"""Seats before the start, over HTTP: players, bots, and rematches."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import fingerprint_client, require_user
from accounts.api.schema import DEVICE_ID
from accounts.scopes import GAMES_CREATE, GAMES_PLAY
from core.api.endpoints import ApiView
from core.errors import Invalid
from games.lobby.api.inputs import BotInput, ReadyInput, SeatInput
from games.lobby.errors import (
    HOST_ERRORS,
    PLAYER_ERRORS,
    GameFull,
    GameNotOver,
    GameReopened,
    NoBotThere,
    NoPlayerThere,
    PlayerBlocked,
    RematchLimit,
    RemovedByHost,
    SeatsReserved,
    SeatTaken,
    TooManyGames,
    TooManyLobbies,
)
from games.lobby.services import (
    bot_place,
    bot_remove,
    game_rematch,
    player_remove,
    ready_set,
    seat_change,
)
from games.play.api import schema
from games.play.api.replies import game_reply
from games.play.errors import NamesHidden


class GameSeatApi(ApiView):
    @schema.game_endpoint(
        "game_seat",
        "Move to another seat before the start",
        scope=GAMES_PLAY,
        body=SeatInput,
        examples=[schema.SEAT_EXAMPLE],
        errors=[*PLAYER_ERRORS, SeatTaken],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        seat_change(user=require_user(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameReadyApi(ApiView):
    @schema.game_endpoint(
        "game_ready",
        "Say that you are ready, or not ready",
        description=(
            "With `ready_check` the game starts when all seats are taken and all players are "
            "ready. After a change by the host, all players have to say it again."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        body=ReadyInput,
        examples=[schema.READY_EXAMPLE],
        errors=PLAYER_ERRORS,
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        ready_set(user=require_user(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameKickApi(ApiView):
    @schema.game_endpoint(
        "game_kick",
        "Remove a player before the start",
        description="Only for the host. The player can come back only by invitation.",
        scope=GAMES_CREATE,
        body=SeatInput,
        examples=[schema.SEAT_EXAMPLE],
        errors=[*HOST_ERRORS, NoPlayerThere],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        player_remove(user=require_user(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameBotApi(ApiView):
    @schema.game_endpoint(
        "game_bot_place",
        "Put a bot on a seat",
        description="Only for the host, on a free seat or in place of another bot.",
        scope=GAMES_CREATE,
        body=BotInput,
        examples=[schema.BOT_EXAMPLE],
        errors=[*HOST_ERRORS, SeatTaken],
    )
    def put(self, request: Request, game_id: UUID, seat: int, body: dict[str, Any]) -> Response:
        bot_place(user=require_user(request), game_id=game_id, seat=seat, **body)
        return game_reply(request, game_id)

    @schema.game_endpoint(
        "game_bot_remove",
        "Remove a bot from its seat",
        scope=GAMES_CREATE,
        errors=[*HOST_ERRORS, NoBotThere, Invalid],
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> Response:
        bot_remove(user=require_user(request), game_id=game_id, seat=seat)
        return game_reply(request, game_id)


class GameRematchApi(ApiView):
    @schema.game_endpoint(
        "game_rematch",
        "Ask for a rematch",
        description=(
            "Creates a new game of the same players, or joins it if another player has created it. "
            "Its seats are reserved for the players of this game. The reply is the new game. "
            "Asking again changes nothing."
        ),
        scope=GAMES_CREATE,
        guests_may=True,
        expensive=True,
        parameters=[DEVICE_ID],
        errors=[
            *PLAYER_ERRORS,
            GameNotOver,
            GameReopened,
            NamesHidden,
            PlayerBlocked,
            RematchLimit,
            GameFull,
            SeatsReserved,
            RemovedByHost,
            TooManyGames,
            TooManyLobbies,
            Invalid,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        rematch = game_rematch(user=require_user(request), game_id=game_id)
        fingerprint_client(request)
        return game_reply(request, rematch.id)
