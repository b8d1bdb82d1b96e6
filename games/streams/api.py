"""Endpoints of streams, which give clients an address with a ticket."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_access, require_user
from accounts.scopes import GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.api.headers import NO_STORE
from core.api.languages import language_of
from core.api.openapi_types import PREFIX, opened
from games.play.api import schema
from games.play.errors import GameNotFound
from games.play.selectors import game_header_for
from games.rules.errors import RulesUnavailable
from games.streams.errors import StreamsFull, TicketInvalid, TooManyStreams
from games.streams.requests import StreamQuery, UserStreamQuery
from games.streams.tickets import Address, Caller, stream_address, stream_base

EVENT_STREAM = "text/event-stream"
LAST_EVENT_ID = OpenApiParameter(
    "Last-Event-ID",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The last id that you received. The stream continues after it.",
)
STREAM_PARAMETERS = (LAST_EVENT_ID, schema.ACCEPT_LANGUAGE)
STREAM = OpenApiResponse(OpenApiTypes.STR, "The stream (HTML standard, 9.2).")
REDIRECT_REPLY = {
    307: OpenApiResponse(
        description=(
            "The stream is at `Location`. This URL is valid for one minute and opens one stream."
        )
    ),
}
STREAM_ERRORS = (TicketInvalid, TooManyStreams, StreamsFull)


class StreamOpenInput(serializers.Serializer):
    game = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the game; null for all your games.",
    )


class StreamAddress(serializers.Serializer):
    """The URL of a stream, which needs no token. Connect before it expires; an open stream stays
    open.
    """

    url = serializers.URLField()
    expires_at = serializers.DateTimeField()


class StreamPage(serializers.Serializer):
    """What a long poll returns."""

    messages = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            "Each has its `kind` and its `data`, as in the stream. Empty if nothing happened."
        ),
    )
    last_event_id = serializers.CharField(help_text="Send it as the parameter the next time.")


PAGE_EXAMPLE = OpenApiExample(
    "A long poll in which nothing happened",
    response_only=True,
    status_codes=["200"],
    media_type="application/json",
    value={"messages": [], "last_event_id": "AeGs-4IGKikB"},
)


class StreamRedirectApi(ApiView):
    """A redirect to an address with a ticket. Ignores Accept: only streams have the media type."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a request with a ticket: it has come here because no stream server is in front of
        Django. Raises StreamsFull, after which clients poll.
        """
        super().initial(request, *args, **kwargs)  # first, so that this one counts, too
        if "ticket" in request.query_params:
            raise StreamsFull

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)

    def redirect(
        self, request: Request, game_id: UUID | None, query: dict[str, Any]
    ) -> HttpResponse:
        url = address_of(request, game_id, query).url
        return HttpResponse(status=307, headers={"Location": url, **NO_STORE})


class GameStreamApi(StreamRedirectApi):
    @endpoint(
        "game_stream",
        "Follow a game as it happens",
        description=(
            "A resumable event stream. `snapshot` is the game as you may see it, `event` is an "
            "event of its history with its `seq` as the id, and `changed` means that there is "
            "something new to fetch. Follow the redirect, whose URL has a ticket."
        ),
        scope=GAMES_READ,
        query=StreamQuery,
        parameters=STREAM_PARAMETERS,
        reply=STREAM,
        media_type=EVENT_STREAM,
        other_replies=REDIRECT_REPLY,
        errors=[*STREAM_ERRORS, GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        game_header_for(user=require_user(request), game_id=game_id, language=language_of(request))
        return self.redirect(request, game_id, query)


class MeStreamApi(StreamRedirectApi):
    @endpoint(
        "me_stream",
        "Follow all your games as they happen",
        description=(
            "Like the stream of one game, but each message has its `game`. `snapshot` lists your "
            "games (all of them if `complete` is true) and your inbox. With `wait`, the reply is a "
            "page of messages as JSON."
        ),
        scope=GAMES_READ,
        query=UserStreamQuery,
        parameters=STREAM_PARAMETERS,
        reply=STREAM,
        media_type=EVENT_STREAM,
        other_replies={(200, "application/json"): StreamPage, **REDIRECT_REPLY},
        examples=[PAGE_EXAMPLE],
        errors=STREAM_ERRORS,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        return self.redirect(request, None, query)


class StreamsApi(ApiView):
    @endpoint(
        "stream_open",
        "Get the URL of a stream, for clients that cannot send a token",
        description=(
            "Mainly for EventSource in browsers. Add the query parameters of the stream to this "
            "URL, such as `last_event_id` to resume."
        ),
        scope=GAMES_READ,
        guests_may=True,
        body=StreamOpenInput,
        reply=StreamAddress,
        status=201,
        no_store=True,
        errors=[GameNotFound],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        game_id = body["game"]
        if game_id is not None:
            game_header_for(user=require_user(request), game_id=game_id)
        address = address_of(request, game_id, {"language": language_of(request)})
        return address._asdict()


def address_of(request: Request, game_id: UUID | None, query: dict[str, Any]) -> Address:
    """Return the URL of a stream with a ticket for the user of the request."""
    caller = Caller(require_user(request).id, require_access(request).name)
    base = stream_base(scheme=request.scheme or "http", host=request.get_host())
    return stream_address(caller=caller, game_id=game_id, base=base, query=query)


# --- the OpenAPI description ------------------------------------------------------------------

MESSAGES = "x-messages"
"""OpenAPI 3.1 has no place for messages of streams: this member names the schema of each."""

ID: dict[str, Any] = {"type": "string", "format": "uuid"}
NUMBER: dict[str, Any] = {"type": "integer"}


def reference(name: str) -> dict[str, Any]:
    return {"$ref": PREFIX + name}


DECISION = {"oneOf": [reference("DecisionView"), {"type": "null"}]}
YOUR_TURN = {"type": "boolean", "description": "The open decision is yours."}
SCHEMAS = {
    "GameChanged": opened(
        "A game has changed: fetch it to see more.",
        {
            "game": ID,
            "version": {**NUMBER, "description": "It grows with each change."},
            "status": {"type": "string"},
            "your_seat": {"type": ["integer", "null"]},
            "your_turn": YOUR_TURN,
            "decision": DECISION,
            "messages": {
                "type": "object",
                "description": "The number of messages in each room; null if you may not read it.",
                "additionalProperties": {"type": ["integer", "null"]},
            },
            "view": {**reference("GameView"), "description": "With `?view=true`."},
        },
        required=["game", "version", "status", "your_seat", "your_turn", "decision", "messages"],
    ),
    "UserEvent": {
        "description": "An event of one of your games.",
        "allOf": [reference("EventView"), opened("", {"game": ID})],
    },
    "FollowedGame": {
        "description": "A game as lists show it, with its open decision.",
        "allOf": [
            reference("GameSummary"),
            opened(
                "",
                {
                    "version": NUMBER,
                    "your_turn": YOUR_TURN,
                    "decision": DECISION,
                    "last_seq": {**NUMBER, "description": "The number of its last event."},
                },
            ),
        ],
    },
    "UserSnapshot": opened(
        "Your games, and your inbox.",
        {
            "server_time": {"type": "string", "format": "date-time"},
            "complete": {"type": "boolean", "description": "`games` are all of them."},
            "games": {"type": "array", "items": reference("FollowedGame")},
            "turns": {"type": "array", "items": reference("TurnView")},
        },
    ),
}
OF_A_GAME = {
    "snapshot": "GameView",
    "event": "EventView",
    "changed": "GameChanged",
    "problem": "Problem",
}
OF_A_USER = {**OF_A_GAME, "snapshot": "UserSnapshot", "event": "UserEvent"}
"""The schema of the data of each message."""


def add_stream_messages(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the schemas of messages to the components, and name them at the streams."""
    streams = {
        operation["operationId"]: operation
        for path in result["paths"].values()
        for operation in path.values()
    }
    for name, messages in (("game_stream", OF_A_GAME), ("me_stream", OF_A_USER)):
        if name in streams:
            result["components"]["schemas"] |= SCHEMAS
            content = streams[name]["responses"]["200"]["content"][EVENT_STREAM]
            content[MESSAGES] = {kind: reference(one) for kind, one in messages.items()}
    return result
