"""Endpoints for the records of many games, a line of JSON for each."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_READ
from core.api.endpoints import ApiView, endpoint
from core.api.renderers import BinaryRenderer
from games.history.records import records_of

MEDIA_TYPE: Final = "application/x-ndjson"
DESCRIPTION = (
    "Newline-delimited JSON: each line is a record as `games/{game_id}/export/` returns it, newest "
    'first. While there are more, `Link` with `rel="next"` is the address of the next page. Games '
    "whose rules the service no longer has are left out."
)
LINK = OpenApiParameter(
    "Link",
    location=OpenApiParameter.HEADER,
    response=[200],
    description="The address of the next page (RFC 8288), if there is one.",
)


class NdjsonRenderer(BinaryRenderer):
    media_type = MEDIA_TYPE
    format = "ndjson"


class RecordsQuery(serializers.Serializer):
    cursor = serializers.UUIDField(
        required=False, help_text="The last game of the page before; `Link` contains it."
    )
    since = serializers.DateTimeField(
        required=False, help_text="Only games that ended at this instant or later."
    )
    ruleset = serializers.CharField(required=False, max_length=40)
    limit = serializers.IntegerField(required=False, default=25, min_value=1, max_value=50)


LINES: Final[dict[str, Any]] = {
    "description": DESCRIPTION,
    "scope": GAMES_READ,
    "expensive": True,
    "rate": "records",
    "query": RecordsQuery,
    "parameters": [LINK],
    "reply": OpenApiTypes.STR,
    "media_type": MEDIA_TYPE,
}
"""What all endpoints with lines of records declare."""


class RecordsApi(ApiView):
    renderer_classes = (NdjsonRenderer,)

    @endpoint(
        "records",
        "Get the records of the finished public games",
        **LINES,
        tags=["games"],
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        return records_reply(request, query, own=False)


class MeRecordsApi(ApiView):
    renderer_classes = (NdjsonRenderer,)

    @endpoint(
        "me_records",
        "Get the records of your finished games",
        **LINES,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        return records_reply(request, query, own=True)


def records_reply(request: Request, query: dict[str, Any], *, own: bool) -> HttpResponse:
    """Return a page of records, with the address of the next one."""
    page = records_of(user=require_user(request), own=own, **query)
    reply = HttpResponse(b"".join(line + b"\n" for line in page.records), content_type=MEDIA_TYPE)
    if page.last is not None:
        words = urlencode({**request.query_params.dict(), "cursor": page.last})
        reply["Link"] = f'<{request.build_absolute_uri(request.path)}?{words}>; rel="next"'
    return reply
