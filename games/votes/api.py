"""Votes over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.pagination import CursorPagination
from games.models import VoteKind
from games.play.api.serializers import MAX_INTEGER, UserSummary
from games.play.errors import (
    GameFrozen,
    GameNotFound,
    GameNotStarted,
    NotSeated,
    RollbackRefused,
    SeatAway,
    SeatLost,
)
from games.play.selectors import game_header_for
from games.rules.errors import GameOver, RulesUnavailable
from games.votes.errors import (
    NoBallot,
    UndoImpossible,
    VoteClosed,
    VoteImpossible,
    VoteNotFound,
    VoteOpen,
)
from games.votes.selectors import seats_voting, vote_document, votes_of
from games.votes.services import ballot_cast, vote_open

UNDO_EXAMPLE = OpenApiExample(
    "Take your last choice back", value={"kind": "undo"}, request_only=True
)
REPLACE_EXAMPLE = OpenApiExample(
    "A bot for seat 2, whose player keeps you waiting",
    value={"kind": "replace", "seat": 2},
    request_only=True,
)
MAY_NOT = (NotSeated, GameNotFound, GameNotStarted, GameOver, SeatLost, SeatAway)
CARRIED_OUT = (GameFrozen, RollbackRefused, RulesUnavailable)


class VoteInput(serializers.Serializer):
    kind = serializers.ChoiceField(
        VoteKind.choices,
        help_text=(
            "pause, resume: the clock; replace: an absent player, by a bot; more than half have to "
            "agree. cancel: the game, without a result; undo: your last moves; all have to agree."
        ),
    )
    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="Whom to replace.",
    )
    to_move = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="The last move that an undo leaves; null: your last choice alone is taken back.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] == VoteKind.REPLACE and attrs["seat"] is None:
            raise serializers.ValidationError({"seat": _("Say whom to replace.")}, code="required")
        return attrs


class BallotInput(serializers.Serializer):
    yes = serializers.BooleanField()


class BallotView(serializers.Serializer):
    seat = serializers.IntegerField()
    yes = serializers.BooleanField()


class VoteView(serializers.Serializer):
    """A question to the players of a game."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(VoteKind.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="Whom it would replace.")
    to_move = serializers.IntegerField(
        allow_null=True, help_text="The last move that an undo would leave."
    )
    opened_by = UserSummary()
    opened_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text="Who has said nothing by then is not for it.")
    closed_at = serializers.DateTimeField(allow_null=True)
    passed = serializers.BooleanField(allow_null=True, help_text="Null while it is open.")
    voters = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The seats that have a say; null when it is closed.",
    )
    needed = serializers.IntegerField(
        allow_null=True, help_text="How many have to say yes; null when it is closed."
    )
    ballots = BallotView(many=True)


class VotesPagination(CursorPagination):
    ordering = ("-opened_at", "-id")


class GameVotesApi(ApiView):
    pagination_class = VotesPagination

    @endpoint(
        "game_vote_list",
        "List the votes of a game",
        description="Newest first. Everybody who may see the game sees who has voted for what.",
        scope=GAMES_READ,
        pages=VoteView,
        errors=[GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        header = game_header_for(user=require_user(request), game_id=game_id)
        if (same := not_modified_reply(request, header.version)) is not None:
            return same
        page = self.paginate_queryset(votes_of(game_id=game_id))
        seats = seats_voting(game_id=game_id)
        votes = [vote_document(vote, seats) for vote in page or ()]
        return tagged_reply(self.get_paginated_response(votes).data, header.version)

    @endpoint(
        "game_vote_open",
        "Ask the players of a game to vote",
        description="You are for it yourself. It is closed as soon as it is decided.",
        scope=GAMES_PLAY,
        rate="votes",
        body=VoteInput,
        examples=[UNDO_EXAMPLE, REPLACE_EXAMPLE],
        reply=VoteView,
        status=201,
        errors=[*MAY_NOT, *CARRIED_OUT, NoBallot, VoteOpen, VoteImpossible, UndoImpossible],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        body["kind"] = VoteKind(body["kind"])
        vote = vote_open(user=require_user(request), game_id=game_id, **body)
        return vote_document(vote, seats_voting(game_id=game_id))


class GameBallotApi(ApiView):
    @endpoint(
        "game_ballot",
        "Say yes or no to a vote",
        description="You may change your mind while the vote is open.",
        scope=GAMES_PLAY,
        body=BallotInput,
        reply=VoteView,
        errors=[*MAY_NOT, *CARRIED_OUT, NoBallot, VoteNotFound, VoteClosed],
    )
    def post(self, request: Request, game_id: UUID, vote_id: int, body: dict[str, Any]) -> object:
        vote = ballot_cast(user=require_user(request), game_id=game_id, vote_id=vote_id, **body)
        return vote_document(vote, seats_voting(game_id=game_id))
