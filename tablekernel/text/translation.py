"""A table of texts in which the first language of a game stands in for what is not translated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Translation(dict[K, V], Generic[K, V]):
    """A table of a language, completed by the same table of the first language.

    ``missing`` are the keys without a translation.
    """

    def __init__(self, own: Mapping[K, V], first: Mapping[K, V]) -> None:
        super().__init__({**first, **own})
        self.missing = frozenset(first.keys() - own.keys())
