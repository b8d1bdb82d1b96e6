"""Tokens over HTTP."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import address_of, signed_in, signed_with
from accounts.api.serializers import (
    LoginReply,
    TokenIssued,
    TokenIssueInput,
    TokenMakeInput,
    TokenView,
)
from accounts.documents import token_document
from accounts.errors import BadCredentials, Busy, TokenNotFound, TooManyFailures
from accounts.models import ApiToken
from accounts.origins import origin_of
from accounts.permissions import HasScope
from accounts.scopes import ACCOUNT
from accounts.selectors import tokens_of
from accounts.services.devices import issue_device_token
from accounts.services.sightings import sighting_note
from accounts.services.tokens import (
    IssuedToken,
    token_issue,
    token_issue_from,
    token_revoke,
    tokens_revoke,
)
from accounts.services.users import user_authenticate
from citadels.api.errors import Invalid, PermissionDenied, Throttled
from citadels.api.headers import NO_STORE
from citadels.api.requests import checked
from citadels.api.schema import problems
from citadels.api.throttles import LOGIN


def shown_once(issued: IssuedToken, **more: str) -> Response:
    document = {**token_document(issued.token), "token": issued.text, **more}
    return Response(document, status=status.HTTP_201_CREATED, headers=NO_STORE)


class TokensApi(generics.GenericAPIView):
    # POST logs in for a token and needs none; the rest is about the user's own.
    scope = ACCOUNT
    serializer_class = TokenView
    queryset = ApiToken.objects.none()

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self.logging_in() else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny()] if self.logging_in() else [HasScope()]

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = LOGIN if self.logging_in() else None
        return super().get_throttles()

    def logging_in(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    @extend_schema(
        operation_id="auth_token_issue",
        summary="Log in for a token",
        description=(
            "With all scopes, unless you name some. After five failures with one name, from "
            "wherever they come, each further attempt has to wait, up to a minute. A device that "
            "sends the `device_token` of its last log-in waits only for the failures of devices "
            "that send such tokens."
        ),
        parameters=[schema.DEVICE_ID],
        request=TokenIssueInput,
        examples=[schema.TOKEN_EXAMPLE],
        responses={
            201: LoginReply,
            **problems(BadCredentials, Invalid, TooManyFailures, Throttled, Busy),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(TokenIssueInput(data=request.data))
        user = user_authenticate(
            username=body.pop("username"),
            password=body.pop("password"),
            address=address_of(request),
            device_token=body.pop("device_token"),
        )
        sighting_note(user=user, origin=origin_of(request))
        issued = token_issue(user=user, **body)
        return shown_once(issued, device_token=issue_device_token(user))

    @extend_schema(
        operation_id="auth_token_list",
        summary="List your tokens",
        responses={200: TokenView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        tokens = tokens_of(user=signed_in(request), now=timezone.now())
        page = self.paginate_queryset(tokens) or []
        return self.get_paginated_response([token_document(token) for token in page])

    @extend_schema(
        operation_id="auth_token_revoke_all",
        summary="Revoke all your tokens",
        description="Also the one you ask with. Applications keep what you have allowed them.",
        responses={204: None, **problems(*schema.SECURED)},
    )
    def delete(self, request: Request) -> Response:
        tokens_revoke(user=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class TokenRevokeApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="auth_token_revoke",
        summary="Revoke one of your tokens",
        responses={204: None, **problems(*schema.SECURED, TokenNotFound)},
    )
    def delete(self, request: Request, token_id: UUID) -> Response:
        token_revoke(user=signed_in(request), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeTokensApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_token_issue",
        summary="Make another token with the one you have",
        description=(
            "It opens no more, and for no longer. Applications cannot make tokens for you."
        ),
        request=TokenMakeInput,
        examples=[schema.MADE_TOKEN_EXAMPLE],
        responses={201: TokenIssued, **problems(*schema.SECURED, PermissionDenied, Invalid)},
    )
    def post(self, request: Request) -> Response:
        body = checked(TokenMakeInput(data=request.data))
        return shown_once(token_issue_from(access=signed_with(request), **body))
