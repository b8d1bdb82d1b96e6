"""JSON by orjson: ten times quicker than the standard library on a match's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson
from django.http import HttpResponse
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer

MEDIA_TYPE = "application/json"


def _plain(value: Any) -> Any:
    """What orjson does not know by itself: lazy texts of Django, subclasses of str."""
    if isinstance(value, Promise | str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def dumps(value: Any) -> bytes:
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)


def json_response(document: Any, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """Return a 200 with a document, written at once: there is only one renderer to choose."""
    return HttpResponse(dumps(document), content_type=MEDIA_TYPE, headers=headers)


class OrjsonRenderer(BaseRenderer):
    """Compact UTF-8 JSON."""

    media_type = MEDIA_TYPE
    format = "json"
    charset = None  # JSON is UTF-8; the media type has no charset parameter
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else dumps(data)
