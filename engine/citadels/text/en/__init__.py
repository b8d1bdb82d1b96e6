"""English."""

from __future__ import annotations

from engine.citadels.text.en.cards import PRESETS, TEXTS, TITLES, TYPES
from engine.citadels.text.en.decisions import GAINS, LABELS, PAYMENTS, QUESTIONS
from engine.citadels.text.en.events import EVENTS
from engine.citadels.text.en.scores import SCORES
from engine.citadels.text.en.table import TABLE
from engine.citadels.text.language import CitadelsLanguage, Noun
from engine.text.english import EnglishGrammar
from engine.text.language import Names


class English(EnglishGrammar, CitadelsLanguage):
    """English. Cards take "the", seats take nothing."""

    texts = TEXTS
    types = TYPES
    presets = PRESETS
    events = EVENTS
    questions = QUESTIONS
    labels = LABELS
    payments = PAYMENTS
    gains = GAINS
    scores = SCORES
    table = TABLE
    nor = " or "

    def card(self, name: str) -> Noun:
        plain = name.removesuffix("+")
        title = TITLES.get(plain) or plain.replace("_", " ").title()
        if plain != name:
            title += " (beautified)"
        return Noun(title, f"the {title}", f"of the {title}", f"to the {title}")

    def seat(self, number: int, names: Names) -> Noun:
        name = names.get(number, f"seat {number}")
        return Noun(name, name, f"of {name}", f"to {name}")

    def gold(self, count: int) -> str:
        return f"{count} gold"

    def cards(self, count: int) -> str:
        return self.count(count, "card")

    def more(self, count: int) -> str:
        return f"{count} more"


ENGLISH = English()
