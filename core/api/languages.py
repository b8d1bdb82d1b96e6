"""The language of replies."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request

from core.languages import choose_language

R = TypeVar("R", bound=HttpResponseBase)
TEXTS_FOR_PEOPLE = ("text/html", "application/problem+json")
"""Media types of replies that are always in the language of the request."""


class LanguageMiddleware:
    """Activates the language of the request for problems of the API and for pages.

    Other replies of the API hold texts only where a view says so with ``set_content_language``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with translation.override(choose_language(request.headers.get("Accept-Language", ""))):
            response = self.get_response(request)
            if response.headers.get("Content-Type", "").startswith(TEXTS_FOR_PEOPLE):
                set_content_language(response, translation.get_language())
        return response


def language_of(request: Request, asked: str = "") -> str:
    """Return the language named in the query, else the best match of `Accept-Language`, else
    English.
    """
    return choose_language(request.headers.get("Accept-Language", ""), asked)


def set_content_language(response: R, language: str) -> R:
    """Mark a response with the language of its texts, and return it."""
    response.headers["Content-Language"] = language
    patch_vary_headers(response, ("Accept-Language",))
    return response
