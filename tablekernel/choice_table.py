"""The choices of one verb, by what they choose."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from tablekernel.frames import Choice

K = TypeVar("K")
C = TypeVar("C", bound=Choice)


class ChoiceTable(dict[K, C], Generic[K, C]):
    """The choices of one verb, each created when it is first needed and shared by all matches.

    They cannot be created at import: a card may be imported before those that its choices name. So
    only ``table[key]`` finds every choice; ``in``, ``get`` and loops know those created so far.
    ``list_keys`` returns all keys; ``create`` makes the choice of a key.
    """

    def __init__(self, list_keys: Callable[[], Iterable[K]], create: Callable[[K], C]) -> None:
        super().__init__()
        self.list_keys = list_keys
        self.create = create

    def __missing__(self, key: K) -> C:
        return self.setdefault(key, self.create(key))

    def list_all(self) -> list[C]:
        """Return every choice, the missing ones created."""
        return [self[key] for key in self.list_keys()]
