"""Accounts over HTTP: opening one, its address, its password."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import address_of, signed_in, signed_with
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
from accounts.errors import Busy, LinkInvalid, NoEmailPending, TooManyFailures, WrongPassword
from accounts.scopes import ACCOUNT, ANY, SCOPES, scope_text
from accounts.services.emails import email_claim, email_resend, email_verify
from accounts.services.passwords import password_change, password_reset, password_reset_ask
from accounts.services.users import password_confirm, user_register
from citadels.api.errors import Invalid, Throttled
from citadels.api.requests import checked
from citadels.api.schema import problems
from citadels.api.throttles import LOGIN

CONFIRMED = (WrongPassword, TooManyFailures, Busy, Invalid, Throttled)
"""How an operation may end that takes the password beside the token."""
SENT = OpenApiResponse(description="If somebody has this address, a mail is on its way.")


class PublicApi(APIView):
    """Asked by those who have no token."""

    authentication_classes = ()  # a stale token in the header must not stand in the way
    permission_classes = (AllowAny,)


class UserRegisterApi(PublicApi):
    throttle_scope = "register"

    @extend_schema(
        operation_id="auth_register",
        summary="Open an account",
        description=(
            "If you give an address, a mail with a link goes there; until the link is opened the "
            "address is `email_pending`. The answer is the same whether or not another account "
            "has the address."
        ),
        request=UserRegisterInput,
        examples=[schema.REGISTER_EXAMPLE],
        responses={201: UserView, **problems(Invalid, Throttled, Busy)},
    )
    def post(self, request: Request) -> Response:
        user = user_register(**checked(UserRegisterInput(data=request.data)))
        document = user_document(user, scopes=frozenset(SCOPES), now=timezone.now())
        return Response(UserView(document).data, status=status.HTTP_201_CREATED)


class EmailVerifyApi(PublicApi):
    throttle_scope = LOGIN

    @extend_schema(
        operation_id="auth_verify_email",
        summary="Verify an address by the link that was sent there",
        request=LinkInput,
        examples=[schema.LINK_EXAMPLE],
        responses={204: None, **problems(LinkInvalid, Invalid, Throttled)},
    )
    def post(self, request: Request) -> Response:
        email_verify(**checked(LinkInput(data=request.data)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasswordResetApi(PublicApi):
    throttle_scope = "letters"

    @extend_schema(
        operation_id="auth_password_reset",
        summary="Ask for a link to set a new password",
        description="The answer is the same, and as quick, whether or not anybody has the address.",
        request=PasswordResetInput,
        examples=[schema.RESET_EXAMPLE],
        responses={202: SENT, **problems(Invalid, Throttled)},
    )
    def post(self, request: Request) -> Response:
        password_reset_ask(address=checked(PasswordResetInput(data=request.data))["email"])
        return Response(status=status.HTTP_202_ACCEPTED)


class PasswordResetConfirmApi(PublicApi):
    throttle_scope = LOGIN

    @extend_schema(
        operation_id="auth_password_reset_confirm",
        summary="Set a new password by the link of a mail",
        description=(
            "All your tokens end, all that applications may do for you, and `email_pending`."
        ),
        request=PasswordResetConfirmInput,
        examples=[schema.RESET_CONFIRM_EXAMPLE],
        responses={204: None, **problems(LinkInvalid, Invalid, Throttled, Busy)},
    )
    def post(self, request: Request) -> Response:
        password_reset(**checked(PasswordResetConfirmInput(data=request.data)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeApi(APIView):
    scope = ANY
    banned_may = ("GET", "HEAD")

    @extend_schema(
        operation_id="me",
        summary="Who am I?",
        description="Any token may ask, also that of a user who is banned.",
        responses={200: MeView, **problems(*schema.WITH_ANY_TOKEN)},
    )
    def get(self, request: Request) -> Response:
        access = signed_with(request)
        document = user_document(access.user, scopes=access.scopes, now=timezone.now())
        scopes = scope_text(access.scopes).split()
        return Response(MeView({**document, "scopes": scopes}).data)


class MeEmailApi(APIView):
    scope = ACCOUNT
    throttle_scope = "letters"

    @extend_schema(
        operation_id="me_email_change",
        summary="Change your address",
        description=(
            "The new address counts when the link sent there is opened; then the old one is told."
        ),
        request=EmailChangeInput,
        examples=[schema.EMAIL_EXAMPLE],
        responses={
            202: EmailPending,
            **problems(*schema.SECURED, *CONFIRMED),
        },
    )
    def post(self, request: Request) -> Response:
        body, user = checked(EmailChangeInput(data=request.data)), signed_in(request)
        password_confirm(user=user, password=body["password"], address=address_of(request))
        claim = email_claim(user=user, address=body["email"])
        return Response({"email_pending": claim.address}, status=status.HTTP_202_ACCEPTED)


class MeEmailResendApi(APIView):
    scope = ACCOUNT
    throttle_scope = "letters"

    @extend_schema(
        operation_id="me_email_resend",
        summary="Have the link sent again that verifies your address",
        request=None,
        responses={
            202: OpenApiResponse(description="A mail is on its way."),
            **problems(*schema.SECURED, NoEmailPending, Throttled),
        },
    )
    def post(self, request: Request) -> Response:
        email_resend(user=signed_in(request))
        return Response(status=status.HTTP_202_ACCEPTED)


class MePasswordApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_password_change",
        summary="Change your password",
        description="The token that you ask with stays good.",
        request=PasswordChangeInput,
        examples=[schema.PASSWORD_EXAMPLE],
        responses={204: None, **problems(*schema.SECURED, *CONFIRMED)},
    )
    def post(self, request: Request) -> Response:
        body, access = checked(PasswordChangeInput(data=request.data)), signed_with(request)
        user = access.user
        password_confirm(user=user, password=body["password"], address=address_of(request))
        password_change(
            user=user,
            password=body["new_password"],
            revoke=body["revoke_tokens"],
            keep=access.token,
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
