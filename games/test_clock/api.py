"""The endpoint of test clocks."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.scopes import GAMES_CREATE
from core.api.endpoints import ApiView
from games.lobby.errors import NotTheHost
from games.play.api import schema
from games.play.api.replies import game_reply
from games.play.errors import GameFrozen, GameNotFound
from games.rules.errors import GameOver
from games.test_clock.errors import NoTestClock
from games.test_clock.services import time_pass

SHORTEST, LONGEST = 60, 90 * 24 * 3600


class TimePassInput(serializers.Serializer):
    seconds = serializers.IntegerField(min_value=SHORTEST, max_value=LONGEST)


class GameTestClockApi(ApiView):
    @schema.game_endpoint(
        "game_time_pass",
        "Let time pass in a game with a test clock",
        description=(
            "Only for the host of a game that was created with `test_clock`. Deadline, reminder, "
            "bots, votes and the start of the lobby come `seconds` earlier; what is due then "
            "happens about a second later. A request that is repeated moves them again."
        ),
        scope=GAMES_CREATE,
        body=TimePassInput,
        errors=[GameNotFound, NotTheHost, NoTestClock, GameOver, GameFrozen],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> Response:
        length = timedelta(seconds=body["seconds"])
        time_pass(user=require_user(request), game_id=game_id, length=length)
        return game_reply(request, game_id)
