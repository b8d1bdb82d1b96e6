"""In which language a client is answered: what it asks for, among those that every game speaks."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework.request import Request

from games.engines import rulesets

R = TypeVar("R", bound=HttpResponse)


def language_of(request: Request, asked: str = "") -> str:
    """The language named in the query, else the best one of `Accept-Language`, else English."""
    return language_among(request.headers.get("Accept-Language", ""), asked)


@lru_cache(maxsize=512)
def language_among(accepted: str, asked: str = "") -> str:
    """The language ``asked`` for, else the best one of the header's, else English.

    Remembered: programs send the same header with every request.
    """
    if asked:
        return chosen(((asked, 1.0),))
    return chosen(parse_accept_lang_header(accepted.lower()))


def chosen(wanted: tuple[tuple[str, float], ...]) -> str:
    """The first that is spoken, best quality first; a regional one stands for its language."""
    spoken = rulesets.languages()
    refused = {language for language, quality in wanted if not quality}
    for language, quality in wanted:
        if not quality:
            continue
        if language == "*":
            return next((other for other in spoken if other not in refused), spoken[0])
        for code in (language, language.partition("-")[0]):
            if code in spoken:
                return code
    return spoken[0]


def spoken_in(response: R, language: str) -> R:
    """The response, marked with the language of its texts."""
    response["Content-Language"] = language
    patch_vary_headers(response, ("Accept-Language",))
    return response
