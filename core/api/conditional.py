"""Conditional requests: ETags, and 304 while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework.request import Request

from core.api.json import json_response
from core.paths import API

HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization"}


def not_modified_reply(request: Request, version: object) -> HttpResponse | None:
    """Return a 304 response if the client has this version, else None."""
    return not_modified(request, etag_of(version))


def tagged_reply(document: Any, version: object) -> HttpResponse:
    """Return a response with the document and its ETag."""
    return json_response(document, {**HEADERS, "ETag": etag_of(version)})


def etag_of(version: object) -> str:
    """Return the ETag of a version: a string as it is, bytes by their digest, any other value by
    the digest of its repr.
    """
    if isinstance(version, str):
        return f'W/"{version}"'
    return digest_tag(version if isinstance(version, bytes) else repr(version).encode())


def digest_tag(content: bytes) -> str:
    """Return a weak ETag computed from the content."""
    return f'W/"{sha256(content).hexdigest()[:32]}"'


def not_modified(request: Request | HttpRequest, etag: str) -> HttpResponse | None:
    """Return a 304 response if the client's ETag matches (weak comparison), else None."""
    if not etag_matches(request.headers.get("If-None-Match", ""), etag):
        return None
    reply = HttpResponse(status=304, headers={**HEADERS, "ETag": etag})
    del reply["Content-Type"]  # a 304 has no content
    return reply


def etag_matches(known: str, etag: str) -> bool:
    """True if an If-None-Match header names this version (weak comparison)."""
    seen = [weak(one) for one in parse_etags(known)]
    return weak(etag) in seen or "*" in seen


class EtagMiddleware:
    """Adds an ETag to replies whose views set none: the digest of the body."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not needs_etag(request, response):
            return response
        assert isinstance(response, HttpResponse)
        etag = digest_tag(response.content)
        for name, value in (("ETag", etag), ("Cache-Control", HEADERS["Cache-Control"])):
            response.headers.setdefault(name, value)
        patch_vary_headers(response, ("Authorization",))
        if (same := not_modified(request, etag)) is None:
            return response
        for name, value in response.headers.items():
            if name not in ("Content-Type", "Content-Length", "Content-Disposition"):
                same.headers[name] = value
        return same


def needs_etag(request: HttpRequest, response: HttpResponseBase) -> bool:
    """True for a complete reply of the API to a read that has no ETag yet."""
    return (
        request.method in ("GET", "HEAD")
        and request.path_info.startswith(API)
        and response.status_code == 200
        and not response.streaming
        and "ETag" not in response.headers
    )


def weak(etag: str) -> str:
    """Return an ETag without its mark for weak comparison."""
    return etag.removeprefix("W/")
