"""Invitations over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import seen_here, signed_in
from accounts.api.schema import DEVICE_ID
from accounts.scopes import GAMES_CREATE, GAMES_PLAY, GAMES_READ
from citadels.api.errors import Invalid
from citadels.api.schema import problems
from games.api import schema
from games.api.lobby.inputs import GameJoinInput, InvitationInput
from games.api.lobby.lists import ListApi
from games.api.replies import game_reply
from games.api.serializers import GameSummary, GameView, UserSummary, checked
from games.errors import (
    AlreadySeated,
    GameFull,
    GameNotFound,
    GameNotInLobby,
    NotSeated,
    NotTheHost,
    SeatTaken,
)
from games.lobby_errors import (
    InvitationClosed,
    InvitationNotFound,
    TooManyInvitations,
    TooManyMatches,
)
from games.lobby_selectors import (
    invitation_document,
    invitation_documents,
    invitation_mark,
    invitations_for,
    invitations_to,
    invitations_with_matches,
)
from games.models import Answer, Invitation
from games.services.invitations import (
    invitation_decline,
    invitation_send,
    invitation_take,
    invitation_withdraw,
)


class InvitationView(serializers.Serializer):
    """A user is asked to take a seat."""

    id = serializers.IntegerField()
    game = serializers.UUIDField()
    user = UserSummary()
    by = UserSummary()
    created_at = serializers.DateTimeField()
    answer = serializers.ChoiceField(Answer.choices, allow_null=True, help_text="Null: none yet.")
    answered_at = serializers.DateTimeField(allow_null=True)


class MyInvitationView(InvitationView):
    match = GameSummary()


class GameInvitationsApi(ListApi):
    scopes = {"GET": GAMES_READ, "POST": GAMES_CREATE}

    serializer_class = InvitationView
    queryset = Invitation.objects.none()

    @extend_schema(
        operation_id="game_invitations",
        summary="See who was asked to join",
        description="For the host and those who have a seat, newest first.",
        parameters=[schema.IF_NONE_MATCH],
        responses={
            200: InvitationView(many=True),
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, NotSeated, GameNotFound, Invalid),
        },
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        return self.listed(
            request,
            invitations_for(user=signed_in(request), game_id=game_id),
            mark=invitation_mark,
            read=lambda user, page: invitation_documents(page),
        )

    @extend_schema(
        operation_id="game_invite",
        summary="Ask a user to join",
        description=(
            "By the host. An invitation opens a private match, passes the filters of the others, "
            "and lets come back whom the host has removed."
        ),
        request=InvitationInput,
        examples=[schema.INVITATION_EXAMPLE],
        responses={
            201: InvitationView,
            **problems(
                *schema.SECURED,
                NotTheHost,
                GameNotFound,
                GameNotInLobby,
                AlreadySeated,
                InvitationClosed,
                TooManyInvitations,
                Invalid,
            ),
        },
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body = checked(InvitationInput(data=request.data))
        invitation = invitation_send(user=signed_in(request), game_id=game_id, **body)
        return Response(invitation_document(invitation), status=status.HTTP_201_CREATED)


class GameInvitationApi(APIView):
    scope = GAMES_CREATE

    @extend_schema(
        operation_id="game_invitation_withdraw",
        summary="Take an invitation back",
        request=None,
        responses={
            204: None,
            **problems(
                *schema.SECURED,
                NotTheHost,
                GameNotFound,
                InvitationNotFound,
                GameNotInLobby,
                InvitationClosed,
            ),
        },
    )
    def delete(self, request: Request, game_id: UUID, invitation_id: int) -> Response:
        user = signed_in(request)
        invitation_withdraw(user=user, game_id=game_id, invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeInvitationsApi(ListApi):
    scope = GAMES_READ

    serializer_class = MyInvitationView
    queryset = Invitation.objects.none()

    @extend_schema(
        operation_id="me_invitations",
        summary="See where you are asked to join",
        description="The invitations that wait for your answer, newest first.",
        parameters=[schema.IF_NONE_MATCH],
        responses={
            200: MyInvitationView(many=True),
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, Invalid),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        return self.listed(
            request,
            invitations_to(user=signed_in(request)),
            mark=invitation_mark,
            read=lambda user, page: invitations_with_matches(user=user, page=page),
        )


class InvitationAcceptApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="me_invitation_accept",
        summary="Accept an invitation: take a seat",
        parameters=[schema.ACCEPT_LANGUAGE, DEVICE_ID],
        request=GameJoinInput,
        responses={
            200: GameView,
            **schema.WITHOUT_READ,
            **problems(
                *schema.SECURED,
                InvitationNotFound,
                InvitationClosed,
                GameNotFound,
                GameNotInLobby,
                GameFull,
                SeatTaken,
                TooManyMatches,
                Invalid,
            ),
        },
    )
    def post(self, request: Request, invitation_id: int) -> Response:
        body = checked(GameJoinInput(data=request.data))
        game = invitation_take(user=signed_in(request), invitation_id=invitation_id, **body)
        seen_here(request)
        return game_reply(request, game.id)


class InvitationDeclineApi(APIView):
    scope = GAMES_PLAY

    @extend_schema(
        operation_id="me_invitation_decline",
        summary="Decline an invitation",
        request=None,
        responses={
            204: None,
            **problems(*schema.SECURED, InvitationNotFound, InvitationClosed),
        },
    )
    def post(self, request: Request, invitation_id: int) -> Response:
        invitation_decline(user=signed_in(request), invitation_id=invitation_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
