"""Rulesets over HTTP. No token is needed, so clients can list games before anyone logs in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.languages import language_of, set_content_language
from games.play.api import schema
from games.play.api.serializers import LanguageQuery, RulesetSummary, RulesetView
from games.rules import rulesets
from games.rules.bots import bots_document
from games.rules.errors import RulesetNotFound


class RulesetsApi(ApiView):
    pagination_class = None

    @endpoint(
        "ruleset_list",
        "List the rulesets",
        scope=OPEN,
        reply=RulesetSummary(many=True),
    )
    def get(self, request: Request) -> object:
        return rulesets.ruleset_summaries()


class RulesetApi(ApiView):
    @endpoint(
        "ruleset_view",
        "See a ruleset and the options of its games",
        scope=OPEN,
        reply=RulesetView,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str) -> object:
        return {**rulesets.ruleset_document(slug), "bots": bots_document(slug)}


class RulesetSchemasApi(ApiView):
    @endpoint(
        "ruleset_schemas",
        "Get the JSON Schemas of what a ruleset shows",
        description=(
            "`$defs` has the schemas `Table`, `About` and `Option` (of decisions), `Event`, "
            "`Result` and `Options` (of a game), and their parts. They are also part of this "
            "description, with the name of the ruleset: `CitadelsTable`."
        ),
        scope=OPEN,
        reply=OpenApiTypes.OBJECT,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str) -> object:
        return rulesets.schemas_document(slug)


class RulesetCardsApi(ApiView):
    @endpoint(
        "ruleset_cards",
        "List the cards and tiles of a ruleset",
        scope=OPEN,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=OpenApiTypes.OBJECT,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str, query: dict[str, Any]) -> Response:
        language = language_of(request, query["language"])
        return set_content_language(
            Response(rulesets.cards_document(slug, language=language)), language
        )
