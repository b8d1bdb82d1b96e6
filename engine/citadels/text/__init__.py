"""All texts for people: titles and texts of cards, sentences for events, questions and options, in
our own words. Texts are not stored; a match stores keys and parameters.

A language is a package like ``en``: to add one, fill its tables.
"""

from __future__ import annotations

from engine.citadels.text.en import ENGLISH
from engine.citadels.text.fr import FRENCH
from engine.citadels.text.language import CitadelsLanguage
from tablekernel.text.texts import Texts

__all__ = ["TEXTS", "CitadelsLanguage"]

TEXTS = Texts[CitadelsLanguage](ENGLISH, FRENCH)
