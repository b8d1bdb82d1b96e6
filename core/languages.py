"""The language of replies: the best match of `Accept-Language`, else English.

``settings.LANGUAGES`` lists the languages of the service: its own texts (``locale/``) and every
game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header


@lru_cache(maxsize=512)
def choose_language(accepted: str, asked: str = "") -> str:
    """Return the language ``asked`` for, else the best match of the header, else English.

    The result is cached, since programs send the same header with every request.
    """
    if asked:
        return language_or_english(asked)
    return best_language(parse_accept_lang_header(accepted.lower()))


def best_language(wanted: tuple[tuple[str, float], ...]) -> str:
    """Return the best of the wanted languages that the service has. A regional one stands for its
    language.
    """
    spoken = languages()
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


def language_or_english(code: str) -> str:
    """Return the language that a user has chosen, or English if the service does not have it.

    Django would load the catalogue of any language that it knows itself, and mix it with English.
    """
    return best_language(((code, 1.0),))


def languages() -> list[str]:
    """Return the codes of the languages. The first one is the default."""
    return [code for code, _ in settings.LANGUAGES]


def text_in(texts: Mapping[str, str], language: str) -> str:
    """Return the text in a language, or in the default one if it is not translated."""
    return texts.get(language) or texts.get(languages()[0], "")
