"""Compression of replies."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

LEAST_BYTES = 1024
"""Smaller replies are sent as they are: they fit into one packet either way."""


class CompressionMiddleware(GZipMiddleware):
    """Sends replies of more than 1 KB with gzip to clients that accept it.

    Django adds a random number of bytes, so that lengths do not tell secrets (BREACH).
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.streaming and len(getattr(response, "content", b"")) < LEAST_BYTES:
            return response
        return super().process_response(request, response)
