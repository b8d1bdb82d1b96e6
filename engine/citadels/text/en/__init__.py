"""English."""

from __future__ import annotations

from engine.citadels.all_cards import CARDS, collect
from engine.citadels.characters import CHARACTERS
from engine.citadels.names import BASIC
from engine.citadels.text.en.cards import EDITIONS, PRESETS, TEXTS, TYPES
from engine.citadels.text.en.decisions import GAINS, LABELS, PAYMENTS, QUESTIONS
from engine.citadels.text.en.events import EVENTS
from engine.citadels.text.en.guide import ADVICE, HOW_TO_PLAY, RULES, SUMMARY
from engine.citadels.text.en.scores import SCORES, STATISTICS
from engine.citadels.text.en.table import TABLE
from engine.citadels.text.language import CitadelsLanguage, Noun
from tablekernel.text.english import EnglishGrammar
from tablekernel.text.language import Names


class English(EnglishGrammar, CitadelsLanguage):
    """English. Cards take "the", seats take nothing."""

    summary = SUMMARY
    how_to_play = HOW_TO_PLAY
    advice = ADVICE
    rules = RULES
    editions = EDITIONS
    titles = {
        **{name: name.replace("_", " ").title() for name, *_ in BASIC},
        **{name: card.title for name, card in CARDS.items()},
    }
    texts = {**TEXTS, **{name: card.text for name, card in CARDS.items()}}
    briefs = {name: card.brief for name, card in CHARACTERS.items()}
    types = TYPES
    presets = PRESETS
    events = collect(EVENTS, lambda card: card.events)
    questions = collect(QUESTIONS, lambda card: card.questions)
    labels = collect(LABELS, lambda card: card.labels)
    payments = PAYMENTS
    gains = collect(GAINS, lambda card: card.gains)
    statistics = STATISTICS
    scores = SCORES
    table = TABLE
    nor = " or "

    def card(self, name: str) -> Noun:
        plain = name.removesuffix("+")
        title = self.titles[plain]
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
