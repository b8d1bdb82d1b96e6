"""What the state of every game has: a stack of frames, randomness, and the two listeners that may
be absent.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.events import Event
from engine.kernel.frames import Frame
from engine.kernel.rng import Source


class State(Source):
    """Plain data. A game's state adds its own fields.

    ``seed`` (32 secret bytes) and ``draws`` are the randomness. ``events`` and ``chance`` are lists
    when somebody wants to be told, and ``None`` when nobody listens; neither is stored.
    """

    __slots__ = ("events", "stack")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.stack: list[Frame] = []
        self.events: list[Event] | None = None

    def push(self, frame: Frame) -> None:
        """Do ``frame`` first, then go on here."""
        self.stack.append(frame)

    def tell(
        self,
        kind: str,
        public: dict[str, Any],
        private: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        """Append an event, if anybody listens. Callers test ``events`` first where building the
        parts costs.
        """
        if self.events is not None:
            self.events.append(Event(kind, public, private or {}))
