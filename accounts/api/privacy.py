"""What is kept of a user, over HTTP: a copy of it, and the end of it."""

from __future__ import annotations

from django.conf import settings
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import address_of, signed_in
from accounts.api.serializers.users import PasswordField
from accounts.errors import (
    Busy,
    DeletionBegun,
    ExportNotReady,
    ExportTooSoon,
    InsufficientScope,
    NoDeletionPending,
    StaffStays,
    TooManyFailures,
    WrongPassword,
)
from accounts.models import AccountDeletion, AccountExport, User
from accounts.scopes import ACCOUNT
from accounts.selectors import deletion_of, export_of
from accounts.services.deletions import deletion_ask, deletion_withdraw
from accounts.services.exports import export_ask, export_pieces
from accounts.services.users import password_confirm
from citadels.api.errors import Invalid, Throttled
from citadels.api.headers import NO_STORE
from citadels.api.requests import checked
from citadels.api.schema import problems

BANNED_MAY = ("GET", "HEAD", "POST", "DELETE")
"""Whoever is banned has a right to his data, too."""
READ = (*schema.WITH_ANY_TOKEN, InsufficientScope)
CONFIRMED = (*READ, WrongPassword, TooManyFailures, Busy, Invalid, Throttled)


class PasswordInput(serializers.Serializer):
    password = PasswordField(help_text="Yours, so that a lost token cannot do this.")


class ExportView(serializers.Serializer):
    """A copy of all that is kept of you."""

    state = serializers.ChoiceField(
        choices=["none", "making", "ready", "failed"], help_text="`failed`: ask again."
    )
    asked_at = serializers.DateTimeField(allow_null=True)
    ready_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Until then it is there.")
    size = serializers.IntegerField(help_text="In bytes.")


class DeletionView(serializers.Serializer):
    """The wish to have your account deleted."""

    asked_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(help_text="Until then you can take it back.")


def export_document(export: AccountExport | None) -> dict[str, object]:
    if export is None:
        return {"state": "none", "asked_at": None, "ready_at": None, "expires_at": None, "size": 0}
    making, ready = export.due_at is not None, export.ready_at is not None
    return {
        "state": "making" if making else "ready" if ready else "failed",
        "asked_at": export.asked_at,
        "ready_at": export.ready_at,
        "expires_at": export.expires_at,
        "size": export.size,
    }


def deletion_document(wish: AccountDeletion) -> dict[str, object]:
    return {"asked_at": wish.asked_at, "due_at": wish.due_at}


def confirmed(request: Request) -> User:
    """Return the signed-in user, who has sent their password with the request.

    Raises Invalid, WrongPassword, Throttled, TooManyFailures, Busy.
    """
    user = signed_in(request)
    password = checked(PasswordInput(data=request.data))["password"]
    password_confirm(user=user, password=password, address=address_of(request))
    return user


class MeExportApi(APIView):
    scope = ACCOUNT
    banned_may = BANNED_MAY

    @extend_schema(
        operation_id="me_export",
        summary="See how the copy of your data stands",
        responses={200: ExportView, **problems(*READ)},
    )
    def get(self, request: Request) -> Response:
        return Response(ExportView(export_document(export_of(user=signed_in(request)))).data)

    @extend_schema(
        operation_id="me_export_ask",
        summary="Ask for a copy of all that is kept of you",
        description=(
            "It is made in the background; mail tells you when it can be fetched. A zip with a "
            "file of JSON for each part. Your moves, orders and notes are in it, no card and no "
            "secret of anybody else."
        ),
        request=PasswordInput,
        responses={202: ExportView, **problems(*CONFIRMED, ExportTooSoon)},
    )
    def post(self, request: Request) -> Response:
        export = export_ask(user=confirmed(request))
        return Response(ExportView(export_document(export)).data, status=status.HTTP_202_ACCEPTED)


class MeExportFileApi(APIView):
    scope = ACCOUNT
    banned_may = BANNED_MAY

    @extend_schema(
        operation_id="me_export_file",
        summary="Fetch the copy of your data",
        description="With the password once more: a token alone does not open all of it.",
        request=PasswordInput,
        responses={
            (200, "application/zip"): OpenApiTypes.BINARY,
            **problems(*CONFIRMED, ExportNotReady),
        },
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        user = confirmed(request)
        name = f'attachment; filename="{user.username}.zip"'
        return StreamingHttpResponse(
            export_pieces(user=user),
            content_type="application/zip",
            headers={"Content-Disposition": name, **NO_STORE},
        )


class MeDeletionApi(APIView):
    scope = ACCOUNT
    banned_may = BANNED_MAY

    @extend_schema(
        operation_id="me_deletion",
        summary="See when your account will be deleted",
        responses={200: DeletionView, **problems(*READ, NoDeletionPending)},
    )
    def get(self, request: Request) -> Response:
        wish = deletion_of(user=signed_in(request))
        if wish is None:
            raise NoDeletionPending
        return Response(DeletionView(deletion_document(wish)).data)

    @extend_schema(
        operation_id="me_deletion_ask",
        summary="Have your account deleted",
        description=(
            f"After {settings.DELETION_GRACE_DAYS} days, unless the service is set otherwise: "
            "`due_at`. Mail tells you so. `docs/privacy.md` says what goes and what stays."
        ),
        request=PasswordInput,
        responses={202: DeletionView, **problems(*CONFIRMED, StaffStays)},
    )
    def post(self, request: Request) -> Response:
        wish = deletion_ask(user=confirmed(request))
        return Response(DeletionView(deletion_document(wish)).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        operation_id="me_deletion_withdraw",
        summary="Keep your account",
        responses={204: None, **problems(*READ, NoDeletionPending, DeletionBegun)},
    )
    def delete(self, request: Request) -> Response:
        deletion_withdraw(user=signed_in(request))
        return Response(status=status.HTTP_204_NO_CONTENT)
