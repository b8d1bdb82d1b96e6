"""Endpoints for the export and the deletion of a user's data.

Banned users may use them: they have a right to their data, too.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import confirm_password, require_user
from accounts.api.serializers.users import PasswordField
from accounts.errors import (
    DeletionBegun,
    ExportNotReady,
    ExportTooSoon,
    NoDeletionPending,
    StaffCannotBeDeleted,
    TooManyFailures,
    WrongPassword,
)
from accounts.models import AccountDeletion, AccountExport
from accounts.scopes import ACCOUNT
from accounts.selectors import deletion_of, export_of
from accounts.services.deletions import deletion_request, deletion_withdraw
from accounts.services.exports import export_read, export_request
from core.api.endpoints import ApiView, endpoint
from core.api.headers import NO_STORE
from core.errors import Busy

CONFIRMED = (WrongPassword, TooManyFailures, Busy)
"""Errors of operations that need the password beside the token."""


class PasswordInput(serializers.Serializer):
    password = PasswordField(help_text="Your password, so that a lost token is not enough.")


class ExportView(serializers.Serializer):
    """An export of your data."""

    state = serializers.ChoiceField(
        choices=["none", "making", "ready", "failed"], help_text="`failed`: request another one."
    )
    requested_at = serializers.DateTimeField(allow_null=True)
    ready_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True, help_text="Available until then.")
    size = serializers.IntegerField(help_text="In bytes.")


class DeletionView(serializers.Serializer):
    """A request to delete your account."""

    requested_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(help_text="It can be withdrawn until then.")


def export_document(export: AccountExport | None) -> dict[str, object]:
    """Return the state of a data export for its user; None is "none was requested"."""
    if export is None:
        return {
            "state": "none",
            "requested_at": None,
            "ready_at": None,
            "expires_at": None,
            "size": 0,
        }
    making, ready = export.due_at is not None, export.ready_at is not None
    return {
        "state": "making" if making else "ready" if ready else "failed",
        "requested_at": export.requested_at,
        "ready_at": export.ready_at,
        "expires_at": export.expires_at,
        "size": export.size,
    }


def deletion_document(wish: AccountDeletion) -> dict[str, object]:
    """Return when the deletion was requested, and when it is due."""
    return {"requested_at": wish.requested_at, "due_at": wish.due_at}


class MeExportApi(ApiView):
    @endpoint(
        "me_export",
        "Get the state of your data export",
        scope=ACCOUNT,
        banned_may=True,
        reply=ExportView,
    )
    def get(self, request: Request) -> object:
        return ExportView(export_document(export_of(user=require_user(request)))).data

    @endpoint(
        "me_export_ask",
        "Request an export of your data",
        description=(
            "It is built in the background; an e-mail says when it is ready. It is a zip with a"
            " JSON file for each part. Your moves, orders and notes are in it, but no card and "
            "no secret of another player."
        ),
        scope=ACCOUNT,
        expensive=True,
        banned_may=True,
        body=PasswordInput,
        reply=ExportView,
        status=202,
        errors=[*CONFIRMED, ExportTooSoon],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        export = export_request(user=confirm_password(request, **body))
        return ExportView(export_document(export)).data


class MeExportFileApi(ApiView):
    @endpoint(
        "me_export_file",
        "Download your data export",
        description="It needs the password: a token alone is not enough.",
        scope=ACCOUNT,
        expensive=True,
        banned_may=True,
        body=PasswordInput,
        reply=OpenApiTypes.BINARY,
        media_type="application/zip",
        errors=[*CONFIRMED, ExportNotReady],
    )
    def post(self, request: Request, body: dict[str, Any]) -> StreamingHttpResponse:
        user = confirm_password(request, **body)
        name = f'attachment; filename="{user.username}.zip"'
        return StreamingHttpResponse(
            export_read(user=user),
            content_type="application/zip",
            headers={"Content-Disposition": name, **NO_STORE},
        )


class MeDeletionApi(ApiView):
    @endpoint(
        "me_deletion",
        "Get the time at which your account will be deleted",
        scope=ACCOUNT,
        banned_may=True,
        reply=DeletionView,
        errors=[NoDeletionPending],
    )
    def get(self, request: Request) -> object:
        wish = deletion_of(user=require_user(request))
        if wish is None:
            raise NoDeletionPending
        return DeletionView(deletion_document(wish)).data

    @endpoint(
        "me_deletion_ask",
        "Delete your account",
        description=(
            f"After {settings.DELETION_GRACE_DAYS} days, unless the service is set otherwise: "
            "`due_at`. Mail tells you so. `docs/privacy.md` says what goes and what stays."
        ),
        scope=ACCOUNT,
        expensive=True,
        banned_may=True,
        body=PasswordInput,
        reply=DeletionView,
        status=202,
        errors=[*CONFIRMED, StaffCannotBeDeleted],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        wish = deletion_request(user=confirm_password(request, **body))
        return DeletionView(deletion_document(wish)).data

    @endpoint(
        "me_deletion_withdraw",
        "Withdraw the deletion of your account",
        scope=ACCOUNT,
        banned_may=True,
        errors=[NoDeletionPending, DeletionBegun],
    )
    def delete(self, request: Request) -> None:
        deletion_withdraw(user=require_user(request))
