"""Hooks: which cards of a match say something at a moment, resolved once for its set of cards.

A card defines a hook by having a method of that name. ``bound`` finds the methods once;
afterwards a moment costs a look at a bit set, not a walk through the cards. How a game decides
which cards are in force is its own business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Listeners:
    """The cards that define one hook, in order: the bit of each, its bound method, and the set of
    the bits.
    """

    __slots__ = ("handlers", "mask")

    def __init__(self, handlers: tuple[tuple[int, Callable[..., Any]], ...]) -> None:
        self.handlers = handlers
        self.mask = 0
        for bit, _ in handlers:
            self.mask |= bit


def bind_hook(hook: str, cards: Iterable[tuple[int, object]]) -> Listeners:
    """The listeners to ``hook`` among ``(bit, card)`` pairs, in the order given."""
    return Listeners(
        tuple((bit, getattr(card, hook)) for bit, card in cards if hasattr(card, hook))
    )
