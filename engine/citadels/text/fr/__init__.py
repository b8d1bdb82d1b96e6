"""French."""

from __future__ import annotations

from engine.citadels.text.en import ENGLISH
from engine.citadels.text.fr.cards import BRIEFS, EDITIONS, PRESETS, TEXTS, TITLES, TYPES
from engine.citadels.text.fr.decisions import GAINS, LABELS, PAYMENTS, QUESTIONS
from engine.citadels.text.fr.events import EVENTS
from engine.citadels.text.fr.guide import ADVICE, HOW_TO_PLAY, RULES, SUMMARY
from engine.citadels.text.fr.scores import SCORES, STATISTICS
from engine.citadels.text.fr.table import TABLE
from engine.citadels.text.language import CitadelsLanguage, Noun
from tablekernel.text.french import FrenchGrammar
from tablekernel.text.language import Names
from tablekernel.text.translation import Translation

ARTICLES = {"m": ("le ", "du ", "au "), "f": ("la ", "de la ", "à la ")}
ELIDED = ("l'", "de l'", "à l'")
PLURAL = ("les ", "des ", "aux ")
FOREIGN = ("la carte ", "de la carte ", "à la carte ")
BEAUTIFIED = {"m": "embelli", "f": "embellie", "fp": "embellies", "": "embellie"}
VOWELS = frozenset("aàâäeéèêëiîïoôöuùûüœh")
"""The h of card names is mute in all of them; that of people's names need not be."""


class French(FrenchGrammar, CitadelsLanguage):
    """French. Articles follow gender and first letter: le Roi, la Reine, l'Évêque, les Écuries."""

    first = ENGLISH
    summary = SUMMARY
    how_to_play = Translation(HOW_TO_PLAY, ENGLISH.how_to_play)
    advice = Translation(ADVICE, ENGLISH.advice)
    rules = Translation(RULES, ENGLISH.rules)
    editions = Translation(EDITIONS, ENGLISH.editions)
    titles = Translation(TITLES, {name: (title, "") for name, title in ENGLISH.titles.items()})
    texts = Translation(TEXTS, ENGLISH.texts)
    briefs = Translation(BRIEFS, ENGLISH.briefs)
    types = Translation(TYPES, ENGLISH.types)
    presets = Translation(PRESETS, ENGLISH.presets)
    events = Translation(EVENTS, ENGLISH.events)
    questions = Translation(QUESTIONS, ENGLISH.questions)
    labels = Translation(LABELS, ENGLISH.labels)
    payments = Translation(PAYMENTS, ENGLISH.payments)
    gains = Translation(GAINS, ENGLISH.gains)
    statistics = Translation(STATISTICS, ENGLISH.statistics)
    scores = Translation(SCORES, ENGLISH.scores)
    table = Translation(TABLE, ENGLISH.table)
    nor = " ni "

    def card(self, name: str) -> Noun:
        plain = name.removesuffix("+")
        title, gender = self.titles[plain]
        if not gender:  # an English title
            articles = FOREIGN
        elif gender == "fp":
            articles = PLURAL
        elif title[0].lower() in VOWELS:
            articles = ELIDED
        else:
            articles = ARTICLES[gender]
        if plain != name:
            title += f" ({BEAUTIFIED[gender]})"
        the, of, to = (article + title for article in articles)
        return Noun(title, the, of, to)

    def seat(self, number: int, names: Names) -> Noun:
        """Return a seat: a name without an article, or a number, counted from 0, as "le joueur
        2".
        """
        if number not in names:
            own = f"joueur {number}"
            return Noun(f"le {own}", f"le {own}", f"du {own}", f"au {own}")
        name = names[number]
        of = "d'" if name[0].lower() in VOWELS - {"h"} else "de "
        return Noun(name, name, of + name, f"à {name}")

    def gold(self, count: int) -> str:
        return self.count(count, "pièce d'or", "pièces d'or")

    def cards(self, count: int) -> str:
        return self.count(count, "carte")

    def more(self, count: int) -> str:
        return f"{count} de plus"


FRENCH = French()
