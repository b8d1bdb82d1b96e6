"""Requests for streams: parsing, authentication and the choice of the feed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

from django.http import QueryDict
from rest_framework import serializers

from accounts.authentication import access_authenticate
from core.api.errors import MethodNotAllowed, NotAuthenticated, allowed_methods
from core.api.requests import validate_input
from core.api.throttles import rate_limit_check
from core.errors import NotFound
from core.languages import choose_language
from core.names import names_check
from core.paths import API_V1
from games.play.api.serializers import LanguageQuery
from games.streams.cursors import LENGTH_MAX
from games.streams.feeds import Feed
from games.streams.game_feed import GameFeed
from games.streams.polling import WAIT_MAX
from games.streams.tickets import MINE, Caller, ticket_use
from games.streams.user_feed import UserFeed

UUID_PATTERN = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
QUERY_BYTES = LENGTH_MAX + 4000
"""The longest query: a resumed stream of many games, and its ticket."""
GAME_PATH = re.compile(rf"{API_V1}games/(?P<game_id>{UUID_PATTERN})/stream/")


class StreamQuery(LanguageQuery):
    last_event_id = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=LENGTH_MAX,
        help_text="Same as the header `Last-Event-ID`, for clients that cannot send it.",
    )
    decisions = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "If true, the `decision` of a message has its options if it is yours, as in "
            "`GET games/{game_id}/`."
        ),
    )
    view = serializers.BooleanField(
        required=False,
        default=False,
        help_text=(
            "If true, `changed` has the `view`: the game as `GET games/{game_id}/` shows it to you."
        ),
    )


class UserStreamQuery(StreamQuery):
    wait = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=WAIT_MAX,
        help_text=(
            "The reply is JSON, and ends: it has the next messages as soon as there are any, or "
            "none after this many seconds."
        ),
    )


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """An HTTP request from its ASGI scope."""

    path: str
    headers: Mapping[str, str]
    query: Mapping[str, str]

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> StreamRequest:
        """Parse an ASGI scope. Raises NotFound, MethodNotAllowed."""
        path = scope["path"]
        if not is_stream_path(path):
            raise NotFound
        if scope["method"] != "GET":
            raise MethodNotAllowed(allowed_methods("GET"), headers={"Allow": "GET"})
        return cls(path, headers_of_scope(scope), parse_query(scope))

    @property
    def game_id(self) -> UUID | None:
        """The requested game; None for all games of the user."""
        found = GAME_PATH.fullmatch(self.path)
        return UUID(found["game_id"]) if found else None


def headers_of_scope(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the headers of an ASGI scope, by their names in lower case."""
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def has_ticket(scope: Mapping[str, Any]) -> bool:
    """True if an ASGI scope is an HTTP request for a stream with a ticket in its URL."""
    return (
        scope["type"] == "http" and is_stream_path(scope["path"]) and "ticket" in parse_query(scope)
    )


def is_stream_path(path: str) -> bool:
    """True if the path is that of a stream."""
    return path == MINE or GAME_PATH.fullmatch(path) is not None


def parse_query(scope: Mapping[str, Any]) -> dict[str, str]:
    """Return the parameters of the query that have a value. None of them if it is too long: it is
    parsed in the event loop.
    """
    query = scope["query_string"]
    return dict(parse_qsl(query.decode("latin-1"))) if len(query) <= QUERY_BYTES else {}


def feed_for(request: StreamRequest) -> tuple[Feed, int | None]:
    """Return the feed for a request, and how many seconds a long poll waits (None: it is a stream).
    Reads the database.

    Raises NotAuthenticated, InvalidToken, TicketInvalid, Throttled, and a ValidationError if the
    query is invalid.
    """
    game_id = request.game_id
    parameters = QueryDict(mutable=True)  # its values are strings, whatever the type of the field
    parameters.update(request.query)
    parameters.pop("ticket", None)
    serializer = (UserStreamQuery if game_id is None else StreamQuery)(data=parameters)
    names_check(parameters, list(serializer.fields))
    query = validate_input(serializer)
    caller = caller_of(request)
    accepted = request.headers.get("accept-language", "")
    language = choose_language(accepted, query["language"])
    # The header is newer: a client that reconnects repeats the original URL.
    last_id = request.headers.get("last-event-id") or query["last_event_id"]
    common: Any = {
        "caller": caller,
        "language": language,
        "last_id": last_id,
        "decisions": query["decisions"],
        "view": query["view"],
    }
    feed: Feed = UserFeed(**common) if game_id is None else GameFeed(game_id=game_id, **common)
    return feed, query.get("wait")


def caller_of(request: StreamRequest) -> Caller:
    """Authenticate a request by the ticket in its URL, or by a token as everywhere in the API."""
    if ticket := request.query.get("ticket"):
        return ticket_use(text=ticket, game_id=request.game_id)
    access = access_authenticate(request.headers.get("authorization", "").encode("latin-1"))
    if access is None:
        raise NotAuthenticated
    rate_limit_check("read", str(access.user.id))  # with a ticket, the request for it was counted
    return Caller(access.user.id, access.name)
