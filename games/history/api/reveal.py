"""Endpoints for what a finished game hid."""

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
from games.history.api.serializers import RecordView, RevealView, VerdictView
from games.history.errors import HistoryUnavailable
from games.history.reveal import export_for, reveal_for, verdict_for
from games.play.api import examples, schema
from games.play.api.replies import game_not_modified_reply
from games.play.api.serializers import LanguageQuery
from games.play.errors import GameNotFinished, GameNotFound
from games.rules.errors import RulesUnavailable


class GameRevealApi(ApiView):
    @endpoint(
        "game_reveal",
        "Get what a finished game hid",
        description=(
            "Seed, hands, deck and characters, and the score of each seat, district by district"
            " and bonus by bonus."
        ),
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        examples=[examples.REVEAL],
        reply=RevealView,
        errors=[GameNotFound, GameNotFinished, RulesUnavailable, HistoryUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        header, document = reveal_for(user=user_of(request), game_id=game_id, language=language)
        return set_content_language(tagged_reply(document, header.version), language)


class GameVerifyApi(ApiView):
    @endpoint(
        "game_verify",
        "Verify a finished game",
        description=(
            "The service replays the game from its seed and compares every shuffle and every "
            "state. To verify it without trusting the service, get the record."
        ),
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        examples=[examples.VERDICT],
        reply=VerdictView,
        errors=[GameNotFound, GameNotFinished, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        header, document = verdict_for(user=user_of(request), game_id=game_id)
        return not_modified_reply(request, header.version) or tagged_reply(document, header.version)


class GameExportApi(ApiView):
    @endpoint(
        "game_export",
        "Get the record of a finished game",
        description="Every choice, the seed and the nonce. The record can be verified offline.",
        scope=GAMES_READ,
        expensive=True,
        anonymous=True,
        reply=RecordView,
        errors=[GameNotFound, GameNotFinished, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        data = export_for(user=user_of(request), game_id=game_id)
        name = f'attachment; filename="game-{game_id}.json"'
        return HttpResponse(
            data, content_type="application/json", headers={"Content-Disposition": name}
        )
