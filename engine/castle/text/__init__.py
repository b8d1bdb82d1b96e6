"""Everything that people read: titles and texts, sentences of events, questions and options, in our
own words. Nothing of it is stored; a match knows keys and parameters.
"""

from __future__ import annotations

from engine.castle.text.english import ENGLISH
from engine.castle.text.french import FRENCH
from engine.castle.text.language import CastleLanguage
from engine.text.texts import Texts

__all__ = ["TEXTS", "CastleLanguage"]

TEXTS = Texts[CastleLanguage](ENGLISH, FRENCH)
