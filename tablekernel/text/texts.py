"""All texts of a game, in all its languages."""

from __future__ import annotations

from typing import Generic, TypeVar

from tablekernel.text.language import Document, Language, Names
from tablekernel.text.translation import Translation

L = TypeVar("L", bound=Language)


class Texts(Generic[L]):
    """The languages of a game by code. The first one stands in for unknown codes."""

    def __init__(self, first: L, *others: L) -> None:
        self.first = first
        self.languages = {language.code: language for language in (first, *others)}

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all languages."""
        return tuple(self.languages)

    def find(self, code: str) -> L:
        """Return the language of this code, or the first one."""
        return self.languages.get(code, self.first)

    def list_missing(self) -> list[str]:
        """Return what is not translated, as ``fr labels smithy``: the language, table and key."""
        return [
            f"{language.code} {table} {key}"
            for language in self.languages.values()
            for table, texts in vars(type(language)).items()
            if isinstance(texts, Translation)
            for key in sorted(texts.missing, key=str)
        ]

    def summarize(self, code: str) -> str:
        """Return the invitation to the game."""
        language = self.find(code)
        return language.polish(language.summary)

    def how_to_play(self, code: str) -> Document:
        """Return how the game is played, and advice for a first round."""
        language = self.find(code)
        advice = {topic: language.polish(text) for topic, text in language.advice.items()}
        return {
            "sections": language.write_sections(language.how_to_play),
            "waiting": advice.pop("waiting", ""),
            "first_round": advice,
        }

    def sentence(self, event: Document, code: str, names: Names | None = None) -> str:
        """Return an event, as ``event_for`` gives it, in one or two sentences."""
        return self.find(code).sentence(event, names or {})

    def question(self, decision: Document, code: str, names: Names | None = None) -> str:
        """Return a decision, as ``describe`` gives it, as a question to the deciding player."""
        return self.find(code).question(decision, names or {})

    def label(self, option: Document, code: str, names: Names | None = None) -> str:
        """Return an option of such a decision as a line of a menu."""
        return self.find(code).label(option, names or {})
