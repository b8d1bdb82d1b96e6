"""JSON responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer

from core.json import dumps

MEDIA_TYPE = "application/json"


def json_response(
    document: Any, headers: Mapping[str, str] | None = None, *, status: int = 200
) -> HttpResponse:
    """Return a JSON response. It is rendered at once, since there is only one renderer."""
    return HttpResponse(dumps(document), content_type=MEDIA_TYPE, headers=headers, status=status)


class OrjsonRenderer(BaseRenderer):
    """Renders compact UTF-8 JSON."""

    media_type = MEDIA_TYPE
    format = "json"
    charset = None  # JSON is always UTF-8; its media type has no charset parameter
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dumps(data)
