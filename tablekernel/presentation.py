"""The presentation of a game: texts, pictures, and what is shown after the end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from tablekernel.marks import complete_marks
from tablekernel.scene import Scene
from tablekernel.state import State

Names: TypeAlias = "Mapping[int, str]"
"""The names of seats in texts. A missing seat is called by its number."""


class Presentation(ABC):
    """What shows a game: the same for all versions of its rules."""

    title: ClassVar[str]
    summary: ClassVar[str] = ""
    """An invitation to the game in a sentence or two, in its first language."""

    beginner_seats: ClassVar[int] = 0
    """The number of seats that suits a first game. 0: the fewest, but two."""

    languages: ClassVar[tuple[str, ...]]
    """The codes of its languages. The first one stands in for others."""

    openings: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events with which a turn or a round begins: a recap starts a new paragraph
    there. Without any, a recap has a paragraph for each move.
    """

    headlines: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that sum up what happened. Without any, recaps show all events."""

    seat_colors: ClassVar[Sequence[str]] = ()
    """The color of each seat in its pictures, as ``#rrggbb``."""

    def summarize(self, language: str) -> str:
        """Return the summary in a language."""
        return self.summary

    @abstractmethod
    def cards(self, language: str = "en") -> dict[str, Any]:
        """Return the catalogue of the game's parts for clients: names, numbers, texts in our own
        words.
        """

    def schemas(self) -> Mapping[str, dict[str, Any]]:
        """Return the JSON Schemas of the table, decisions, events and results, by name
        (``tablekernel.schemas``). Empty: all objects are open.
        """
        return {}

    def name_statistics(self, language: str) -> Mapping[str, str]:
        """Return the titles of what the ruleset counts (``tablekernel.statistics``): of keys,
        features and values. Without a title, the key is shown.
        """
        return {}

    # -- teaching

    def how_to_play(self, language: str) -> dict[str, Any]:
        """Return how the game is played, on one screen, for people who do not know it.

        ``sections`` have a ``title``, a ``text`` and ``items``. ``first_round`` says by topic what
        to do in a first round, and why; ``waiting`` the same while others decide. All are empty if
        the game explains nothing.
        """
        return {"sections": [], "first_round": {}, "waiting": ""}

    def table_rules(
        self, options: Mapping[str, Any], seats: int, view: Mapping[str, Any] | None, language: str
    ) -> list[dict[str, Any]]:
        """Return the whole rules of one table as sections: its edition, its number of players, and
        the parts in play. ``view`` is that of spectators; None before the start.
        """
        return []

    # -- telling

    @abstractmethod
    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        """Return an event, as ``event_for`` gives it, as a sentence."""

    @abstractmethod
    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        """Return a decision, as ``describe`` gives it, as a question to the deciding player."""

    @abstractmethod
    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        """Return an option, as ``describe`` gives it, in a few words."""

    def help(self, view: Mapping[str, Any], language: str) -> dict[str, dict[str, str]]:
        """Return what the parts of a table do, by the names that the view has for them: each with
        ``title`` and ``text``.
        """
        return {}

    # -- the picture

    def picture(self, scene: Scene, language: str) -> str | None:
        """Return the table as SVG, drawn only from what one viewer may know: the same bytes for the
        same scene. ``None``: the game has no picture.
        """
        return None

    def marks(self, view: Mapping[str, Any], decision: Mapping[str, Any]) -> list[list[str]] | None:
        """Return the names of the elements of the picture that each option of a decision concerns:
        the card, the seat, the cell. ``view`` and ``decision`` are those of the deciding seat.

        An empty list, or one that does not distinguish the option from others, is no mistake: the
        picture then has a button for it (``tablekernel.marks``). ``None``: the picture has no
        elements that can be chosen.
        """
        return None

    def present(
        self,
        view: Mapping[str, Any],
        decision: Mapping[str, Any],
        language: str,
        names: Names | None = None,
    ) -> dict[str, Any]:
        """Return a decision, as ``describe`` gives it, for its player: with the ``question``, and
        each option with its ``label`` and its ``marks``, the ids of elements of the picture.
        ``view`` is that of the player.
        """
        options = decision["options"]
        marks = self.marks(view, decision)
        ids = [[] for _ in options] if marks is None else complete_marks(options, marks)
        return {
            **decision,
            "question": self.question(dict(decision), language, names),
            "options": [
                {**option, "label": self.label(option, language, names), "marks": own}
                for option, own in zip(options, ids, strict=True)
            ],
        }

    # -- when it is over

    @abstractmethod
    def reveal(self, state: State) -> dict[str, Any]:
        """Return everything that was hidden at the end, as JSON. SECRET while the match runs."""

    def reveal_round(self, state: State) -> dict[str, Any] | None:
        """Return what was hidden during a round, with its number as ``round``. The last state of a
        round has all of it. ``None``: the game has no such secrets. SECRET while the match runs.
        """
        return None

    @abstractmethod
    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        """Return how each seat got its score: ``seat``, ``total`` and ``items``, each with ``item``
        (its key), ``title``, ``points``, and ``text``, the reason. ``None`` while the match runs.
        """
