"""The base of the languages of Citadels. Cards and seats have several forms in a sentence:
``{district}``, ``{district.the}``, ``{victim.of}``, ``{other.to}``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from engine.citadels.text import shapes
from tablekernel.text.language import Document, Form, Language, Names, Words, add_winners

LONGEST = 200
"""Characters of a text. Lists of cards that would make it longer are shortened."""


class Noun:
    """A card or a seat: alone, with its article, and after "of" and "to"."""

    __slots__ = ("of", "plain", "the", "to")

    def __init__(self, plain: str, the: str, of: str, to: str) -> None:
        self.plain = plain
        self.the = the
        self.of = of
        self.to = to

    def __str__(self) -> str:
        return self.plain


class CardWords(Words):
    """The parameters of one text. Faces of cards are counted first, and named if there is room."""

    language: CitadelsLanguage

    def __init__(self, language: CitadelsLanguage, document: Document, names: Names) -> None:
        super().__init__(language, document, names)
        self.room = 0
        self.hid_cards = False

    def __missing__(self, key: str) -> Any:
        if key == "cards":
            return self.count_cards()
        if key == "faces":
            return self.faces(self.room)
        return super().__missing__(key)

    def card(self, name: str) -> Noun:
        plus = "+" if self.document.get("beautified") else ""
        return self.language.card(name + plus)

    def list_cards(self, names: Sequence[str]) -> str:
        return self.language.join_items([self.language.card(name).the for name in names])

    def list_gains(self, gains: Sequence[Document]) -> str:
        """Return what ends uncollected with the turn."""
        language = self.language
        return language.nor.join(
            language.gains[shapes.gain_key(gain)].format_map(CardWords(language, gain, self.names))
            for gain in gains
        )

    def count_cards(self) -> str:
        """Return the number of cards, and their faces if the viewer may know them."""
        cards = self.document.get("cards")
        if not isinstance(cards, list):
            return self.language.cards(self.document["count"] if cards is None else cards)
        number = self.language.cards(len(cards))
        faces = self.faces(self.room - len(" ()"))
        return f"{number} ({faces})" if faces else number

    def faces(self, room: int) -> str:
        """Return titles of cards within ``room`` characters. The first pass only notes that they
        are needed.
        """
        self.hid_cards = True
        titles = [self.language.title(card) for card in self.document["cards"]]
        for left_out in range(len(titles)):
            rest = [self.language.more(left_out)] if left_out else []
            text = self.language.join_items(titles[: len(titles) - left_out] + rest)
            if len(text) <= room:
                return text
        return ""


FORMS: dict[str, Form] = {
    **dict.fromkeys(("seat", "victim", "other", "by", "crown", "lender"), CardWords.seat),
    **dict.fromkeys(("character", "district"), CardWords.card),
    **dict.fromkeys(
        ("destroys", "face", "gave", "given", "got", "reason"),
        lambda words, name: words.language.card(name),
    ),
    **dict.fromkeys(
        ("bribe", "gold", "owed", "surcharge"), lambda words, count: words.language.gold(count)
    ),
    **dict.fromkeys(("characters", "face_up", "marked"), CardWords.list_cards),
    "found": lambda words, count: words.language.cards(count),
    "score": lambda words, count: words.language.points(count),
    "type": lambda words, kind: words.language.types[kind],
    "uncollected": CardWords.list_gains,
    "winners": CardWords.winners,
}


class CitadelsLanguage(Language):
    """One language: its tables, and the grammar that templates need."""

    forms = FORMS

    titles: ClassVar[Mapping[str, Any]]
    """The title of each card, with what the grammar needs."""

    texts: ClassVar[Mapping[str, str]]
    """The text of each character and unique district; of a basic district under its type."""
    briefs: ClassVar[Mapping[str, str]]
    """What each character does, in one line of a picture."""
    types: ClassVar[Mapping[str, str]]
    editions: ClassVar[Mapping[str, str]]
    presets: ClassVar[Mapping[str, str]]
    payments: ClassVar[Mapping[str, str]]
    """What it costs to build a district."""

    gains: ClassVar[Mapping[str, str]]
    """What may end uncollected with a turn, by verb."""

    nor: ClassVar[str]
    """Joins things after "without"."""

    # -- grammar

    @abstractmethod
    def card(self, name: str) -> Noun:
        """Return a card. A beautified district, whose name ends in ``+``, says so."""

    @abstractmethod
    def seat(self, number: int, names: Names) -> Noun:
        """Return the name of a seat's player, or its number."""

    @abstractmethod
    def gold(self, count: int) -> str: ...

    @abstractmethod
    def cards(self, count: int) -> str: ...

    @abstractmethod
    def more(self, count: int) -> str:
        """Return how many items were left out of a list."""

    # -- texts

    def title(self, name: str) -> str:
        """Return the title of a card."""
        return str(self.card(name))

    def sentence(self, event: Document, names: Names) -> str:
        """Return an event as its viewer may know it."""
        event = add_winners(event)
        keys = shapes.event_keys(event)
        language = self.speaker(keys, self.events)
        template = " ".join(language.events[key] for key in keys)
        return language.fill(template, event, names)

    def question(self, decision: Document, names: Names) -> str:
        """Return a decision as a question to its player."""
        key = shapes.question_key(decision)
        language = self.speaker([key], self.questions)
        return language.fill(language.questions[key], decision.get("about", {}), names)

    def label(self, option: Document, names: Names) -> str:
        """Return an option as a line of a menu."""
        key, gains = shapes.label_key(option), map(shapes.gain_key, option.get("uncollected", ()))
        language = self.speaker([key], self.labels).speaker(gains, self.gains)
        if option["verb"] not in shapes.BUILDS:
            return language.fill(language.labels[key], option, names)
        payment = shapes.payment_key(option)
        language = language.speaker([payment], language.payments)
        return language.fill(f"{language.labels[key]} {language.payments[payment]}", option, names)

    def fill(self, template: str, document: Document, names: Names) -> str:
        """Return the template with the parameters, and with as many faces of cards as there is room
        for.
        """
        words = CardWords(self, document, names)
        text = template.format_map(words)
        if document.get("cards") and words.hid_cards:
            words.room = LONGEST - len(text)
            text = template.format_map(words)
        return self.finish(text, names)
