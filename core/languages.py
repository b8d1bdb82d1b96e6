"""In which language a client is answered: the best one of `Accept-Language`, else English.

The service speaks the languages of ``settings.LANGUAGES``: its own texts (``locale/``) and every
game.
"""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from django.utils.translation.trans_real import parse_accept_lang_header


@lru_cache(maxsize=512)
def choose_language(accepted: str, asked: str = "") -> str:
    """The language ``asked`` for, else the best one of the header's, else English.

    Remembered: programs send the same header with every request.
    """
    if asked:
        return language_or_english(asked)
    return best_language(parse_accept_lang_header(accepted.lower()))


def best_language(wanted: tuple[tuple[str, float], ...]) -> str:
    """The first that is spoken, best quality first; a regional one stands for its language."""
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
    """Return the language that a user has chosen, or English if the service does not speak it.

    Django would load the catalogue of any language it knows itself, and mix it with English.
    """
    return best_language(((code, 1.0),))


def languages() -> list[str]:
    """Return the codes of the languages; the first one is for who asks for none of them."""
    return [code for code, _ in settings.LANGUAGES]
