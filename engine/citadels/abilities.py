"""What the abilities of several characters share."""

from __future__ import annotations

from typing import TypeVar

from engine.citadels.cards import Act
from engine.citadels.cast import Named
from engine.citadels.names import RANK_OF

ABILITY = 1
"""The bit of ``Turn.used`` for a character's ability, besides its income (rules 6.2: each once a
turn).
"""


class NameCharacter(Named, Act):
    """An act that names a character aloud."""

    __slots__ = ()


N = TypeVar("N", bound=NameCharacter)


def each_character(verb: str, cls: type[N]) -> dict[str, N]:
    """The acts of ``verb`` for every character, by name."""
    return {name: cls(verb, name) for name in RANK_OF}
