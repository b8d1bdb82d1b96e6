"""Endpoints for tokens."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import schema
from accounts.api.requests import address_of, require_access, require_user
from accounts.api.serializers import (
    LoginReply,
    TokenIssued,
    TokenIssueInput,
    TokenMakeInput,
    TokenView,
)
from accounts.client_info import client_info_of
from accounts.documents import token_document
from accounts.errors import BadCredentials, TokenNotFound, TooManyFailures
from accounts.scopes import ACCOUNT
from accounts.selectors import tokens_of
from accounts.services.devices import issue_device_token
from accounts.services.fingerprints import fingerprint_record
from accounts.services.tokens import (
    IssuedToken,
    token_issue,
    token_issue_from,
    token_revoke,
    tokens_revoke,
)
from accounts.services.users import user_authenticate
from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.throttles import LOGIN
from core.errors import Busy, PermissionDenied


def token_output_once(issued: IssuedToken, **more: str) -> dict[str, Any]:
    """Return a new token with its text, which is never shown again."""
    return {**token_document(issued.token), "token": issued.text, **more}


class TokensApi(ApiView):
    @endpoint(
        "auth_token_issue",
        "Log in for a token",
        description=(
            "The token has all scopes unless you name some. After five failures with one name, "
            "from any addresses, each further attempt has to wait, up to a minute. A device "
            "that sends the `device_token` of its last log-in waits only because of failures of"
            " such devices."
        ),
        scope=OPEN,
        expensive=True,
        rate=LOGIN,
        parameters=[schema.DEVICE_ID],
        body=TokenIssueInput,
        examples=[schema.TOKEN_EXAMPLE],
        reply=LoginReply,
        status=201,
        no_store=True,
        errors=[BadCredentials, TooManyFailures, Busy],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        user = user_authenticate(
            username=body.pop("username"),
            password=body.pop("password"),
            address=address_of(request),
            device_token=body.pop("device_token"),
        )
        fingerprint_record(user=user, client_info=client_info_of(request))
        issued = token_issue(user=user, **body)
        return token_output_once(issued, device_token=issue_device_token(user))

    @endpoint(
        "auth_token_list",
        "List your tokens",
        scope=ACCOUNT,
        pages=TokenView,
    )
    def get(self, request: Request) -> Response:
        tokens = tokens_of(user=require_user(request), now=timezone.now())
        page = self.paginate_queryset(tokens) or []
        return self.get_paginated_response([token_document(token) for token in page])

    @endpoint(
        "auth_token_revoke_all",
        "Revoke all your tokens",
        description="This includes the token of the request. Authorizations of applications stay.",
        scope=ACCOUNT,
        guests_may=True,
    )
    def delete(self, request: Request) -> None:
        tokens_revoke(user=require_user(request))


class TokenRevokeApi(ApiView):
    @endpoint(
        "auth_token_revoke",
        "Revoke one of your tokens",
        scope=ACCOUNT,
        guests_may=True,
        errors=[TokenNotFound],
    )
    def delete(self, request: Request, token_id: UUID) -> None:
        token_revoke(user=require_user(request), token_id=token_id)


class MeTokensApi(ApiView):
    @endpoint(
        "me_token_issue",
        "Issue a token with another token",
        description=(
            "It has no more rights and no longer life than that one. Applications cannot issue "
            "tokens."
        ),
        scope=ACCOUNT,
        body=TokenMakeInput,
        examples=[schema.MADE_TOKEN_EXAMPLE],
        reply=TokenIssued,
        status=201,
        no_store=True,
        errors=[PermissionDenied],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        return token_output_once(token_issue_from(access=require_access(request), **body))
