"""Endpoints for analyses and hints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.images import SVG, SvgRenderer, svg_reply
from core.api.json import json_response
from core.api.languages import language_of, set_content_language
from games.analysis.errors import (
    AnalysisLimit,
    AnalysisNotFound,
    AnalysisNotReady,
    AnalysisRunning,
    AnalysisUnavailable,
    HintNotFound,
    HintRefused,
)
from games.analysis.plot import plot_of
from games.analysis.selectors import (
    analysis_document,
    analysis_of,
    analysis_summary,
    analysis_version,
    hint_document,
    hint_of,
)
from games.analysis.services import analysis_request, hint_request
from games.models import Actor, Analysis, AnalysisStatus
from games.play.api import schema
from games.play.api.replies import empty_reply, may_read
from games.play.api.serializers import LanguageQuery, LayoutQuery
from games.play.errors import (
    GameFrozen,
    GameNotFinished,
    GameNotFound,
    GameNotRunning,
    NotSeated,
)
from games.rules.errors import NotYourDecision, RulesUnavailable

CHANCES = "Each seat's chance of winning, from 0 to 1."


@extend_schema_field(
    {
        "type": "string",
        "x-extensible-enum": AnalysisStatus.values,
        "description": "`pending` until a worker has done it, then `done` or `failed`.",
    }
)
class StatusField(serializers.CharField):
    """The status of an analysis. Games have another one, so it is no named enum."""


class OptionValueView(serializers.Serializer):
    choice = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a name that DRF uses, too
    value = serializers.FloatField(help_text="Your chance of winning with it, from 0 to 1.")
    error = serializers.FloatField(help_text="The standard error of the value.")
    playouts = serializers.IntegerField(
        help_text="How often it was played out: less often if it was surely behind."
    )


class ValuedDecisionView(serializers.Serializer):
    """A decision, and what its options are worth from what the seat knew."""

    round = serializers.IntegerField(
        allow_null=True, help_text="Null if the ruleset has no rounds."
    )
    topic = serializers.CharField()
    question = serializers.CharField()
    best = serializers.CharField(help_text="The `choice` of the best option, the first one.")
    options = OptionValueView(
        many=True,
        help_text="By value. Options that are clearly bad are left out, the played one never.",
    )
    seen = serializers.ListField(
        child=serializers.FloatField(),
        help_text=f"{CHANCES} With the best option, from what the seat knew.",
    )


class AnalyzedDecisionView(ValuedDecisionView):
    """A decision that was made. `GET games/{game_id}/history/{move - 1}/` shows the table before
    it.
    """

    move = serializers.IntegerField(help_text="The number of the move that answered it.")
    actor = serializers.ChoiceField(
        [(actor.value, actor.value) for actor in Actor if actor != Actor.SETUP],
        help_text="The author of the move.",
    )
    own = serializers.BooleanField(help_text="True if you made it, or an order of yours did.")
    played = serializers.CharField(help_text="The `choice` of the option that was played.")
    loss = serializers.FloatField(
        help_text="How much less the played option was worth than the best one; 0 if none is "
        "clearly better."
    )
    loss_error = serializers.FloatField(help_text="The standard error of the loss.")
    revealed = serializers.ListField(
        child=serializers.FloatField(),
        help_text=f"{CHANCES} With the played option, if everything hidden is known.",
    )


class AnalysisSummaryView(serializers.Serializer):
    """How the chance became the result, which is the sum of the other members."""

    start = serializers.FloatField(help_text="The chance at the first decision.")
    choice = serializers.FloatField(help_text="Lost by options that were not the best, 0 or less.")
    stand_in = serializers.FloatField(
        help_text="The same where somebody else chose for the seat: a bot, the clock, a "
        "moderator, or another player who had the seat."
    )
    hidden = serializers.FloatField(help_text="What was hidden was better or worse than expected.")
    forfeit = serializers.FloatField(
        help_text="Lost because you resigned, or lost the seat in another way; 0 otherwise."
    )
    luck = serializers.FloatField(help_text="Draws, and what the other seats did.")
    result = serializers.FloatField(help_text="1 for a win, a share of it in a tie, 0 otherwise.")


class AnalysisResultView(serializers.Serializer):
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    summary = AnalysisSummaryView()
    worst = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The moves that lost most, the worst first; at most 5, each at least 0.01.",
    )
    decisions = AnalyzedDecisionView(
        many=True, help_text="In order; decisions with one option are left out."
    )


class AnalysisProgressView(serializers.Serializer):
    game = serializers.UUIDField()
    seat = serializers.IntegerField()
    status = StatusField()
    done = serializers.IntegerField(help_text="Moves of the seat that are done.")
    total = serializers.IntegerField(help_text="Moves of the seat.")
    error = serializers.CharField(
        allow_null=True,
        help_text="Why it failed: the code of an error, such as `history_unavailable`.",
    )
    requested_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class AnalysisView(AnalysisProgressView):
    """The analysis of your seat in a finished game."""

    result = AnalysisResultView(allow_null=True, help_text="Null until it is done.")


class AnalysisSummaryReply(serializers.Serializer):
    """The summary of your analysis of a game. Both are null if you have not requested one."""

    status = StatusField(allow_null=True)
    summary = AnalysisSummaryView(allow_null=True, help_text="Null until it is done.")


class HintView(AnalysisProgressView):
    """What a strong bot thinks of your open decision."""

    decision = serializers.IntegerField(help_text="The id of the decision.")
    stale = serializers.BooleanField(help_text="True if this decision is no longer open.")
    result = ValuedDecisionView(allow_null=True, help_text="Null until it is done.")


class GameAnalysisApi(ApiView):
    @endpoint(
        "game_analysis",
        "Get the analysis of your seat in a finished game",
        description=(
            "While it is `pending`, ask again after some seconds: `done` of `total` moves are "
            "analyzed."
        ),
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=AnalysisView,
        errors=[GameNotFound, AnalysisNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        analysis = analysis_of(user=require_user(request), game_id=game_id)
        return conditional_reply(
            request, analysis, analysis_document, language_of(request, query["language"])
        )

    @endpoint(
        "game_analysis_start",
        "Request the analysis of your seat in a finished game",
        description=(
            "A worker makes it in the next minutes. If there is one already, the reply is that "
            "one, and nothing is counted; one that failed is made again a day later."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        reply=AnalysisView,
        status=202,
        other_replies=schema.WITHOUT_READ,
        errors=[
            GameNotFound,
            GameNotFinished,
            NotSeated,
            AnalysisUnavailable,
            AnalysisRunning,
            AnalysisLimit,
            RulesUnavailable,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> object:
        analysis = analysis_request(user=require_user(request), game_id=game_id)
        return accepted_reply(request, game_id, analysis_document(analysis, language_of(request)))


class GameAnalysisSummaryApi(ApiView):
    @endpoint(
        "game_analysis_summary",
        "Get the summary of your analysis of a game",
        description="For a result page. It also answers if you have not requested an analysis.",
        scope=GAMES_READ,
        reply=AnalysisSummaryReply,
        errors=[GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> object:
        return analysis_summary(user=require_user(request), game_id=game_id)


class GameAnalysisPlotApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "game_analysis_plot",
        "Get the chances of an analyzed game as a picture",
        description=(
            "An SVG with each seat's chance of winning at your decisions: as you saw it (solid) "
            "and with everything revealed (dashed). The moves that lost most are marked."
        ),
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LayoutQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        errors=[GameNotFound, AnalysisNotFound, AnalysisNotReady, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        analysis = analysis_of(user=require_user(request), game_id=game_id)
        version = f"{analysis_version(analysis, language)}.{query['layout']}"
        reply = not_modified_reply(request, version) or svg_reply(
            plot_of(analysis, language, query["layout"]), version
        )
        return set_content_language(reply, language)


class GameHintApi(ApiView):
    @endpoint(
        "game_hint",
        "Get your last hint in a game",
        description="It is `stale` once its decision is answered.",
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=HintView,
        errors=[GameNotFound, HintNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        hint = hint_of(user=require_user(request), game_id=game_id)
        return conditional_reply(
            request, hint, hint_document, language_of(request, query["language"])
        )

    @endpoint(
        "game_hint_start",
        "Request a hint for your open decision",
        description=(
            "Only in unrated games in which bots of the service have all other seats. A worker "
            "makes it within seconds. If there is one for this decision, the reply is that one."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        reply=HintView,
        status=202,
        other_replies=schema.WITHOUT_READ,
        errors=[
            GameNotFound,
            GameNotRunning,
            NotSeated,
            HintRefused,
            NotYourDecision,
            GameFrozen,
            AnalysisUnavailable,
            AnalysisLimit,
            RulesUnavailable,
        ],
    )
    def post(self, request: Request, game_id: UUID) -> object:
        hint = hint_request(user=require_user(request), game_id=game_id)
        return accepted_reply(request, game_id, hint_document(hint, language_of(request)))


def conditional_reply(
    request: Request,
    analysis: Analysis,
    document: Callable[[Analysis, str], dict[str, Any]],
    language: str,
) -> HttpResponse:
    """Return an analysis or a hint in a language, or 304 if the client has this version."""
    version = analysis_version(analysis, language)
    reply = not_modified_reply(request, version) or tagged_reply(
        document(analysis, language), version
    )
    return set_content_language(reply, language)


def accepted_reply(request: Request, game_id: UUID, document: dict[str, Any]) -> HttpResponse:
    """Return what was requested; without it to tokens that may not read."""
    if not may_read(request):
        return empty_reply(game_id)
    reply = json_response(document, status=202)
    return set_content_language(reply, language_of(request))
