"""Rulesets over HTTP. No token is needed, so clients can list games before anyone logs in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.languages import language_of, set_content_language
from games.play.api import schema
from games.play.api.serializers import AnyObject, LanguageQuery, RuleSection
from games.rules import rulesets
from games.rules.bots import bots_document
from games.rules.errors import RulesetNotFound


class RulesetSummary(serializers.Serializer):
    """A ruleset: a game that can be played here."""

    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField(help_text="What the game is about, in a sentence or two.")
    version = serializers.CharField(
        help_text="The version that new games use; a game keeps its version."
    )
    min_seats = serializers.IntegerField()
    max_seats = serializers.IntegerField()
    beginner_seats = serializers.IntegerField(help_text="How many seats suit a first game.")
    bot_levels = serializers.ListField(
        child=serializers.CharField(), help_text="From the weakest to the strongest."
    )
    bot_profiles = serializers.ListField(
        child=serializers.CharField(),
        help_text="Playing styles, for any level; the first is the default.",
    )
    languages = serializers.ListField(
        child=serializers.CharField(), help_text="Languages of its texts."
    )


class VerbView(serializers.Serializer):
    """A kind of option, and the members that such options have."""

    verb = serializers.CharField()
    members = serializers.DictField(
        child=serializers.CharField(),
        help_text="JSON types by name of the member; numbers may be null.",
    )


class TopicView(serializers.Serializer):
    """A kind of decision, with the kinds of options that it can have."""

    topic = serializers.CharField()
    summary = serializers.CharField()
    verbs = VerbView(many=True)


class BotProfileView(serializers.Serializer):
    """A playing style of bots."""

    name = serializers.CharField()
    summary = serializers.CharField()


class BotLevelView(BotProfileView):
    """A strength of bots."""

    seconds = serializers.FloatField(
        help_text="Time that the bot may use for one choice. 0: it does not search. With more than "
        "0.25 it moves when twice this time has passed."
    )


class BotsView(serializers.Serializer):
    """The bots of a ruleset. They see only what a player on their seat sees."""

    levels = BotLevelView(many=True, help_text="From the weakest to the strongest.")
    profiles = BotProfileView(many=True, help_text="The first is the default.")
    replacement = serializers.CharField(
        help_text="The level of bots that replace missing players: the strongest one that moves "
        "within a quarter of a second."
    )


class RulesetView(RulesetSummary):
    """A ruleset with the JSON Schema (2020-12) of its options, its decisions and its bots."""

    options = AnyObject(help_text="JSON Schema of the options that a game can be created with.")
    topics = TopicView(many=True, help_text="All kinds of decisions; standing orders name them.")
    bots = BotsView()


class HowToPlayView(serializers.Serializer):
    """How a game is played, on one screen, for people who do not know it."""

    sections = RuleSection(many=True, help_text="Empty if the ruleset explains nothing.")
    first_round = serializers.DictField(
        child=serializers.CharField(),
        help_text="What to do in a first round, and why, by the topic of the open decision.",
    )
    waiting = serializers.CharField(help_text="The same while others decide.")


def in_language(document: object, language: str) -> Response:
    """Return a reply with texts in a language."""
    return set_content_language(Response(document), language)


class RulesetsApi(ApiView):
    pagination_class = None

    @endpoint(
        "ruleset_list",
        "List the rulesets",
        scope=OPEN,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=RulesetSummary(many=True),
    )
    def get(self, request: Request, query: dict[str, Any]) -> Response:
        language = language_of(request, query["language"])
        return in_language(rulesets.ruleset_summaries(language), language)


class RulesetApi(ApiView):
    @endpoint(
        "ruleset_view",
        "See a ruleset and the options of its games",
        scope=OPEN,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=RulesetView,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str, query: dict[str, Any]) -> Response:
        language = language_of(request, query["language"])
        document = rulesets.ruleset_document(slug, language=language)
        return in_language({**document, "bots": bots_document(slug)}, language)


class RulesetHowToPlayApi(ApiView):
    @endpoint(
        "ruleset_how_to_play",
        "Read how a ruleset is played, on one screen",
        description="For people who do not know the game. `games/{game_id}/rules/` has all rules.",
        scope=OPEN,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=HowToPlayView,
        errors=[RulesetNotFound],
    )
    def get(self, request: Request, slug: str, query: dict[str, Any]) -> Response:
        language = language_of(request, query["language"])
        return in_language(rulesets.how_to_play_document(slug, language=language), language)


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
        return in_language(rulesets.cards_document(slug, language=language), language)
