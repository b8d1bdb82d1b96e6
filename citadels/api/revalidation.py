"""Answers that a client may keep and ask again for: 304 while nothing has changed."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.http import parse_etags
from rest_framework.request import Request
from rest_framework.response import Response

HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def unchanged(request: Request, etag: str) -> HttpResponse | None:
    """304 if the client has this version already (weak comparison), else None."""
    seen = [weak(known) for known in parse_etags(request.headers.get("If-None-Match", ""))]
    if weak(etag) not in seen and "*" not in seen:
        return None
    reply = HttpResponse(status=304, headers={**HEADERS, "ETag": etag})
    del reply["Content-Type"]  # there is no content
    return reply


def tagged(document: Any, etag: str) -> Response:
    """The document, with what the client needs to ask again."""
    return Response(document, headers={**HEADERS, "ETag": etag})


def weak(etag: str) -> str:
    return etag.removeprefix("W/")
