"""The past of a match over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.scopes import GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.revalidation import tagged, unchanged
from citadels.api.schema import problems
from citadels.languages import language_of, spoken_in
from games.api import examples, schema
from games.api.serializers import checked
from games.api.serializers_history import (
    DigestQuery,
    DigestView,
    EventsQuery,
    EventsReply,
    HistoryQuery,
    HistoryView,
)
from games.digests import digest_for
from games.errors import (
    GameNotFinished,
    GameNotFound,
    GameNotStarted,
    HistoryUnavailable,
    MoveNotFound,
    RulesUnavailable,
)
from games.history import history_for
from games.selectors import events_for, game_glance


def known_already(request: Request, game_id: UUID, language: str) -> HttpResponse | None:
    """304 if nothing that the viewer could see has changed since he asked; else None."""
    if "If-None-Match" not in request.headers:
        return None
    glance = game_glance(user=signed_in(request), game_id=game_id, language=language)
    same = unchanged(request, glance.etag)
    return None if same is None else spoken_in(same, language)


class GameEventsApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_events",
        summary="Read what has happened",
        description=(
            "As you may know it. `seq` is the same for everybody and has no gaps, unless you ask "
            "for certain `kinds` only."
        ),
        parameters=[EventsQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        examples=[schema.EVENTS_EXAMPLE],
        responses={
            200: EventsReply,
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, GameNotFound, Invalid),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        query = checked(EventsQuery(data=request.query_params))
        user, language = signed_in(request), language_of(request, query.pop("language"))
        glance = game_glance(user=user, game_id=game_id, language=language)
        if (same := unchanged(request, glance.etag)) is not None:
            return spoken_in(same, language)
        events = events_for(user=user, game_id=game_id, language=language, **query)
        document = {
            "first_seq": events[0]["seq"] if events else query["before"] or query["after"] + 1,
            "last_seq": events[-1]["seq"] if events else query["after"],
            "events": events,
        }
        return spoken_in(tagged(document, glance.etag), language)


class GameDigestApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_digest",
        summary="Read what has happened since your last move",
        description=(
            "As you may know it, in paragraphs of a turn or a round, each with a summary. Behind "
            "your last own move, or behind `since`; spectators read from the beginning."
        ),
        parameters=[DigestQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        examples=[examples.DIGEST],
        responses={
            200: DigestView,
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, GameNotFound, Invalid, RulesUnavailable),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        query = checked(DigestQuery(data=request.query_params))
        language = language_of(request, query.pop("language"))
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, document = digest_for(
            user=signed_in(request), game_id=game_id, language=language, **query
        )
        return spoken_in(tagged(document, glance.etag), language)


class GameHistoryApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_history",
        summary="See a match as it was after a move",
        description=(
            "As you knew it then, and no better. When the match is finished you may look as any "
            "`seat`. Moves that were taken back do not count."
        ),
        parameters=[HistoryQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        examples=[examples.HISTORY],
        responses={
            200: HistoryView,
            304: schema.NOT_MODIFIED,
            **problems(
                *schema.SECURED,
                GameNotFound,
                MoveNotFound,
                GameNotStarted,
                GameNotFinished,
                Invalid,
                RulesUnavailable,
                HistoryUnavailable,
            ),
        },
    )
    def get(self, request: Request, game_id: UUID, move: int) -> HttpResponse:
        query = checked(HistoryQuery(data=request.query_params))
        language = language_of(request, query.pop("language"))
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, document = history_for(
            user=signed_in(request), game_id=game_id, number=move, language=language, **query
        )
        return spoken_in(tagged(document, glance.etag), language)
