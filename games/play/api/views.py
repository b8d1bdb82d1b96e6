"""Games over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request

from accounts.api.requests import require_access, require_user
from accounts.permissions import scope_check
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.errors import outcome_set
from core.api.languages import language_of, set_content_language
from games.play.api import schema
from games.play.api.replies import game_not_modified_reply, idempotent_reply
from games.play.api.serializers import (
    CommandInput,
    CommandReply,
    DryRunReply,
    GameView,
    IllegalChoiceProblem,
    LanguageQuery,
    StaleDecisionProblem,
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
from games.play.selectors import game_view_for
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
        parameters=[schema.ACCEPT_LANGUAGE],
        query=LanguageQuery,
        reply=GameView,
        errors=[GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        language = language_of(request, query["language"])
        if (same := game_not_modified_reply(request, game_id, language)) is not None:
            return same
        user = require_user(request)
        header, document = game_view_for(user=user, game_id=game_id, language=language)
        return set_content_language(tagged_reply(document, header.version), language)


class GameCommandsApi(ApiView):
    @endpoint(
        "game_command",
        "Answer the open decision",
        description=(
            "`decision` is the id of the open decision. If another decision is open, the error 409 "
            "contains it. Several choices answer consecutive decisions; all of them are played, or "
            "none. No choice may follow one that tells you something new, such as a drawn card. "
            "With `dry_run` the command is checked and nothing is stored. Dry runs and commands "
            "with several choices also need the scope `games:read`."
        ),
        scope=GAMES_PLAY,
        rate="command",
        parameters=[schema.ACCEPT_LANGUAGE, schema.IDEMPOTENCY_KEY],
        body=CommandInput,
        examples=[schema.COMMAND_EXAMPLE],
        reply=PolymorphicProxySerializer(
            component_name="CommandOutcome",
            serializers=[CommandReply, DryRunReply],
            resource_type_field_name=None,
        ),
        other_replies=schema.WITHOUT_READ,
        errors=[
            IdempotencyKeyInvalid,
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
            IdempotencyKeyReused,
            RulesUnavailable,
        ],
        problem_members={409: StaleDecisionProblem, 422: IllegalChoiceProblem},
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
        if body["dry_run"] or len(body["choices"]) > 1:  # the error lists the legal choices
            scope_check(require_access(request), GAMES_READ)
        reply = command_send(
            user=require_user(request),
            game_id=game_id,
            key=request.headers.get("Idempotency-Key"),
            language=language_of(request),
            **body,
        )
        response = idempotent_reply(request, reply, game_id=game_id)
        return outcome_set(response, "dry_run") if body.get("dry_run") else response
