"""Events.

Every event has a public part, so all viewers count the same events and a gap in the numbers reveals
nothing. A private part adds parameters for certain seats. Text is not stored: a client or
``Presentation.text`` renders it.
"""

from __future__ import annotations

from typing import Any


class Event:
    """An event: its kind, what everybody may know, and what single seats may know in addition."""

    __slots__ = ("kind", "private", "public")

    def __init__(
        self, kind: str, public: dict[str, Any], private: dict[int, dict[str, Any]]
    ) -> None:
        self.kind = kind
        self.public = public
        self.private = private

    def to_json(self) -> dict[str, Any]:
        """Return the stored form. Seats become strings, since JSON has no other keys."""
        return {
            "kind": self.kind,
            "public": self.public,
            "private": {str(seat): part for seat, part in self.private.items()},
        }


def event_for(stored: dict[str, Any], seat: int | None) -> dict[str, Any]:
    """Return a stored event as ``seat`` may know it; ``None`` is a spectator."""
    shown = {"kind": stored["kind"], **stored["public"]}
    if seat is not None:
        shown.update(stored["private"].get(str(seat), {}))
    return shown
