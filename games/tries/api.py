"""The endpoint that starts a game at a position of a finished one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_CREATE
from core.api.endpoints import ApiView, endpoint
from games.history.errors import PAST_ERRORS
from games.lobby.api.inputs import BotInput
from games.lobby.errors import TooManyGames
from games.play.api import schema
from games.play.api.replies import idempotent_reply
from games.play.api.serializers import GameView, optional_integer
from games.play.errors import (
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
)
from games.tries.errors import NoDecisionLeft, RedealUnavailable
from games.tries.services import Hidden, try_open

EXAMPLE = OpenApiExample(
    "On the third seat, with what is hidden dealt again",
    request_only=True,
    value={"seat": 2, "hidden": "redealt"},
)


class TryInput(serializers.Serializer):
    seat = optional_integer("Your seat; null: the one that you held, else the one that decides.")
    hidden = serializers.ChoiceField(
        [hidden.value for hidden in Hidden],
        required=False,
        default=Hidden.REDEALT,
        help_text=(
            "as_it_was: everything is where it was; redealt: what your seat did not know is "
            "dealt again, and the game begins at the next decision of your seat."
        ),
    )
    bot = BotInput(
        required=False,
        allow_null=True,
        default=None,
        help_text="The bots on all other seats; null: those that replace missing players.",
    )


class GameTryApi(ApiView):
    @endpoint(
        "game_try",
        "Try a finished game from one of its positions",
        description=(
            "Starts a new game after this move, in which you play a seat against bots. It is "
            "private and unrated, and has its own seed. The finished game does not change."
        ),
        scope=GAMES_CREATE,
        guests_may=True,
        expensive=True,
        rate="games_create",
        parameters=[schema.IDEMPOTENCY_KEY],
        body=TryInput,
        examples=[EXAMPLE],
        reply=GameView,
        status=201,
        other_replies=schema.WITHOUT_READ,
        errors=[
            IdempotencyKeyInvalid,
            *PAST_ERRORS,
            NoDecisionLeft,
            RedealUnavailable,
            TooManyGames,
            IdempotencyKeyReused,
        ],
    )
    def post(
        self, request: Request, game_id: UUID, move: int, body: dict[str, Any]
    ) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        reply = try_open(user=require_user(request), game_id=game_id, move=move, body=body, key=key)
        return idempotent_reply(request, reply, game_id=UUID(str(reply.document["id"])), status=201)
