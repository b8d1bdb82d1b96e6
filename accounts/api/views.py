"""Accounts over HTTP: each view translates one operation and decides nothing."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.api.schema import SECURED
from accounts.api.serializers import (
    PreferencesView,
    TokenIssued,
    TokenIssueInput,
    TokenView,
    UserRegisterInput,
    UserView,
)
from accounts.errors import BadCredentials, TokenNotFound
from accounts.models import ApiToken
from accounts.selectors import preferences_of, tokens_of
from accounts.services import (
    preferences_change,
    token_issue,
    token_revoke,
    user_authenticate,
    user_register,
)
from citadels.api.errors import Invalid, Throttled
from citadels.api.schema import problems


class UserRegisterApi(APIView):
    authentication_classes = ()  # a stale token in the header must not stand in the way
    permission_classes = (AllowAny,)
    throttle_scope = "register"

    @extend_schema(
        operation_id="auth_register",
        summary="Open an account",
        request=UserRegisterInput,
        responses={201: UserView, **problems(Invalid, Throttled)},
    )
    def post(self, request: Request) -> Response:
        body = UserRegisterInput(data=request.data)
        body.is_valid(raise_exception=True)
        user = user_register(**body.validated_data)
        return Response(UserView(user).data, status=status.HTTP_201_CREATED)


class TokensApi(generics.GenericAPIView):
    # POST logs in for a token and needs none; GET lists the user's own.
    serializer_class = TokenView
    queryset = ApiToken.objects.none()

    def get_authenticators(self) -> list[BaseAuthentication]:
        return [] if self.logging_in() else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny()] if self.logging_in() else [IsAuthenticated()]

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttle_scope = "login" if self.logging_in() else None
        return super().get_throttles()

    def logging_in(self) -> bool:
        return self.request is not None and self.request.method == "POST"

    @extend_schema(
        operation_id="auth_token_issue",
        summary="Log in for a token",
        request=TokenIssueInput,
        responses={201: TokenIssued, **problems(BadCredentials, Invalid, Throttled)},
    )
    def post(self, request: Request) -> Response:
        body = TokenIssueInput(data=request.data)
        body.is_valid(raise_exception=True)
        name = body.validated_data.pop("name")
        issued = token_issue(user=user_authenticate(**body.validated_data), name=name)
        reply = {**TokenView(issued.token).data, "token": issued.text}
        return Response(reply, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="auth_token_list",
        summary="List your tokens",
        responses={200: TokenView(many=True), **problems(*SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(tokens_of(user=signed_in(request), now=timezone.now()))
        return self.get_paginated_response(TokenView(page, many=True).data)


class TokenRevokeApi(APIView):
    @extend_schema(
        operation_id="auth_token_revoke",
        summary="Revoke one of your tokens",
        responses={204: None, **problems(*SECURED, TokenNotFound)},
    )
    def delete(self, request: Request, token_id: UUID) -> Response:
        token_revoke(user=signed_in(request), token_id=token_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeApi(APIView):
    @extend_schema(
        operation_id="me",
        summary="Who am I?",
        responses={200: UserView, **problems(*SECURED)},
    )
    def get(self, request: Request) -> Response:
        return Response(UserView(signed_in(request)).data)


class PreferencesApi(APIView):
    @extend_schema(
        operation_id="me_preferences",
        summary="See your preferences",
        responses={200: PreferencesView, **problems(*SECURED)},
    )
    def get(self, request: Request) -> Response:
        user = signed_in(request)
        return Response(PreferencesView(preferences_of([user.id])[user.id]).data)

    @extend_schema(
        operation_id="me_preferences_change",
        summary="Change some of your preferences",
        request=PreferencesView(partial=True),
        responses={200: PreferencesView, **problems(*SECURED, Invalid)},
    )
    def patch(self, request: Request) -> Response:
        body = PreferencesView(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        changed = preferences_change(user=signed_in(request), changes=body.validated_data)
        return Response(PreferencesView(changed).data)
