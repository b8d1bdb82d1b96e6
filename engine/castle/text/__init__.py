"""All texts for people: titles, sentences for events, questions and options, in our own words.
Texts are not stored; a match stores keys and parameters.
"""

from __future__ import annotations

from engine.castle.text.english import ENGLISH
from engine.castle.text.french import FRENCH
from engine.castle.text.language import CastleLanguage
from tablekernel.text.texts import Texts

__all__ = ["TEXTS", "CastleLanguage"]

TEXTS = Texts[CastleLanguage](ENGLISH, FRENCH)
