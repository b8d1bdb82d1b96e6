"""The endpoint of avatars."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from accounts.avatars import KEY_BYTES, avatar_svg
from core.api.conditional import not_modified_reply
from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint
from core.api.images import SVG, SvgRenderer, svg_reply
from core.errors import NotFound

VERSION = "1"
"""Of the drawing. Caches keep an avatar for a year: change the path with it."""
HEADERS = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Vary": "Accept-Encoding",
}


class AvatarKeyConverter:
    """Path converter for keys of avatars. Any other text is a 404."""

    regex = rf"[0-9a-f]{{{2 * KEY_BYTES}}}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class AvatarApi(ApiView):
    renderer_classes = (SvgRenderer,)

    @endpoint(
        "avatar",
        "Get an avatar",
        description=(
            "A small square SVG with a round picture, drawn by the service. Users and seats "
            "name theirs as `avatar`. It never changes, so keep it."
        ),
        scope=OPEN,
        rate="avatars",
        reply=OpenApiTypes.STR,
        media_type=SVG,
        tags=["users"],
        errors=[NotFound],
    )
    def get(self, request: Request, key: str) -> HttpResponse:
        reply = not_modified_reply(request, VERSION) or svg_reply(avatar_svg(key), VERSION)
        for name, value in HEADERS.items():
            reply.headers[name] = value
        return reply
