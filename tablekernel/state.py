"""The state that every game has: a stack of frames, randomness, and two optional listeners."""

from __future__ import annotations

from typing import Any

from tablekernel.events import Event
from tablekernel.frames import Frame
from tablekernel.rng import Source
from tablekernel.subclassing import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Source):
    """Plain data, to which a game adds its own fields.

    ``seed`` (32 secret bytes) and ``draws`` are the randomness. ``events`` and ``chance`` are lists
    if the caller wants them collected, else ``None``. They are not stored.
    """

    __slots__ = ("events", "stack")

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.stack: list[Frame] = []
        self.events: list[Event] | None = None

    def push(self, frame: Frame) -> None:
        """Run ``frame`` first, then continue here."""
        self.stack.append(frame)

    def tell(
        self,
        kind: str,
        public: dict[str, Any],
        private: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        """Append an event, if events are collected. Callers check ``events`` first where building
        the parts is costly.
        """
        if self.events is not None:
            self.events.append(Event(kind, public, private or {}))
