"""Hooks: the cards of a match that react to a moment, resolved once for its card set.

A card defines a hook with a method of that name. ``bind_hook`` finds the methods once. After that,
a moment costs a check of a bit set instead of a walk through the cards. The game decides which
cards are in force.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


class Listeners:
    """The cards that define a hook, in order: the bit of each, its bound method, and the set of the
    bits.
    """

    __slots__ = ("handlers", "mask")

    def __init__(self, handlers: tuple[tuple[int, Callable[..., Any]], ...]) -> None:
        self.handlers = handlers
        self.mask = 0
        for bit, _ in handlers:
            self.mask |= bit


def bind_hook(hook: str, cards: Iterable[tuple[int, object]]) -> Listeners:
    """Return the listeners to ``hook`` among ``(bit, card)`` pairs, in the given order."""
    return Listeners(
        tuple((bit, getattr(card, hook)) for bit, card in cards if hasattr(card, hook))
    )
