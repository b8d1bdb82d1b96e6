"""Replies that are pictures."""

from __future__ import annotations

from base64 import b64encode
from typing import Final

from django.http import HttpResponse

from core.api.conditional import HEADERS, etag_of
from core.api.renderers import BinaryRenderer

SVG: Final = "image/svg+xml"
PNG: Final = "image/png"
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""The policy of an SVG that is opened on its own, where it is a document like a page. Ours needs
one style sheet and nothing else.
"""


class SvgRenderer(BinaryRenderer):
    media_type = SVG
    format = "svg"


class PngRenderer(BinaryRenderer):
    media_type = PNG
    format = "png"


def svg_reply(picture: str, version: object) -> HttpResponse:
    """Return a response with an SVG and its ETag."""
    headers = {**HEADERS, "ETag": etag_of(version), "Content-Security-Policy": POLICY}
    return HttpResponse(picture, content_type=SVG, headers=headers)


def png_reply(picture: bytes, version: object) -> HttpResponse:
    """Return a response with a PNG and its ETag."""
    headers = {**HEADERS, "ETag": etag_of(version), "X-Robots-Tag": "noindex"}
    return HttpResponse(picture, content_type=PNG, headers=headers)


def svg_data_url(picture: str) -> str:
    """Return a picture as the address of an image, for pages."""
    return f"data:{SVG};base64,{b64encode(picture.encode()).decode()}"
