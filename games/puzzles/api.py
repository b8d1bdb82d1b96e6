"""Endpoints for puzzles."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import not_modified_reply
from core.api.endpoints import ApiView, endpoint
from core.api.images import SVG, SvgRenderer, svg_reply
from core.api.json import json_response
from core.api.languages import language_of, set_content_language
from games.history.errors import PictureNotFound
from games.models.game import CHOICE_LENGTH
from games.models.lobby import SLUG_LENGTH
from games.play.api import schema
from games.play.api.replies import located_reply, may_read
from games.play.api.serializers import (
    HELP,
    AnyObject,
    BoardQuery,
    CommandRefusedProblem,
    HelpView,
    LanguageQuery,
    OptionView,
)
from games.puzzles.errors import NoPuzzle, NoPuzzlesYet, PuzzleAnswered, PuzzleNotFound
from games.puzzles.selectors import (
    answer_result,
    puzzle_document,
    puzzle_next,
    puzzle_of,
    puzzle_of_the_day,
    puzzle_picture,
)
from games.puzzles.services import puzzle_answer
from games.rules.errors import IllegalChoice, RulesUnavailable

EXAMPLE = OpenApiExample("Gather gold", request_only=True, value={"choice": "gather:gold"})


class NextPuzzleQuery(LanguageQuery):
    ruleset = serializers.CharField(max_length=SLUG_LENGTH)


class AnswerInput(serializers.Serializer):
    choice = serializers.CharField(
        max_length=CHOICE_LENGTH, help_text="The `choice` of one of the options."
    )


class PuzzleDecision(serializers.Serializer):
    """The decision, with all its options."""

    topic = serializers.CharField()
    question = serializers.CharField(help_text="What has to be decided.")
    about = AnyObject(help_text="Details of the question, such as the card it is about.")
    options = OptionView(many=True)


class PuzzleValue(serializers.Serializer):
    choice = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a name that DRF uses, too
    value = serializers.FloatField(help_text="The chance of winning with it, from 0 to 1.")
    error = serializers.FloatField(help_text="The standard error of the value.")


class PuzzleAnswerView(serializers.Serializer):
    """Your answer, and the solution."""

    choice = serializers.CharField()
    solved = serializers.BooleanField(help_text="True if you chose the solution.")
    solution = serializers.CharField(help_text="The `choice` of the best option.")
    values = PuzzleValue(
        many=True,
        help_text="The solution first, then by value. Options that are clearly bad are left out.",
    )
    rating_before = serializers.IntegerField(help_text="Your rating in puzzles of the ruleset.")
    rating_after = serializers.IntegerField()
    tried = serializers.IntegerField(help_text="Users who answered it.")
    solved_share = serializers.FloatField(help_text="The share of them who solved it.")
    answered_at = serializers.DateTimeField()


class PuzzleStatistics(serializers.Serializer):
    """How you do in puzzles of the ruleset."""

    rating = serializers.IntegerField(help_text="1500 at first.")
    tried = serializers.IntegerField(help_text="Puzzles that you answered.")
    solved = serializers.IntegerField(help_text="Puzzles that you solved.")


class PuzzleView(serializers.Serializer):
    """A decision of a game of bots, in which one option is clearly the best."""

    id = serializers.IntegerField()
    ruleset = serializers.CharField()
    rules_version = serializers.CharField()
    options = AnyObject(help_text="The options of the game.")
    seats = serializers.IntegerField()
    seat = serializers.IntegerField(help_text="The seat that has to decide, and that you have.")
    table = AnyObject(help_text="The table as this seat sees it; see `table` of a game.")
    help = serializers.DictField(child=HelpView(), help_text=HELP)
    decision = PuzzleDecision()
    you = PuzzleStatistics()
    answer = PuzzleAnswerView(allow_null=True, help_text="Null until you have answered.")


class DailyPuzzle(serializers.Serializer):
    """The puzzle of a day. `GET puzzles/{puzzle_id}/` shows it."""

    id = serializers.IntegerField()
    ruleset = serializers.CharField()
    solved = serializers.BooleanField(
        allow_null=True, help_text="True if you solved it; null until you have answered."
    )


class PuzzleOfTheDay(serializers.Serializer):
    day = serializers.DateField(help_text="By UTC.")
    puzzle = DailyPuzzle(allow_null=True, help_text="Null if there are no puzzles yet.")


class PuzzleOfTheDayApi(ApiView):
    @endpoint(
        "puzzle_of_the_day",
        "Get the puzzle of the day",
        description="The same for everybody. The puzzles of all rulesets take turns.",
        scope=GAMES_READ,
        reply=PuzzleOfTheDay,
    )
    def get(self, request: Request) -> object:
        return puzzle_of_the_day(user=require_user(request))


class NextPuzzleApi(ApiView):
    @endpoint(
        "puzzle_next",
        "Get the next puzzle of a ruleset",
        description=(
            "Of the puzzles that you have not answered, the one whose rating is nearest to yours."
        ),
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=NextPuzzleQuery,
        reply=PuzzleView,
        errors=[NoPuzzlesYet, NoPuzzle, RulesUnavailable],
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        user, language = require_user(request), language_of(request, query["language"])
        document = puzzle_next(user=user, ruleset=query["ruleset"], language=language)
        return set_content_language(json_response(document), language)


class PuzzleApi(ApiView):
    @endpoint(
        "puzzle_view",
        "Get a puzzle",
        description="With the solution, after you have answered it.",
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=PuzzleView,
        errors=[PuzzleNotFound, RulesUnavailable],
    )
    def get(self, request: Request, puzzle_id: int, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        document = puzzle_document(
            puzzle_of(puzzle_id), user=require_user(request), language=language
        )
        return set_content_language(json_response(document), language)


class PuzzleBoardApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "puzzle_board",
        "Get the table of a puzzle as a picture",
        description=(
            "An SVG of `table`, in which the options can be chosen. A `preview` shows the table "
            "with one of them."
        ),
        scope=GAMES_READ,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=BoardQuery,
        reply=OpenApiTypes.STR,
        media_type=SVG,
        errors=[PuzzleNotFound, PictureNotFound, IllegalChoice, RulesUnavailable],
        problem_members={422: CommandRefusedProblem},
    )
    def get(self, request: Request, puzzle_id: int, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query.pop("language"))
        picture = puzzle_picture(puzzle_of(puzzle_id), language=language, **query)
        version = (picture,)
        reply = not_modified_reply(request, version) or svg_reply(picture, version)
        return set_content_language(reply, language)


class PuzzleAnswerApi(ApiView):
    @endpoint(
        "puzzle_answer",
        "Answer a puzzle",
        description=(
            "Only the first answer counts. It changes your rating and the puzzle's. Guests change "
            "their own rating only."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        expensive=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        body=AnswerInput,
        examples=[EXAMPLE],
        reply=PuzzleAnswerView,
        other_replies=schema.without_read("puzzle"),
        errors=[PuzzleNotFound, PuzzleAnswered, IllegalChoice, RulesUnavailable],
        problem_members={422: CommandRefusedProblem},
    )
    def post(self, request: Request, puzzle_id: int, body: dict[str, Any]) -> HttpResponse:
        answer = puzzle_answer(user=require_user(request), puzzle_id=puzzle_id, **body)
        if not may_read(request):
            return located_reply(reverse("puzzle", args=[puzzle_id]))
        language = language_of(request)
        return set_content_language(json_response(answer_result(answer, language)), language)
