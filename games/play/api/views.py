"""Games over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_access, require_user, user_of
from accounts.permissions import scope_check
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.json import json_response
from core.api.languages import language_of, set_content_language
from games.play.api import schema
from games.play.api.replies import game_not_modified_reply, idempotent_reply
from games.play.api.serializers import (
    CommandConflictProblem,
    CommandInput,
    CommandRefusedProblem,
    CommandReply,
    DryRunReply,
    GameRulesView,
    GameView,
    LanguageQuery,
)
from games.play.commands import command_send
from games.play.errors import (
    ChoiceEndsCommand,
    DeadlinePassed,
    GameFrozen,
    GameNotFound,
    GameNotStarted,
    IdempotencyKeyInvalid,
    IdempotencyKeyReused,
    NotSeated,
    SeatAway,
    SeatLost,
    StaleDecision,
)
from games.play.selectors import game_view_for, table_rules_for
from games.rules.errors import (
    GameOver,
    IllegalChoice,
    NotYourDecision,
    RulesUnavailable,
)


class GameViewApi(ApiView):
    @endpoint(
        "game_view",
        "See a game",
        description=(
            "As you may see it: with your own private information if you have a seat, else as "
            "spectators see it. Everybody sees which decision is open; only the player to act sees "
            "its options."
        ),
        scope=GAMES_READ,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=GameView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        user = user_of(request)
        header, document = game_view_for(user=user, game_id=game_id, language=language)
        return set_content_language(tagged_reply(document, header.version), language)


class GameRulesApi(ApiView):
    @endpoint(
        "game_rules",
        "Read the rules of a game",
        description=(
            "All rules that hold for this game: its edition, its number of players, and what the "
            "cards and tiles in play do. They are the same for everybody who may see the game."
        ),
        scope=GAMES_READ,
        anonymous=True,
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=GameRulesView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        sections = table_rules_for(user=user_of(request), game_id=game_id, language=language)
        return set_content_language(Response({"sections": sections}), language)


COMMAND_ERRORS = (
    NotSeated,
    NotYourDecision,
    GameNotFound,
    StaleDecision,
    SeatLost,
    SeatAway,
    DeadlinePassed,
    GameFrozen,
    GameNotStarted,
    GameOver,
    IllegalChoice,
    ChoiceEndsCommand,
    RulesUnavailable,
)
COMMAND_PROBLEMS = {409: CommandConflictProblem, 422: CommandRefusedProblem}


class GameCommandsApi(ApiView):
    @endpoint(
        "game_command",
        "Answer the open decision",
        description=(
            "`decision` is the id of the open decision. If another decision is open, the error 409 "
            "contains it. Several choices answer consecutive decisions; all of them are played, or "
            "none. No choice may follow one that tells you something new, such as a drawn card. "
            "Commands with several choices also need the scope `games:read`."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        rate="command",
        parameters=[schema.ACCEPT_LANGUAGE, schema.IDEMPOTENCY_KEY],
        body=CommandInput,
        examples=[schema.COMMAND_EXAMPLE],
        reply=CommandReply,
        other_replies=schema.WITHOUT_READ,
        errors=[IdempotencyKeyInvalid, *COMMAND_ERRORS, IdempotencyKeyReused],
        problem_members=COMMAND_PROBLEMS,
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
        if len(body["choices"]) > 1:  # the error lists the legal choices
            scope_check(require_access(request), GAMES_READ)
        reply = command_send(
            user=require_user(request),
            game_id=game_id,
            key=request.headers.get("Idempotency-Key"),
            language=language_of(request),
            **body,
        )
        return idempotent_reply(request, reply, game_id=game_id)


class GameDryRunsApi(ApiView):
    @endpoint(
        "game_dry_run",
        "Check a command without playing it",
        description=(
            "The command is checked like a real one, and nothing is stored. An illegal command "
            "gets the same error. The token needs the scope `games:read`, too."
        ),
        scope=GAMES_PLAY,
        guests_may=True,
        rate="command",
        parameters=[schema.ACCEPT_LANGUAGE],
        body=CommandInput,
        examples=[schema.COMMAND_EXAMPLE],
        reply=DryRunReply,
        errors=COMMAND_ERRORS,
        problem_members=COMMAND_PROBLEMS,
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
        scope_check(require_access(request), GAMES_READ)  # the error lists the legal choices
        language = language_of(request)
        reply = command_send(
            user=require_user(request), game_id=game_id, language=language, dry_run=True, **body
        )
        return set_content_language(json_response(reply.document), language)
