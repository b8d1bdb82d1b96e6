"""Choices that carry themselves out."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.frames import Build, Turn
from engine.citadels.state import Match
from tablekernel.frames import Choice


class Act(Choice):
    """A choice that knows how to carry itself out: an act of a turn is played, a way to pay pays.
    What only answers a card's own question needs neither.

    ``ends`` is true if it ends what is being asked, gathering or the turn; otherwise the question
    is asked again.
    """

    of_hand: ClassVar[bool] = False
    """True if it pays with a card of the hand: the number of such choices is a secret."""

    def __init__(self, key: str, *, ends: bool = False) -> None:
        super().__init__(key)
        self.ends = ends

    def play(self, match: Match, turn: Turn) -> None:
        raise NotImplementedError

    def pay(self, match: Match, build: Build) -> None:
        raise NotImplementedError
