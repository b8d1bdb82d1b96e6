"""Everything that people read: titles and texts, sentences of events, questions and options, in our
own words. Nothing of it is stored; a match knows keys and parameters.
"""

from __future__ import annotations

from typing import Any

from engine.castle.text.english import ENGLISH
from engine.castle.text.french import FRENCH
from engine.castle.text.language import Language, Names

__all__ = ["LANGUAGES", "Language", "label", "question", "sentence", "spoken"]

SPOKEN: dict[str, Language] = {language.code: language for language in (ENGLISH, FRENCH)}
LANGUAGES = tuple(SPOKEN)

Document = dict[str, Any]


def spoken(language: str) -> Language:
    """The language of this code; English for one that nobody has written yet."""
    return SPOKEN.get(language, ENGLISH)


def sentence(event: Document, language: str, names: Names | None = None) -> str:
    """An event as ``event_for`` gives it, in one or two sentences."""
    return spoken(language).sentence(event, names or {})


def question(decision: Document, language: str, names: Names | None = None) -> str:
    """A decision as ``describe`` gives it, put to who has to decide."""
    return spoken(language).question(decision, names or {})


def label(option: Document, language: str, names: Names | None = None) -> str:
    """An option of such a decision as a line of a menu."""
    return spoken(language).label(option, names or {})
