"""Endpoints for standing orders, for the player of a seat only."""

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
from games.play.api.serializers import AnyObject, optional_integer
from games.play.errors import (
    SEAT_ERRORS,
    DeadlinePassed,
    GameNotFound,
    NotSeated,
    SeatAway,
)
from games.rules.errors import RulesUnavailable
from games.standing_orders import ASK, MAX_DELAY, MAX_TIMES, STOP, StopReason
from games.standing_orders.selectors import orders_for
from games.standing_orders.services import orders_set


@extend_schema_field(
    {"oneOf": [{"type": "string"}, {"type": "object"}]}, component_name="OrderPattern"
)
class Pattern(serializers.JSONField):
    """A choice, or an object that matches several."""


class OrderInput(serializers.Serializer):
    """An answer to decisions that are not open yet."""

    topic = serializers.CharField(help_text="One of the ruleset's topics, or `*` for all.")
    choose = serializers.ListField(
        child=Pattern(),
        min_length=1,
        help_text=(
            'Patterns, best first: `keep:architect`, or an object such as `{"verb": "keep", '
            '"highest": "cost"}` with a verb, members that must be equal, and at most one '
            "number to pick by, `highest` or `lowest`."
        ),
    )
    only_when = AnyObject(
        required=False,
        allow_null=True,
        default=None,
        help_text=(
            "`verbs`: only if all options have these; `without`: only if none has. Otherwise "
            "the order does not apply."
        ),
    )
    otherwise = serializers.ChoiceField(
        (ASK, STOP),
        required=False,
        default=STOP,
        help_text="If no pattern matches: `ask` asks you; `stop` asks you and ends the order.",
    )
    delay = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=int(MAX_DELAY.total_seconds()),
        help_text="Seconds to wait before the answer.",
    )
    times = optional_integer(
        "How often it is followed. Null: without limit.", min_value=1, max_value=MAX_TIMES
    )


class OrderView(OrderInput):
    """A standing order and its state."""

    position = serializers.IntegerField()
    times_left = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    stopped_at = serializers.DateTimeField(allow_null=True)
    stop_reason = serializers.ChoiceField([why.value for why in StopReason], allow_null=True)


class OrdersReply(serializers.Serializer):
    """Your standing orders, in the sequence in which they are tried, and ended ones with the
    reason.
    """

    orders = OrderView(many=True)


@extend_schema_field(OrderInput(many=True))
class AnyOrders(serializers.JSONField):
    """Orders, validated against the topics of the ruleset."""


class OrdersInput(serializers.Serializer):
    orders = AnyOrders(help_text="At most 30. They replace all previous orders; `[]` removes all.")


class GameOrdersApi(ApiView):
    @endpoint(
        "game_orders",
        "List your standing orders in a game",
        scope=GAMES_READ,
        reply=OrdersReply,
        errors=[NotSeated, GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> object:
        return {"orders": orders_for(user=require_user(request), game_id=game_id)}

    @endpoint(
        "game_orders_set",
        "Replace your standing orders in a game",
        description=(
            "The server follows them as soon as a decision opens, and at once if the open one "
            "is yours. Nobody else learns that there are any."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        body=OrdersInput,
        reply=OrdersReply,
        other_replies=schema.WITHOUT_READ,
        errors=[*SEAT_ERRORS, SeatAway, DeadlinePassed, RulesUnavailable],
    )
    def put(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        user = require_user(request)
        orders_set(user=user, game_id=game_id, **body)
        if not may_read(request):
            return empty_reply(game_id)
        return {"orders": orders_for(user=user, game_id=game_id)}
