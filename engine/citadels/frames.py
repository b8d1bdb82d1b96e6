"""The fields of the frames of a turn and of a build. Their steps are in ``flow``: cards read and
change these fields, and know nothing of the steps.
"""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.names import NOBODY
from tablekernel.frames import Frame

ABILITY: Final = 1
INCOME: Final = 2
"""The bits of ``Turn.used`` for a character's ability and its income (rules 6.2: each once a
turn)."""


class MatchFrame(Frame):
    """The base of all frames of Citadels."""

    is_turn: ClassVar[bool] = False


class Turn(MatchFrame):
    """One character's turn, played by ``seat``.

    ``built`` counts the districts built towards the limit, ``used`` is the bit set of the
    abilities already used (``ABILITY``, ``INCOME``, ...), ``worked`` that of the districts whose
    action is used up. ``spent`` is the gold paid for districts, ``paid`` the number of paid builds.
    """

    is_turn: ClassVar = True

    fields: ClassVar = ("seat", "rank", "built", "used", "worked", "spent", "paid")

    def __init__(self, seat: int, rank: int) -> None:
        self.seat = seat
        self.rank = rank
        self.at = self.built = self.used = self.worked = self.spent = self.paid = 0

    def stop(self) -> None:
        """End the turn here, without its end-of-turn steps (rules 6.5)."""
        self.at = len(self.steps)


class Build(MatchFrame):
    """A district on its way into the city of ``seat``.

    ``owed`` is what is left to pay, ``paid`` the gold paid so far, ``spare`` the number of cards in
    hand besides the district; ``begun`` is true if part of the price is paid in cards, ``unpaid``
    if something was destroyed instead of paying (rules 7.2); ``taker`` is the seat that takes the
    district for itself.
    """

    fields: ClassVar = (
        "seat", "district", "rank", "owed", "paid", "spare", "begun", "unpaid", "taker",
    )  # fmt: skip

    def __init__(self, seat: int, district: int, rank: int, owed: int, spare: int) -> None:
        self.at = 0
        self.seat = seat
        self.district = district
        self.rank = rank
        self.owed = owed
        self.paid = 0
        self.spare = spare
        self.begun = 0
        self.unpaid = 0
        self.taker = NOBODY
