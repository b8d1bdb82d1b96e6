"""Parameters, replies and examples that several endpoints share in the schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse

from core.api.endpoints import endpoint
from core.errors import ApiError
from games.play.api.serializers import GameView
from games.rules.errors import RulesUnavailable

ACCEPT_LANGUAGE = OpenApiParameter(
    "Accept-Language",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        "Preferred languages with quality values, such as `fr-CA, en;q=0.5`. `Content-Language` "
        "names the language of the reply, which is English if none of them is available."
    ),
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]*$"},
    OpenApiParameter.HEADER,
    description=(
        "A string of up to 200 characters that you choose. If you send the same request with the "
        "same key again, you get the first reply again, with `Idempotent-Replayed: true`."
    ),
)


def without_read(result: str) -> dict[int, OpenApiResponse]:
    """Describe the reply to tokens without the scope `games:read`, which may not see the result."""
    description = (
        "Success. The reply is empty because the token lacks the scope `games:read`; "
        f"`Location` is the address of the {result}."
    )
    return {204: OpenApiResponse(description=description)}


WITHOUT_READ = without_read("game")
"""The reply of operations that return a game, to tokens without the scope `games:read`."""


def game_endpoint(
    name: str,
    summary: str,
    *,
    parameters: Sequence[Any] = (),
    errors: Sequence[type[ApiError]] = (),
    **declared: Any,
) -> Any:
    """Declare an endpoint that replies with the game after the change."""
    return endpoint(
        name,
        summary,
        parameters=[ACCEPT_LANGUAGE, *parameters],
        reply=GameView,
        other_replies=WITHOUT_READ,
        errors=[*errors, RulesUnavailable],
        **declared,
    )


GAME_ID = "1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70"
CREATE_EXAMPLE = OpenApiExample(
    "You and three bots",
    request_only=True,
    value={
        "ruleset": "citadels",
        "seats": 4,
        "options": {},
        "bots": [
            {"level": "expert", "profile": "builder"},
            {"level": "expert"},
            {"level": "easy"},
        ],
        "visibility": "unlisted",
    },
)
CHANGE_EXAMPLE = OpenApiExample(
    "Start on Saturday evening, with a day for each turn",
    request_only=True,
    value={
        "title": "Saturday at eight",
        "starts_at": "2026-11-28T20:00:00Z",
        "pace": {"kind": "per_decision", "allowance": 86400},
        "min_reliability": 80,
    },
)
SEAT_EXAMPLE = OpenApiExample("The third seat", request_only=True, value={"seat": 2})
READY_EXAMPLE = OpenApiExample("Ready", request_only=True, value={"ready": True})
BOT_EXAMPLE = OpenApiExample(
    "A bot", request_only=True, value={"level": "expert", "profile": "builder"}
)
INVITATION_EXAMPLE = OpenApiExample("A friend", request_only=True, value={"username": "bob"})
COMMAND_EXAMPLE = OpenApiExample(
    "Gather gold, then build",
    request_only=True,
    value={"decision": 17, "choices": ["gather:gold", "build:palace"]},
)
EVENTS_EXAMPLE = OpenApiExample(
    "A hand is dealt to you",
    response_only=True,
    status_codes=["200"],
    value={
        "first_seq": 2,
        "last_seq": 2,
        "more": False,
        "events": [
            {
                "kind": "hand_dealt",
                "seat": 0,
                "count": 4,
                "cards": ["temple", "palace", "tavern", "keep"],
                "text": "alice is dealt 4 cards (Temple, Palace, Tavern and Keep).",
                "seq": 2,
                "move": 0,
                "at": "2026-11-21T09:30:00Z",
            }
        ],
    },
)
TURNS_EXAMPLE = OpenApiExample(
    "One game that waits for you",
    response_only=True,
    status_codes=["200"],
    value={
        "server_time": "2026-11-21T09:30:00Z",
        "turns": [
            {
                "game": GAME_ID,
                "ruleset": "citadels",
                "seat": 2,
                "decision": {"id": 17, "topic": "action"},
                "since": "2026-11-20T18:04:11Z",
                "deadline": "2026-11-23T18:04:11Z",
                "paused": False,
                "frozen": False,
            }
        ],
    },
)
