"""Who sits where before the start, over HTTP."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import seen_here, signed_in
from accounts.api.schema import DEVICE_ID
from accounts.scopes import GAMES_CREATE, GAMES_PLAY
from citadels.api.errors import Invalid
from citadels.api.schema import problems
from games.api import schema
from games.api.lobby.inputs import BotInput, ReadyInput, SeatInput
from games.api.replies import game_reply
from games.api.serializers import GameView, checked
from games.errors import (
    GameFull,
    GameNotFound,
    GameNotInLobby,
    NotSeated,
    NotTheHost,
    RulesUnavailable,
    SeatTaken,
)
from games.lobby_errors import (
    GameNotOver,
    GameReopened,
    NoBotThere,
    NoPlayerThere,
    RemovedByHost,
    TooManyLobbies,
    TooManyMatches,
)
from games.services.lobby import (
    bot_place,
    bot_remove,
    game_rematch,
    player_remove,
    ready_set,
    seat_change,
)

OF_PLAYERS = (*schema.SECURED, NotSeated, GameNotFound, GameNotInLobby)
OF_THE_HOST = (*schema.SECURED, NotTheHost, GameNotFound, GameNotInLobby)


class GameSeatApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_seat",
        summary="Move to another seat before the start",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=SeatInput,
        examples=[schema.SEAT_EXAMPLE],
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*OF_PLAYERS, SeatTaken, Invalid),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(SeatInput(data=request.data))
        seat_change(user=signed_in(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameReadyApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="game_ready",
        summary="Say that you are ready, or no longer",
        description=(
            "With `ready_check` the match starts when all seats are taken and all players ready. "
            "Whenever the host changes something nobody is ready any more."
        ),
        parameters=[schema.ACCEPT_LANGUAGE],
        request=ReadyInput,
        examples=[schema.READY_EXAMPLE],
        responses={200: GameView, **schema.WITHOUT_READ, **problems(*OF_PLAYERS, Invalid)},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(ReadyInput(data=request.data))
        ready_set(user=signed_in(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameKickApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_kick",
        summary="Remove a player before the start",
        description="By the host. Who was removed can come back only by invitation.",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=SeatInput,
        examples=[schema.SEAT_EXAMPLE],
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*OF_THE_HOST, NoPlayerThere, Invalid),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(SeatInput(data=request.data))
        player_remove(user=signed_in(request), game_id=game_id, **body)
        return game_reply(request, game_id)


class GameBotApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_bot_place",
        summary="Set a bot on a seat",
        description="By the host, on a free seat or in the place of another bot.",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=BotInput,
        examples=[schema.BOT_EXAMPLE],
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*OF_THE_HOST, SeatTaken, RulesUnavailable, Invalid),
        },
    )
    def put(self, request: Request, game_id: UUID, seat: int) -> Response:
        body = checked(BotInput(data=request.data))
        bot_place(user=signed_in(request), game_id=game_id, seat=seat, **body)
        return game_reply(request, game_id)

    @extend_schema(
        operation_id="game_bot_remove",
        summary="Take a bot from its seat",
        parameters=[schema.ACCEPT_LANGUAGE],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(*OF_THE_HOST, NoBotThere, Invalid),
        },
    )
    def delete(self, request: Request, game_id: UUID, seat: int) -> Response:
        bot_remove(user=signed_in(request), game_id=game_id, seat=seat)
        return game_reply(request, game_id)


class GameRematchApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_rematch",
        summary="Ask for another match of the same people",
        description=(
            "Whoever asks finds himself in the same new match, whose seats are kept for the "
            "players of this one. The reply is the new match. Asking twice does no harm."
        ),
        parameters=[schema.ACCEPT_LANGUAGE, DEVICE_ID],
        request=None,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *OF_PLAYERS,
                GameNotOver,
                GameReopened,
                GameFull,
                RemovedByHost,
                TooManyMatches,
                TooManyLobbies,
                RulesUnavailable,
                Invalid,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        again = game_rematch(user=signed_in(request), game_id=game_id)
        seen_here(request)
        return game_reply(request, again.id)
