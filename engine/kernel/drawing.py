"""A table as it is drawn for people who look after matches of any game: cards, numbers and words,
and no rules. A page lays it out without knowing the game.
"""

from __future__ import annotations

from typing import TypedDict


class Fact(TypedDict):
    """A number or a word with what it is called."""

    label: str
    value: str


class Card(TypedDict):
    """One card, lying open. ``tone`` is a colour or empty, ``worth`` the number in its corner or
    none, ``notes`` what else lies on it or is to be known of it.
    """

    title: str
    tone: str
    worth: int | None
    notes: list[str]


class Row(TypedDict):
    """Some cards that lie together. ``secret``: not all viewers may see them."""

    label: str
    secret: bool
    cards: list[Card]


class Place(TypedDict):
    """What lies before one seat. ``acting``: it is its turn; ``marks`` stand beside its name."""

    seat: int
    acting: bool
    marks: list[str]
    facts: list[Fact]
    rows: list[Row]


class Drawing(TypedDict):
    """The whole table: what belongs to nobody, and what lies before each seat."""

    facts: list[Fact]
    rows: list[Row]
    places: list[Place]


TONES = ("yellow", "blue", "green", "red", "purple")


def fact(label: str, value: object) -> Fact:
    return {"label": label, "value": str(value)}
