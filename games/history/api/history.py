"""Endpoints for the history of a game."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api.requests import user_of
from accounts.scopes import GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.languages import language_of, set_content_language
from games.history.api.serializers import (
    EventsQuery,
    EventsReply,
    HistoryQuery,
    HistoryView,
    RecapQuery,
    RecapView,
)
from games.history.errors import PAST_ERRORS
from games.history.positions import history_for
from games.history.recaps import recap_for
from games.play.api import examples, schema
from games.play.api.replies import game_not_modified_reply
from games.play.errors import GameNotFound
from games.play.selectors import events_for, game_header_for
from games.rules.errors import RulesUnavailable


class GameEventsApi(ApiView):
    @endpoint(
        "game_events",
        "List events",
        description=(
            "Events as you may know them. `seq` is the same for everybody and has no gaps, "
            "unless you ask for certain `kinds` only."
        ),
        scope=GAMES_READ,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=EventsQuery,
        examples=[schema.EVENTS_EXAMPLE],
        reply=EventsReply,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        user, language = user_of(request), language_of(request, query.pop("language"))
        header = game_header_for(user=user, game_id=game_id, language=language)
        if (same := not_modified_reply(request, header.version)) is not None:
            return set_content_language(same, language)
        limit = query.pop("limit")
        found = events_for(user=user, game_id=game_id, language=language, limit=limit + 1, **query)
        backwards = query["before"] is not None
        events = found[-limit:] if backwards else found[:limit]
        document = {
            "first_seq": events[0]["seq"] if events else query["before"] or query["after"] + 1,
            "last_seq": events[-1]["seq"] if events else query["after"],
            "more": len(found) > limit,
            "events": events,
        }
        return set_content_language(tagged_reply(document, header.version), language)


class GameRecapApi(ApiView):
    @endpoint(
        "game_recap",
        "Get what happened since your last move",
        description=(
            "The events since your last own move, or since `since`, in paragraphs for a turn or"
            " a round, each with a summary. Spectators read from the beginning."
        ),
        scope=GAMES_READ,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=RecapQuery,
        examples=[examples.RECAP],
        reply=RecapView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        header, document = recap_for(
            user=user_of(request), game_id=game_id, language=language, **query
        )
        return set_content_language(tagged_reply(document, header.version), language)


class GameHistoryApi(ApiView):
    @endpoint(
        "game_history",
        "Get a game as it was after a move",
        description=(
            "It shows what you knew then. When the game is finished you may look as any `seat`."
            " Moves that were taken back do not count."
        ),
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=HistoryQuery,
        examples=[examples.HISTORY],
        reply=HistoryView,
        errors=PAST_ERRORS,
    )
    def get(
        self, request: Request, game_id: UUID, move: int, query: dict[str, Any]
    ) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        header, document = history_for(
            user=user_of(request), game_id=game_id, number=move, language=language, **query
        )
        return set_content_language(tagged_reply(document, header.version), language)
