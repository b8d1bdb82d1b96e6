"""Which games there are. Open to all: a client may look before its user has an account."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from citadels.api.errors import Invalid
from citadels.api.schema import problems
from citadels.languages import language_of, spoken_in
from games.api import schema
from games.api.serializers import LanguageQuery, RulesetSummary, RulesetView, checked
from games.engines import rulesets
from games.engines.bots import bots_document
from games.errors import RulesetNotFound


class OpenApi(APIView):
    """A stale token in the header must not stand in the way."""

    authentication_classes = ()
    permission_classes = (AllowAny,)


class RulesetsApi(OpenApi):
    @extend_schema(
        operation_id="ruleset_list",
        summary="List the games",
        auth=[],
        responses=RulesetSummary(many=True),
    )
    def get(self, request: Request) -> Response:
        return Response(rulesets.ruleset_summaries())


class RulesetApi(OpenApi):
    @extend_schema(
        operation_id="ruleset_view",
        summary="See a game and the options of its matches",
        auth=[],
        responses={200: RulesetView, **problems(RulesetNotFound)},
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response({**rulesets.ruleset_document(slug), "bots": bots_document(slug)})


class RulesetCardsApi(OpenApi):
    @extend_schema(
        operation_id="ruleset_cards",
        summary="List what a game is made of",
        auth=[],
        parameters=[LanguageQuery, schema.ACCEPT_LANGUAGE],
        responses={200: OpenApiTypes.OBJECT, **problems(RulesetNotFound, Invalid)},
    )
    def get(self, request: Request, slug: str) -> Response:
        query = checked(LanguageQuery(data=request.query_params))
        language = language_of(request, query["language"])
        return spoken_in(Response(rulesets.cards_document(slug, language=language)), language)
