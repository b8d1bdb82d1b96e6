"""What a card is: a stateless object, one small file each, that speaks through hooks.

A hook is a method that a card defines or does not define; the flow reaches it through the three
verbs of ``verbs.py``.

Moments (a handler may return a frame, the interrupt)
    ``on_revealed(match, seat)``            this character has been revealed, before its turn
    ``on_marked_revealed(match, rank, seat)``   a character bearing marks has been revealed
    ``on_round_end(match)``                 all ranks have been called
Adjustments (each handler gets the value so far and returns the new one)
    ``adjust_plays(match, plays, seat, rank)``    whether a marked character takes its turn
    ``adjust_kept(match, kept, seat, drawn)``     how many of the cards drawn in gathering are kept
    ``adjust_price(price, district, cast)``  what a builder pays; depends on nothing else
    ``adjust_barred(match, barred, seat)``  the districts that may not be built a second time
    ``adjust_income(match, count, seat)``   how many districts an income ability counts
    ``adjust_raid(match, allowed, victim)`` whether rank 8 may touch a city at all
    ``adjust_target(match, allowed, victim, district)``   whether rank 8 may touch a district
Offers (handlers append to ``out``)
    ``offer_actions(match, turn, out)``     acts of a turn: the character whose turn it is, and the
                                            districts of its city
    ``offer_payments(match, build, out)``   other ways to pay for a district than gold
Scoring
    ``score(match, seat, city)``            points of a district at the end; ``city`` is the
                                            ``FinalCity``
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from engine.citadels.names import FIRST_UNIQUE, NUMBER_OF, RANK_OF
from engine.kernel.frames import Choice

if TYPE_CHECKING:
    from engine.citadels.flow.build import Build
    from engine.citadels.flow.turn import Turn
    from engine.citadels.state import Match


class Act(Choice):
    """A choice of somebody's turn that knows how to carry itself out."""

    __slots__ = ()

    ends: ClassVar[bool] = False
    """Whether it ends what is being asked (gathering, or the turn); otherwise the question is put
    again.
    """

    def play(self, match: Match, turn: Turn) -> None:
        raise NotImplementedError


class Payment(Choice):
    """A choice of how to pay for a district."""

    __slots__ = ()

    def pay(self, match: Match, build: Build) -> None:
        raise NotImplementedError


class Card:
    """What characters and unique districts have in common."""

    name: ClassVar[str]


class Character(Card):
    """A character. ``gem`` is the type of district that pays it income, ``limit`` how many it may
    build a turn.
    """

    gem: ClassVar[int | None] = None
    limit: ClassVar[int] = 1

    def __init__(self) -> None:
        self.rank = RANK_OF[self.name]


class District(Card):
    """A unique district."""

    cost: ClassVar[int]
    counts_as_any: ClassVar[bool] = False
    """Whether it counts, in scoring, as a district of whichever type is best for its owner."""

    def __init__(self) -> None:
        self.number = NUMBER_OF[self.name]
        self.bit = 1 << self.number - FIRST_UNIQUE
