"""Invitations over HTTP."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import fingerprint_client, require_user
from accounts.api.schema import DEVICE_ID
from accounts.scopes import GAMES_CREATE, GAMES_PLAY, GAMES_READ
from core.api.endpoints import ApiView, endpoint
from games.lobby.api.inputs import GameJoinInput, InvitationInput
from games.lobby.errors import (
    HOST_ERRORS,
    AlreadySeated,
    GameFull,
    GameNotInLobby,
    InvitationClosed,
    InvitationLimit,
    InvitationNotFound,
    PlayerBlocked,
    SeatTaken,
    TooManyGames,
    TooManyInvitations,
)
from games.lobby.invitations import (
    invitation_accept,
    invitation_decline,
    invitation_send,
    invitation_withdraw,
)
from games.lobby.selectors import (
    invitation_document,
    invitation_documents,
    invitation_version,
    invitations_for,
    invitations_to,
    invitations_with_games,
)
from games.models import Answer
from games.play.api import schema
from games.play.api.lists import ListApi
from games.play.api.replies import game_reply
from games.play.api.serializers import GameSummary, UserSummary
from games.play.errors import GameNotFound, NamesHidden, NotSeated


class InvitationView(serializers.Serializer):
    """An invitation to take a seat."""

    id = serializers.IntegerField()
    game = serializers.UUIDField()
    user = UserSummary()
    by = UserSummary()
    created_at = serializers.DateTimeField()
    answer = serializers.ChoiceField(
        Answer.choices, allow_null=True, help_text="Null: not answered yet."
    )
    answered_at = serializers.DateTimeField(allow_null=True)


class MyInvitationView(InvitationView):
    summary = GameSummary()


class GameInvitationsApi(ListApi):
    @endpoint(
        "game_invitations",
        "List the invitations to a game",
        description="Only for the host and the players; newest first.",
        scope=GAMES_READ,
        pages=InvitationView,
        errors=[NotSeated, GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        return self.list_reply(
            request,
            invitations_for(user=require_user(request), game_id=game_id),
            mark=invitation_version,
            read=invitation_documents,
        )

    @endpoint(
        "game_invite",
        "Invite a user to a game",
        description=(
            "Only for the host. An invited user can join a private game, does not need to pass the "
            "filters, and can come back after the host has removed them."
        ),
        scope=GAMES_CREATE,
        body=InvitationInput,
        examples=[schema.INVITATION_EXAMPLE],
        reply=InvitationView,
        status=201,
        errors=[
            *HOST_ERRORS,
            NamesHidden,
            AlreadySeated,
            PlayerBlocked,
            InvitationClosed,
            TooManyInvitations,
            InvitationLimit,
        ],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        invitation = invitation_send(user=require_user(request), game_id=game_id, **body)
        return invitation_document(invitation)


class GameInvitationApi(ApiView):
    @endpoint(
        "game_invitation_withdraw",
        "Withdraw an invitation",
        scope=GAMES_CREATE,
        errors=[*HOST_ERRORS, InvitationNotFound, InvitationClosed],
    )
    def delete(self, request: Request, game_id: UUID, invitation_id: int) -> None:
        user = require_user(request)
        invitation_withdraw(user=user, game_id=game_id, invitation_id=invitation_id)


class MeInvitationsApi(ListApi):
    @endpoint(
        "me_invitations",
        "List your invitations",
        description="The invitations that wait for your answer, newest first.",
        scope=GAMES_READ,
        pages=MyInvitationView,
    )
    def get(self, request: Request) -> HttpResponse:
        user = require_user(request)
        return self.list_reply(
            request,
            invitations_to(user=user),
            mark=invitation_version,
            read=lambda page: invitations_with_games(user=user, page=page),
        )


class InvitationAcceptApi(ApiView):
    @schema.game_endpoint(
        "me_invitation_accept",
        "Accept an invitation and take a seat",
        scope=GAMES_PLAY,
        parameters=[DEVICE_ID],
        body=GameJoinInput,
        errors=[
            InvitationNotFound,
            InvitationClosed,
            GameNotFound,
            GameNotInLobby,
            GameFull,
            SeatTaken,
            TooManyGames,
        ],
    )
    def post(self, request: Request, invitation_id: int, body: dict[str, Any]) -> Response:
        game = invitation_accept(user=require_user(request), invitation_id=invitation_id, **body)
        fingerprint_client(request)
        return game_reply(request, game.id)


class InvitationDeclineApi(ApiView):
    @endpoint(
        "me_invitation_decline",
        "Decline an invitation",
        scope=GAMES_PLAY,
        errors=[InvitationNotFound, InvitationClosed],
    )
    def post(self, request: Request, invitation_id: int) -> None:
        invitation_decline(user=require_user(request), invitation_id=invitation_id)
