"""Endpoints for registration, the e-mail address and the password."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse
from rest_framework.request import Request

from accounts.api import schema
from accounts.api.requests import confirm_password, require_access, require_user
from accounts.api.serializers import (
    EmailChangeInput,
    EmailPending,
    LinkInput,
    MeView,
    PasswordChangeInput,
    PasswordResetConfirmInput,
    PasswordResetInput,
    UserRegisterInput,
    UserView,
)
from accounts.documents import user_document
from accounts.errors import LinkInvalid, NoEmailPending, TooManyFailures, WrongPassword
from accounts.scopes import ACCOUNT, ANY, SCOPES, scope_text
from accounts.selectors import preferences_of
from accounts.services.addresses import email_change_begin, email_resend, email_verify
from accounts.services.passwords import password_change, password_reset, password_reset_request
from accounts.services.users import user_register
from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.throttles import LOGIN
from core.errors import Busy

CONFIRMED = (WrongPassword, TooManyFailures, Busy)
"""Errors of operations that need the password beside the token."""
SENT = OpenApiResponse(description="If an account has this address, an e-mail is on its way.")


class UserRegisterApi(ApiView):
    @endpoint(
        "auth_register",
        "Register",
        description=(
            "If you give an address, a link is sent there; until it is opened, the address is "
            "`email_pending`. The reply is the same whether or not another account has the "
            "address."
        ),
        scope=OPEN,
        expensive=True,
        rate="register",
        body=UserRegisterInput,
        examples=[schema.REGISTER_EXAMPLE],
        reply=UserView,
        status=201,
        errors=[Busy],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        user = user_register(**body)
        document = user_document(user, scopes=frozenset(SCOPES), now=timezone.now())
        return UserView(document).data


class EmailVerifyApi(ApiView):
    @endpoint(
        "auth_verify_email",
        "Verify an e-mail address",
        scope=OPEN,
        rate=LOGIN,
        body=LinkInput,
        examples=[schema.LINK_EXAMPLE],
        errors=[LinkInvalid],
    )
    def post(self, request: Request, body: dict[str, Any]) -> None:
        email_verify(**body)


class PasswordResetApi(ApiView):
    @endpoint(
        "auth_password_reset",
        "Request a password reset",
        description=(
            "The reply and its timing are the same whether or not an account has the address."
        ),
        scope=OPEN,
        rate="emails",
        body=PasswordResetInput,
        examples=[schema.RESET_EXAMPLE],
        reply=SENT,
        status=202,
    )
    def post(self, request: Request, body: dict[str, Any]) -> None:
        password_reset_request(address=body["email"])


class PasswordResetConfirmApi(ApiView):
    @endpoint(
        "auth_password_reset_confirm",
        "Reset a password",
        description=(
            "All your tokens, all authorizations of applications, and `email_pending` end."
        ),
        scope=OPEN,
        expensive=True,
        rate=LOGIN,
        body=PasswordResetConfirmInput,
        examples=[schema.RESET_CONFIRM_EXAMPLE],
        errors=[LinkInvalid, Busy],
    )
    def post(self, request: Request, body: dict[str, Any]) -> None:
        password_reset(**body)


class MeApi(ApiView):
    @endpoint(
        "me",
        "Get your account",
        description="Any token may be used, even that of a banned user.",
        scope=ANY,
        banned_may=True,
        reply=MeView,
    )
    def get(self, request: Request) -> object:
        access = require_access(request)
        document = user_document(access.user, scopes=access.scopes, now=timezone.now())
        scopes = scope_text(access.scopes).split()
        hide_ratings = preferences_of([access.user.id])[access.user.id].hide_ratings
        return MeView({**document, "scopes": scopes, "hide_ratings": hide_ratings}).data


class MeEmailApi(ApiView):
    @endpoint(
        "me_email_change",
        "Change your e-mail address",
        description=(
            "The new address counts when its link is opened; then the old one is notified."
        ),
        scope=ACCOUNT,
        expensive=True,
        rate="emails",
        body=EmailChangeInput,
        examples=[schema.EMAIL_EXAMPLE],
        reply=EmailPending,
        status=202,
        errors=CONFIRMED,
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        user = confirm_password(request, body["password"])
        claim = email_change_begin(user=user, address=body["email"])
        return {"email_pending": claim.address}


class MeEmailResendApi(ApiView):
    @endpoint(
        "me_email_resend",
        "Send the verification e-mail again",
        scope=ACCOUNT,
        rate="emails",
        reply=OpenApiResponse(description="An e-mail is on its way."),
        status=202,
        errors=[NoEmailPending],
    )
    def post(self, request: Request) -> None:
        email_resend(user=require_user(request))


class MePasswordApi(ApiView):
    @endpoint(
        "me_password_change",
        "Change your password",
        description="The token of the request stays valid.",
        scope=ACCOUNT,
        expensive=True,
        body=PasswordChangeInput,
        examples=[schema.PASSWORD_EXAMPLE],
        errors=CONFIRMED,
    )
    def post(self, request: Request, body: dict[str, Any]) -> None:
        user = confirm_password(request, body["password"])
        password_change(
            user=user,
            password=body["new_password"],
            revoke=body["revoke_tokens"],
            keep=require_access(request).token,
        )
