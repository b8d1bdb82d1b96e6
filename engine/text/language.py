"""A language of a game, and how its sentence templates are filled.

A template names parameters of an event, a question or an option in braces: ``{seat}``. Where one
parameter can be put into words in several ways, the template names the way as well:
``{amount_in_tiles}`` puts ``amount`` into words as ``tiles``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

Names = Mapping[int, str]
"""What the seats are called; a seat that is missing is called by its number."""

Document = dict[str, Any]

Form = Callable[[Any, Any], Any]
"""Puts a parameter into words: takes the ``Words`` and the value."""


class Words(dict[str, Any]):
    """The parameters of one text, each put into words when a template asks for it."""

    language: Any

    def __init__(self, language: Language, document: Document, names: Names) -> None:
        super().__init__()
        self.language = language
        self.document = document
        self.names = names

    def __missing__(self, key: str) -> Any:
        name, _, form = key.partition("_in_")
        value = self.document[name]
        put = self.language.forms.get(form or name)
        return put(self, value) if put else value

    def seat(self, number: int) -> Any:
        """Return a seat as the language calls it."""
        return self.language.seat(number, self.names)

    def winners(self, seats: Sequence[int]) -> str:
        """Return the winners in a row."""
        return str(self.language.join_items([str(self.seat(seat)) for seat in seats]))


class Language(ABC):
    """One language of one game: its tables, and the grammar that templates need."""

    code: ClassVar[str]
    events: ClassVar[Mapping[str, str]]
    questions: ClassVar[Mapping[str, str]]
    labels: ClassVar[Mapping[str, str]]
    scores: ClassVar[Mapping[str, tuple[str, str]]]
    """Title and reason of what is scored."""

    table: ClassVar[Mapping[str, str]]
    """What stands beside things on a drawn table."""

    forms: ClassVar[Mapping[str, Form]]
    """How parameters are put into words, by name; the others stand as they are."""

    # -- grammar

    @abstractmethod
    def seat(self, number: int, names: Names) -> Any:
        """Return a seat by the name of its player, or by its number."""

    @abstractmethod
    def count(self, number: int, one: str, many: str = "") -> str:
        """Return a number of things; ``many`` is the plural where it is not ``one`` and an s."""

    @abstractmethod
    def join_items(self, items: Sequence[str]) -> str:
        """Return some things in a row: A, B and C."""

    def points(self, count: int) -> str:
        """Return a number of points."""
        return self.count(count, "point")

    def polish(self, text: str) -> str:
        """Apply the typography of the language."""
        return text

    # -- texts

    @abstractmethod
    def sentence(self, event: Document, names: Names) -> str:
        """Return an event in a sentence, as its viewer may know it."""

    @abstractmethod
    def question(self, decision: Document, names: Names) -> str:
        """Return a question to the player who has to decide."""

    @abstractmethod
    def label(self, option: Document, names: Names) -> str:
        """Return an option as a line of a menu."""

    def fact(self, what: str, value: object) -> str:
        """Return a number or a word with what it is called."""
        return self.polish(self.table["fact"].format(what=what, value=value))

    def fill(self, template: str, document: Document, names: Names) -> str:
        """Return the template with the parameters."""
        return self.finish(template.format_map(Words(self, document, names)), names)

    def finish(self, text: str, names: Names) -> str:
        """Begin the text with a capital, unless it begins with a player's name, and polish it."""
        if not text.startswith(tuple(names.values())):
            text = text[:1].upper() + text[1:]
        return self.polish(text)


def add_winners(event: Document) -> Document:
    """Return the event, with ``winners`` and their ``score`` where it tells the result."""
    if event["kind"] != "match_over":
        return event
    result = event["result"]
    winners = [seat for seat, place in enumerate(result["placements"]) if place == 1]
    return {**event, "winners": winners, "score": result["scores"][winners[0]]}
