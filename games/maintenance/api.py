"""The endpoint that says whether the service is in maintenance, or will be."""

from __future__ import annotations

from rest_framework import serializers
from rest_framework.request import Request

from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from games.maintenance.errors import InMaintenance
from games.maintenance.selectors import current_maintenance


class MaintenanceView(serializers.Serializer):
    is_on = serializers.BooleanField(
        help_text="True if the service refuses changes now (`maintenance`), and games are paused."
    )
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When it begins, or has begun; null: none is announced."
    )
    ends_at = serializers.DateTimeField(allow_null=True, help_text="The expected end, if known.")
    text = serializers.CharField(help_text="What the operator says, in the reader's language.")


class MaintenanceApi(ApiView):
    @endpoint(
        "maintenance",
        "Get the maintenance that is announced or on",
        description=f"Ask every few minutes, and after the problem `{InMaintenance.code}`.",
        scope=OPEN,
        reply=MaintenanceView,
        tags=["start"],
    )
    def get(self, request: Request) -> object:
        if (found := current_maintenance()) is None:
            return {"is_on": False, "starts_at": None, "ends_at": None, "text": ""}
        return {
            "is_on": found.is_on,
            "starts_at": found.starts_at,
            "ends_at": found.ends_at,
            "text": found.local_text,
        }
