"""Pictures as SVG: how they are asked for, and what a browser is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer

from core.api.conditional import HEADERS, etag_of

MEDIA_TYPE: Final = "image/svg+xml"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""An SVG that is opened by itself is a document, and could do what pages do. Ours has a style sheet
and nothing else."""


class SvgRenderer(BaseRenderer):
    """Names the type, so that it can be asked for; refusals are JSON, as everywhere."""

    media_type = MEDIA_TYPE
    format = "svg"
    charset = None  # XML says itself that it is UTF-8
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return str(data or "").encode()


def svg_reply(picture: str, version: object) -> HttpResponse:
    """The picture, with what the client needs to ask again."""
    headers = {**HEADERS, "ETag": etag_of(version), "Content-Security-Policy": POLICY}
    return HttpResponse(picture, content_type=MEDIA_TYPE, headers=headers)
