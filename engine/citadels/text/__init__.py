"""Everything that people read: titles and texts of cards, sentences of events, questions and
options, in our own words. Nothing of it is stored; a match knows keys and parameters.

A language is a package like ``en``: adding one means filling its tables.
"""

from __future__ import annotations

from engine.citadels.text.en import ENGLISH
from engine.citadels.text.fr import FRENCH
from engine.citadels.text.language import CitadelsLanguage
from engine.text.texts import Texts

__all__ = ["TEXTS", "CitadelsLanguage"]

TEXTS = Texts[CitadelsLanguage](ENGLISH, FRENCH)
