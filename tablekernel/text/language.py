"""A language of a game, and how its sentence templates are filled.

A template names parameters of an event, a question or an option in braces: ``{seat}``. If a
parameter can be expressed in several ways, the template names the form as well:
``{amount_in_tiles}`` expresses ``amount`` as ``tiles``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self

from tablekernel.text.translation import Translation

Entries = Mapping[str, tuple[str, str]]
"""Titles and texts by key, in their order: sections, and their items, whose keys have a colon."""

Names = Mapping[int, str]
"""The names of seats. A missing seat is called by its number."""

Document = dict[str, Any]

Form = Callable[[Any, Any], Any]
"""Expresses a parameter in words. It takes the ``Words`` and the value."""


class Words(dict[str, Any]):
    """The parameters of one text. Each is put into words when a template asks for it."""

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
        """Return the winners as a list in words."""
        return str(self.language.join_items([str(self.seat(seat)) for seat in seats]))


class Language(ABC):
    """One language of one game: its tables, and the grammar that templates need."""

    code: ClassVar[str]

    first: ClassVar[Any] = None
    """The language of the same game whose texts are used where this one has none."""

    summary: ClassVar[str] = ""
    """An invitation to the game, in a sentence or two."""

    how_to_play: ClassVar[Entries] = {}
    """How the game is played, on one screen."""

    advice: ClassVar[Mapping[str, str]] = {}
    """What to do in a first round, and why, by topic; ``waiting``: while others decide."""

    rules: ClassVar[Entries] = {}
    """The whole rules. A game chooses the entries that hold for a table."""

    statistics: ClassVar[Mapping[str, str]] = {}
    """The titles of what is counted."""

    events: ClassVar[Mapping[str, str]]
    questions: ClassVar[Mapping[str, str]]
    labels: ClassVar[Mapping[str, str]]
    scores: ClassVar[Mapping[str, tuple[str, str]]]
    """The title and the reason of each item of a score."""

    table: ClassVar[Mapping[str, str]]
    """The labels on a drawn table."""

    forms: ClassVar[Mapping[str, Form]]
    """How parameters are put into words, by name. Others are used as they are."""

    def __init_subclass__(cls) -> None:
        """Complete the tables of a translation with those of ``first``."""
        for name, text in vars(type(cls.first)).items() if cls.first else ():
            own, known = vars(cls).get(name), getattr(cls, name, None)
            if isinstance(text, Mapping) and not isinstance(known, Translation):
                if own is not None or known is text or not known:
                    setattr(cls, name, Translation(own or {}, text))
            elif isinstance(text, str | tuple) and not known:
                setattr(cls, name, text)

    # -- grammar

    @abstractmethod
    def seat(self, number: int, names: Names) -> Any:
        """Return the name of a seat's player, or its number."""

    @abstractmethod
    def count(self, number: int, one: str, many: str = "") -> str:
        """Return a number of things. ``many`` is the plural if it is not ``one`` with an s."""

    @abstractmethod
    def join_items(self, items: Sequence[str]) -> str:
        """Return a list in words: A, B and C."""

    def points(self, count: int) -> str:
        """Return a number of points."""
        return self.count(count, "point")

    def polish(self, text: str) -> str:
        """Apply the typography of the language."""
        return text

    # -- texts

    def speaker(self, keys: Iterable[str], *tables: Mapping[str, Any]) -> Self:
        """Return the language of a text: this one, or the first if a part is not translated."""
        first: Self | None = self.first
        for table in tables if first else ():
            if isinstance(table, Translation) and not table.missing.isdisjoint(keys):
                return first or self
        return self

    def write_sections(
        self, entries: Entries, keys: Iterable[str] | None = None, **values: object
    ) -> list[Document]:
        """Return sections with their items: all, or those with these keys. ``values`` fill their
        templates.
        """
        found: list[Document] = []
        for key in entries if keys is None else keys:
            title, text = [self.polish(one.format_map(values)) for one in entries[key]]
            if ":" in key:
                found[-1]["items"].append({"title": title, "text": text})
            else:
                found.append({"section": key, "title": title, "text": text, "items": []})
        return found

    @abstractmethod
    def sentence(self, event: Document, names: Names) -> str:
        """Return an event as a sentence, as its viewer may know it."""

    @abstractmethod
    def question(self, decision: Document, names: Names) -> str:
        """Return a question to the deciding player."""

    @abstractmethod
    def label(self, option: Document, names: Names) -> str:
        """Return an option as a line of a menu."""

    def fact(self, what: str, value: object) -> str:
        """Return a number or a word with its name."""
        return self.polish(self.table["fact"].format(what=what, value=value))

    def fill(self, template: str, document: Document, names: Names) -> str:
        """Return the template with its parameters filled in."""
        return self.finish(template.format_map(Words(self, document, names)), names)

    def finish(self, text: str, names: Names) -> str:
        """Capitalize the text, unless it begins with a player's name, and apply the typography."""
        if not text.startswith(tuple(names.values())):
            text = text[:1].upper() + text[1:]
        return self.polish(text)


def add_winners(event: Document) -> Document:
    """Return the event, with ``winners`` and their ``score`` if it announces the result."""
    if event["kind"] != "match_over":
        return event
    result = event["result"]
    winners = [seat for seat, place in enumerate(result["placements"]) if place == 1]
    return {**event, "winners": winners, "score": result["scores"][winners[0]]}
