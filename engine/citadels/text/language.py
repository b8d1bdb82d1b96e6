"""What a language has to offer, and how templates are filled.

A template names parameters of an event, a question or an option in braces. Cards and seats take
several forms in a sentence: ``{district}``, ``{district.the}``, ``{victim.of}``, ``{other.to}``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from engine.citadels.text import shapes

LONGEST = 200
"""Characters of a text; lists of cards that would make it longer are cut short."""

Names = Mapping[int, str]
Document = dict[str, Any]


class Noun:
    """A card or a seat: by itself, with its article, and after "of" and "to"."""

    __slots__ = ("of", "plain", "the", "to")

    def __init__(self, plain: str, the: str, of: str, to: str) -> None:
        self.plain = plain
        self.the = the
        self.of = of
        self.to = to

    def __str__(self) -> str:
        return self.plain


class Language(ABC):
    """One language: its tables, and the little grammar that templates need."""

    code: ClassVar[str]
    texts: ClassVar[Mapping[str, str]]
    """What each character and unique district does; a basic district under its type."""
    types: ClassVar[Mapping[str, str]]
    presets: ClassVar[Mapping[str, str]]
    events: ClassVar[Mapping[str, str]]
    questions: ClassVar[Mapping[str, str]]
    labels: ClassVar[Mapping[str, str]]
    scores: ClassVar[Mapping[str, tuple[str, str]]]
    """Title and reason of what is scored beside single cards."""
    table: ClassVar[Mapping[str, str]]
    """What stands beside things on a drawn table."""

    # -- grammar

    @abstractmethod
    def card(self, name: str) -> Noun:
        """A card; a beautified district, whose name ends in ``+``, says so."""

    @abstractmethod
    def seat(self, number: int, names: Names) -> Noun:
        """A seat by the name of who sits there, or by its number."""

    @abstractmethod
    def gold(self, count: int) -> str: ...

    @abstractmethod
    def cards(self, count: int) -> str: ...

    @abstractmethod
    def points(self, count: int) -> str: ...

    @abstractmethod
    def more(self, count: int) -> str:
        """How many were left out of a list."""

    @abstractmethod
    def listed(self, items: Sequence[str]) -> str:
        """Some things in a row: A, B and C."""

    def polished(self, text: str) -> str:
        """The habits of print."""
        return text

    # -- texts

    def title(self, name: str) -> str:
        """What people call a card."""
        return str(self.card(name))

    def sentence(self, event: Document, names: Names) -> str:
        """An event as its viewer may know it."""
        event = shapes.completed(event)
        template = " ".join(self.events[key] for key in shapes.event_keys(event))
        return self.filled(template, event, names)

    def question(self, decision: Document, names: Names) -> str:
        """What somebody has to decide, put to that player."""
        template = self.questions[shapes.question_key(decision)]
        return self.filled(template, decision.get("about", {}), names)

    def label(self, option: Document, names: Names) -> str:
        """An option as a line of a menu."""
        return self.filled(self.labels[shapes.label_key(option)], option, names)

    def filled(self, template: str, document: Document, names: Names) -> str:
        """The template with the parameters, and with as many faces of cards as there is room
        for.
        """
        words = Words(self, document, names)
        text = template.format_map(words)
        if document.get("cards") and words.hid_cards:
            words.room = LONGEST - len(text)
            text = template.format_map(words)
        if not text.startswith(tuple(names.values())):
            text = text[:1].upper() + text[1:]
        return self.polished(text)


class Words(dict[str, Any]):
    """The parameters of one text, each put into words when a template asks for it."""

    def __init__(self, language: Language, document: Document, names: Names) -> None:
        super().__init__()
        self.language = language
        self.document = document
        self.names = names
        self.room = 0
        self.hid_cards = False

    def __missing__(self, key: str) -> Any:
        if key == "cards":
            return self.counted_cards()
        if key == "faces":
            return self.faces(self.room)
        value = self.document[key]
        form = FORMS.get(key)
        return form(self, value) if form else value

    def seat(self, number: int) -> Noun:
        return self.language.seat(number, self.names)

    def card(self, name: str) -> Noun:
        plus = "+" if self.document.get("beautified") else ""
        return self.language.card(name + plus)

    def listed_cards(self, names: Sequence[str]) -> str:
        return self.language.listed([self.language.card(name).the for name in names])

    def counted_cards(self) -> str:
        """The number of cards, and their faces where the viewer may know them."""
        cards = self.document.get("cards")
        if not isinstance(cards, list):
            return self.language.cards(self.document["count"] if cards is None else cards)
        number = self.language.cards(len(cards))
        faces = self.faces(self.room - len(" ()"))
        return f"{number} ({faces})" if faces else number

    def faces(self, room: int) -> str:
        """Titles of cards in ``room`` characters; the first time only seen to be wanted."""
        self.hid_cards = True
        titles = [self.language.title(card) for card in self.document["cards"]]
        for left_out in range(len(titles)):
            rest = [self.language.more(left_out)] if left_out else []
            text = self.language.listed(titles[: len(titles) - left_out] + rest)
            if len(text) <= room:
                return text
        return ""


FORMS: dict[str, Callable[[Words, Any], Any]] = {
    **dict.fromkeys(("seat", "victim", "other", "by", "crown"), Words.seat),
    **dict.fromkeys(("character", "district"), Words.card),
    **dict.fromkeys(
        ("face", "gave", "given", "got", "reason"), lambda words, name: words.language.card(name)
    ),
    **dict.fromkeys(
        ("bribe", "gold", "owed", "surcharge"), lambda words, count: words.language.gold(count)
    ),
    **dict.fromkeys(("characters", "face_up", "marked"), Words.listed_cards),
    "found": lambda words, count: words.language.cards(count),
    "score": lambda words, count: words.language.points(count),
    "type": lambda words, kind: words.language.types[kind],
    "winners": lambda words, seats: words.language.listed(
        [words.seat(seat).plain for seat in seats]
    ),
}
"""How parameters are put into words, by name; the others stand as they are."""
