"""Parts that the abilities of several characters share."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from engine.citadels.card_set import CardSet
from engine.citadels.choices import CharacterChoice
from engine.citadels.names import RANK_OF
from engine.citadels.state import Match
from tablekernel.choice_table import ChoiceTable

MOST_LISTS: Final = 1000
"""The maximum number of cached lists of a verb's choices: more than one card set can ask for."""


class NameCharacter(CharacterChoice):
    """An act that names a character aloud."""


N = TypeVar("N", bound=CharacterChoice)


class EachCharacter(Generic[N]):
    """The choices of one verb for every character, with cached lists of them."""

    __slots__ = ("choices", "lists")

    def __init__(self, choices: ChoiceTable[str, N]) -> None:
        self.choices = choices
        self.lists: dict[tuple[str, ...], tuple[N, ...]] = {}

    def among(self, card_set: CardSet, ranks: int) -> tuple[N, ...]:
        """Return the choices for a bit set of ranks, lowest first."""
        names = card_set.names_in(ranks)
        found = self.lists.get(names)
        if found is None:
            if len(self.lists) >= MOST_LISTS:
                self.lists.clear()
            found = self.lists[names] = tuple([self.choices[name] for name in names])
        return found


def each_character(verb: str, cls: type[N]) -> EachCharacter[N]:
    """Return the choices of ``verb`` for every character."""
    return EachCharacter(ChoiceTable(lambda: RANK_OF, lambda name: cls(verb, name)))


def ranks_but(match: Match, ranks: int, marks: int) -> int:
    """Return the ranks of the card set without ``ranks`` and those of characters with one of
    ``marks``.
    """
    found = match.card_set.all_ranks & ~ranks
    for rank, lying in enumerate(match.marks):
        if lying and lying & marks:
            found &= ~(1 << rank)
    return found
