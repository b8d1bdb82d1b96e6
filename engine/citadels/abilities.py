"""What the abilities of several characters share."""

from __future__ import annotations

from typing import Final, TypeVar

from engine.citadels.cast import Named
from engine.citadels.names import RANK_OF
from engine.citadels.state import Match

ABILITY: Final = 1
"""The bit of ``Turn.used`` for a character's ability; its income has another, ``income.INCOME``
(rules 6.2: each once a turn)."""


class NameCharacter(Named):
    """An act that names a character aloud."""

    __slots__ = ()


N = TypeVar("N", bound=Named)


def each_character(verb: str, cls: type[N]) -> dict[str, N]:
    """The choices of ``verb`` for every character, by name."""
    return {name: cls(verb, name) for name in RANK_OF}


def others_but(match: Match, rank: int, barred: int = 0) -> tuple[str, ...]:
    """The characters of the cast but that of ``rank`` and those bearing a mark of ``barred``."""
    ranks = match.cast.all_ranks & ~(1 << rank)
    if barred:
        for other in match.cast.ranks:
            if match.marks[other] & barred:
                ranks &= ~(1 << other)
    return match.cast.names_in(ranks)
