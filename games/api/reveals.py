"""What a finished match hid, over HTTP."""

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
from games.api.history import known_already
from games.api.serializers import LanguageQuery, checked
from games.api.serializers_history import RecordView, RevealView, VerdictView
from games.errors import GameNotFinished, GameNotFound, HistoryUnavailable, RulesUnavailable
from games.reveals import export_for, reveal_for, verdict_for


class GameRevealApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_reveal",
        summary="See what a finished match hid",
        description=(
            "Seed, hands, deck and characters, and how each seat came to its score, district by "
            "district and bonus by bonus."
        ),
        parameters=[LanguageQuery, schema.ACCEPT_LANGUAGE, schema.IF_NONE_MATCH],
        examples=[examples.REVEAL],
        responses={
            200: RevealView,
            304: schema.NOT_MODIFIED,
            **problems(
                *schema.SECURED,
                GameNotFound,
                GameNotFinished,
                Invalid,
                RulesUnavailable,
                HistoryUnavailable,
            ),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        query = checked(LanguageQuery(data=request.query_params))
        language = language_of(request, query["language"])
        if (same := known_already(request, game_id, language)) is not None:
            return same
        glance, document = reveal_for(user=signed_in(request), game_id=game_id, language=language)
        return spoken_in(tagged(document, glance.etag), language)


class GameVerifyApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_verify",
        summary="Check a finished match",
        description=(
            "The service plays the record again from its seed and compares every shuffle and "
            "every state. To trust nobody, get the record and do it yourself."
        ),
        parameters=[schema.IF_NONE_MATCH],
        examples=[examples.VERDICT],
        responses={
            200: VerdictView,
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, GameNotFound, GameNotFinished, RulesUnavailable),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        glance, document = verdict_for(user=signed_in(request), game_id=game_id)
        return unchanged(request, glance.etag) or tagged(document, glance.etag)


class GameExportApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="game_export",
        summary="Get the record of a finished match",
        description="Every choice, the seed and the nonce: the bytes verify on their own.",
        responses={
            200: RecordView,
            **problems(*schema.SECURED, GameNotFound, GameNotFinished, RulesUnavailable),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        data = export_for(user=signed_in(request), game_id=game_id)
        name = f'attachment; filename="match-{game_id}.json"'
        return HttpResponse(
            data, content_type="application/json", headers={"Content-Disposition": name}
        )
