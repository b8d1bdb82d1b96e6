"""What is counted of finished matches. A game declares it as data, and the platform counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

Situation: TypeAlias = "Mapping[str, str]"
"""Features of a position by name, each as one of a few values, so that positions can be counted."""


class Count(NamedTuple):
    """A value that counts for a seat whenever an event names both."""

    key: str
    event: str
    value: str
    """The member of the event with the value. Members that only the seat knew count, too."""
    seat: str = "seat"
    """The member of the event with the seat."""


class Explored(NamedTuple):
    """A decision of which people look up what winners chose."""

    topic: str
    member: str
    """The member of its options with the value that is chosen."""
    features: tuple[str, ...]
    situation: Callable[[Mapping[str, Any]], Situation]
    """Returns the ``features`` of a position, from the view of the deciding seat alone."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a game declares. Without it the platform counts seats, players and paces."""

    counts: tuple[Count, ...] = ()
    round: str = ""
    """The kind of event that begins a round. The length of a match is its number of rounds."""
    explored: Explored | None = None


NOTHING_COUNTED: Final = Statistics()
