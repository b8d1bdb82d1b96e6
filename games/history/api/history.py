"""The past of a match over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request

from accounts.api.requests import signed_in
from accounts.scopes import GAMES_READ
from core.api.conditional import tagged, unchanged
from core.api.endpoints import ApiView, endpoint
from core.api.languages import language_of, spoken_in
from games.history.api.serializers import (
    DigestQuery,
    DigestView,
    EventsQuery,
    EventsReply,
    HistoryQuery,
    HistoryView,
)
from games.history.errors import HistoryUnavailable
from games.history.positions import history_for
from games.history.recaps import digest_for
from games.play.api import examples, schema
from games.play.api.replies import known_already
from games.play.errors import GameNotFinished, GameNotFound, GameNotStarted, MoveNotFound
from games.play.selectors import events_for, game_glance
from games.rules.errors import RulesUnavailable


class GameEventsApi(ApiView):
    @endpoint(
        "game_events",
        "Read what has happened",
        description=(
            "As you may know it. `seq` is the same for everybody and has no gaps, unless you ask "
            "for certain `kinds` only."
        ),
        scope=GAMES_READ,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=EventsQuery,
        examples=[schema.EVENTS_EXAMPLE],
        reply=EventsReply,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        user, language = signed_in(request), language_of(request, query.pop("language"))
        glance = game_glance(user=user, game_id=game_id, language=language)
        if (same := unchanged(request, glance.version)) is not None:
            return spoken_in(same, language)
        events = events_for(user=user, game_id=game_id, language=language, **query)
        document = {
            "first_seq": events[0]["seq"] if events else query["before"] or query["after"] + 1,
            "last_seq": events[-1]["seq"] if events else query["after"],
            "events": events,
        }
        return spoken_in(tagged(document, glance.version), language)


class GameDigestApi(ApiView):
    @endpoint(
        "game_digest",
        "Read what has happened since your last move",
        description=(
            "As you may know it, in paragraphs of a turn or a round, each with a summary. Behind "
            "your last own move, or behind `since`; spectators read from the beginning."
        ),
        scope=GAMES_READ,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=DigestQuery,
        examples=[examples.DIGEST],
        reply=DigestView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, document = digest_for(
            user=signed_in(request), game_id=game_id, language=language, **query
        )
        return spoken_in(tagged(document, glance.version), language)


class GameHistoryApi(ApiView):
    @endpoint(
        "game_history",
        "See a match as it was after a move",
        description=(
            "As you knew it then, and no better. When the match is finished you may look as any "
            "`seat`. Moves that were taken back do not count."
        ),
        scope=GAMES_READ,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=HistoryQuery,
        examples=[examples.HISTORY],
        reply=HistoryView,
        errors=[
            GameNotFound,
            MoveNotFound,
            GameNotStarted,
            GameNotFinished,
            RulesUnavailable,
            HistoryUnavailable,
        ],
    )
    def get(
        self, request: Request, game_id: UUID, move: int, query: dict[str, Any]
    ) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, document = history_for(
            user=signed_in(request), game_id=game_id, number=move, language=language, **query
        )
        return spoken_in(tagged(document, glance.version), language)
