"""Standing orders over HTTP: for the player of a seat, and nobody else."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.endpoints import ApiView, endpoint
from games.play.api import schema
from games.play.api.replies import empty_reply, may_read
from games.play.api.serializers import AnyObject
from games.play.errors import (
    DeadlinePassed,
    GameNotFound,
    GameNotStarted,
    NotSeated,
    SeatAway,
    SeatLost,
)
from games.rules.errors import GameOver, RulesUnavailable
from games.standing_orders import ASK, MAX_DELAY, MAX_TIMES, STOP, StopReason
from games.standing_orders.selectors import orders_for
from games.standing_orders.services import orders_set


@extend_schema_field(
    {"type": "array", "items": {"oneOf": [{"type": "string"}, {"type": "object"}]}, "minItems": 1}
)
class Patterns(serializers.ListField):
    """Choices, or objects that fit several."""


class OrderInput(serializers.Serializer):
    """What to answer to decisions that are not open yet."""

    topic = serializers.CharField(help_text="One of the ruleset's topics, or `*` for all.")
    choose = Patterns(
        help_text=(
            "The first that fits is chosen: `keep:architect`, or an object such as "
            '`{"verb": "keep", "highest": "cost"}` with a verb, members that must be equal, and '
            "perhaps `highest` or `lowest` of a number."
        )
    )
    only_when = AnyObject(
        required=False,
        allow_null=True,
        default=None,
        help_text=(
            "`verbs`: only if all options are of these; `without`: only if none is of these. "
            "Else the order has no say in the decision."
        ),
    )
    otherwise = serializers.ChoiceField(
        (ASK, STOP),
        required=False,
        default=STOP,
        help_text="If nothing fits: you are asked (`ask`), and the order ends besides (`stop`).",
    )
    delay = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=int(MAX_DELAY.total_seconds()),
        help_text="Seconds to wait before the answer.",
    )
    times = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=1,
        max_value=MAX_TIMES,
        help_text="How often it is followed; null: any number of times.",
    )


class OrderView(OrderInput):
    """A standing order, and how it stands."""

    position = serializers.IntegerField()
    times_left = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    stopped_at = serializers.DateTimeField(allow_null=True)
    stop_reason = serializers.ChoiceField([why.value for why in StopReason], allow_null=True)


class OrdersReply(serializers.Serializer):
    """Your standing orders, the first to be asked first; those that ended say why."""

    orders = OrderView(many=True)


@extend_schema_field(OrderInput(many=True))
class AnyOrders(serializers.JSONField):
    """Orders, which are checked against what the game may ask."""


class OrdersInput(serializers.Serializer):
    orders = AnyOrders(help_text="At most 30. They replace all you gave before; `[]` ends all.")


class GameOrdersApi(ApiView):
    @endpoint(
        "game_orders",
        "See your standing orders in a game",
        scope=GAMES_READ,
        reply=OrdersReply,
        errors=[NotSeated, GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> object:
        return {"orders": orders_for(user=require_user(request), game_id=game_id)}

    @endpoint(
        "game_orders_set",
        "Give standing orders",
        description=(
            "What the server answers for you the moment a decision opens, and to the open one at "
            "once if it is yours. Nobody else learns that there are any."
        ),
        scope=GAMES_PLAY,
        body=OrdersInput,
        reply=OrdersReply,
        other_replies=schema.WITHOUT_READ,
        errors=[
            NotSeated,
            GameNotFound,
            GameNotStarted,
            GameOver,
            SeatLost,
            SeatAway,
            DeadlinePassed,
            RulesUnavailable,
        ],
    )
    def put(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        user = require_user(request)
        orders_set(user=user, game_id=game_id, **body)
        if not may_read(request):
            return empty_reply(game_id)
        return {"orders": orders_for(user=user, game_id=game_id)}
