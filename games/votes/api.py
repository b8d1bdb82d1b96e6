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
from games.models import Game, VoteKind
from games.play.api.serializers import UserSummary, optional_integer
from games.play.errors import (
    SEAT_ERRORS,
    GameFrozen,
    GameNotFound,
    NotSeated,
    RollbackRefused,
    SeatAway,
)
from games.play.selectors import game_header_for
from games.rules.errors import RulesUnavailable
from games.votes.errors import (
    NoBallot,
    UndoImpossible,
    UndoRefusal,
    VoteClosed,
    VoteImpossible,
    VoteLimit,
    VoteNotFound,
    VoteOpen,
)
from games.votes.selectors import seats_by_number, vote_document, votes_of
from games.votes.services import VOTE_REFUSALS, ballot_cast, undo_document, vote_open

UNDO_EXAMPLE = OpenApiExample("Undo your last choice", value={"kind": "undo"}, request_only=True)
REPLACE_EXAMPLE = OpenApiExample(
    "Replace the absent player of seat 2 with a bot",
    value={"kind": "replace", "seat": 2},
    request_only=True,
)
PLAYER_ERRORS = (*SEAT_ERRORS, SeatAway)
ACTION_ERRORS = (GameFrozen, RollbackRefused, RulesUnavailable)


class VoteInput(serializers.Serializer):
    kind = serializers.ChoiceField(
        VoteKind.choices,
        help_text=(
            "pause, resume: the clock; replace: an absent player with a bot. These need more than "
            "half of the votes. cancel: the game, without a result; undo: your last moves. These "
            "need all votes."
        ),
    )
    seat = optional_integer("For `replace`: the seat of the absent player.")
    to_move = optional_integer(
        "For `undo`: the last move to keep; null: undo only your last choice."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["kind"] == VoteKind.REPLACE and attrs["seat"] is None:
            raise serializers.ValidationError(
                {"seat": _("Specify which seat to replace.")}, code="required"
            )
        return attrs


class BallotInput(serializers.Serializer):
    yes = serializers.BooleanField()


class BallotView(serializers.Serializer):
    seat = serializers.IntegerField()
    yes = serializers.BooleanField()


class VoteView(serializers.Serializer):
    """A vote of the players of a game."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(VoteKind.choices)
    seat = serializers.IntegerField(allow_null=True, help_text="The seat to replace.")
    to_move = serializers.IntegerField(
        allow_null=True, help_text="The last move that an undo keeps."
    )
    opened_by = UserSummary()
    opened_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField(help_text="Missing ballots count as no then.")
    closed_at = serializers.DateTimeField(allow_null=True)
    passed = serializers.BooleanField(allow_null=True, help_text="Null while the vote is open.")
    voters = serializers.ListField(
        child=serializers.IntegerField(),
        allow_null=True,
        help_text="The seats that may vote; null when the vote is closed.",
    )
    needed = serializers.IntegerField(
        allow_null=True, help_text="Number of yes votes needed; null when the vote is closed."
    )
    ballots = BallotView(many=True)


class UndoView(serializers.Serializer):
    """The answer to whether your last choice can be undone, before you open a vote about it."""

    possible = serializers.BooleanField()
    reason = serializers.ChoiceField(
        [*(why.value for why in UndoRefusal), *(error.code for error in VOTE_REFUSALS)],
        allow_null=True,
        help_text=(
            "Why not: the reason of the error `undo_impossible`, or the code of another error of "
            "opening the vote."
        ),
    )
    others = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="The other seats that have to agree. If there are none, the vote passes at once.",
    )


class VotesPagination(CursorPagination):
    ordering = ("-opened_at", "-id")


class GameVotesApi(ApiView):
    pagination_class = VotesPagination

    @endpoint(
        "game_vote_list",
        "List the votes of a game",
        description="Newest first. All who may see the game also see who voted how.",
        scope=GAMES_READ,
        pages=VoteView,
        errors=[GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        header = game_header_for(user=require_user(request), game_id=game_id)
        if (same := not_modified_reply(request, header.version)) is not None:
            return same
        page = self.paginate_queryset(votes_of(game_id=game_id))
        seats = seats_by_number(game_id=game_id)
        votes = [vote_document(vote, seats) for vote in page or ()]
        return tagged_reply(self.get_paginated_response(votes).data, header.version)

    @endpoint(
        "game_vote_open",
        "Open a vote",
        description="Your own vote is yes. A vote closes as soon as it is decided.",
        scope=GAMES_PLAY,
        guests_may=True,
        rate="votes",
        body=VoteInput,
        examples=[UNDO_EXAMPLE, REPLACE_EXAMPLE],
        reply=VoteView,
        status=201,
        errors=[
            *PLAYER_ERRORS,
            *ACTION_ERRORS,
            NoBallot,
            VoteOpen,
            VoteLimit,
            VoteImpossible,
            UndoImpossible,
        ],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        body["kind"] = VoteKind(body["kind"])
        vote = vote_open(user=require_user(request), game_id=game_id, **body)
        return vote_document(vote, seats_by_number(game_id=game_id))


class GameBallotApi(ApiView):
    @endpoint(
        "game_ballot",
        "Vote yes or no",
        description="You may change your vote while it is open.",
        scope=GAMES_PLAY,
        guests_may=True,
        body=BallotInput,
        reply=VoteView,
        errors=[*PLAYER_ERRORS, *ACTION_ERRORS, NoBallot, VoteNotFound, VoteClosed],
    )
    def post(self, request: Request, game_id: UUID, vote_id: int, body: dict[str, Any]) -> object:
        vote = ballot_cast(user=require_user(request), game_id=game_id, vote_id=vote_id, **body)
        return vote_document(vote, seats_by_number(game_id=game_id))


class GameUndoApi(ApiView):
    @endpoint(
        "game_undo",
        "Check whether you can undo your last choice",
        description="To undo it, open a vote of the kind `undo`.",
        scope=GAMES_READ,
        reply=UndoView,
        errors=[NotSeated, GameNotFound, RulesUnavailable],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        user = require_user(request)
        header = game_header_for(user=user, game_id=game_id)
        if header.viewer.seat is None:
            raise NotSeated
        seats = seats_by_number(game_id=game_id)
        game = Game.objects.get(id=game_id)
        document = undo_document(user=user, game=game, seats=seats, mine=seats[header.viewer.seat])
        # A limit ends without a change of the game, so the game's version is not enough.
        if (same := not_modified_reply(request, document)) is not None:
            return same
        return tagged_reply(document, document)
