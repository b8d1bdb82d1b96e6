"""Choices that carry themselves out."""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.frames import Build, Turn
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class Act(Choice):
    """A choice that knows how to carry itself out: one of somebody's turn is played, one of how to
    pay for a district pays. What only answers a card's own question needs neither.

    ``ends`` says whether it ends what is being asked, gathering or the turn; otherwise the question
    is put again.
    """

    __slots__ = ("ends",)

    of_hand: ClassVar[bool] = False
    """Whether it pays with a card of the hand: how many such choices there are is a secret."""

    def __init__(self, key: str, *, ends: bool = False) -> None:
        super().__init__(key)
        self.ends = ends

    def play(self, match: Match, turn: Turn) -> None:
        raise NotImplementedError

    def pay(self, match: Match, build: Build) -> None:
        raise NotImplementedError
