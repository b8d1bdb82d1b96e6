"""All characters and unique districts, and what is derived from all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

from engine.citadels.cards import Card, CardError
from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS

CARDS: Final[dict[str, Card]] = {**CHARACTERS, **DISTRICTS}
"""All cards by name: the characters by rank, then the unique districts by number."""

V = TypeVar("V")


def collect(shared: Mapping[str, V], own: Callable[[Card], Mapping[str, V]]) -> dict[str, V]:
    """Return a table of what cards share, together with the entries of each card.

    Raises CardError for an entry that exists already.
    """
    found, owners = dict(shared), dict.fromkeys(shared, "the game")
    for card in CARDS.values():
        for key, value in own(card).items():
            if key in found:
                raise CardError(f"{card.name} has {key!r}, which {owners[key]} has already.")
            found[key] = value
            owners[key] = card.name
    return found


def list_events(shared: Iterable[str], own: Callable[[Card], Iterable[str]]) -> frozenset[str]:
    """Return kinds of events: those that cards share, and those of each card."""
    return frozenset(shared).union(*map(own, CARDS.values()))
