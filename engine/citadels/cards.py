"""What a card is: a stateless object, one small file each, that speaks through hooks.

A hook is a method that a card defines or does not define; the flow reaches it through the three
verbs of ``verbs.py``. "District" below means a unique district standing in the city in question.

Moments
    ``on_draft_end(match, owner)``          districts: all characters are chosen; may return a frame
    ``on_revealed(match, seat)``            this character has been revealed, before its turn
    ``on_marked_revealed(match, rank, seat)``   a character bearing marks has been revealed
    ``on_gathered(match, turn)``            resources are gathered; may return a frame
    ``on_district_paid(match, build)``      a district is paid, not yet placed; may return a frame
    ``on_built(match, seat, turn)``         a district has been built in the city of ``seat``
    ``on_turn_end(match, turn)``            the turn ends; districts first, then its own character
    ``on_round_end(match)``                 all ranks have been called; may return a frame
    ``on_destroyed(match, seat)``           this district has been destroyed in the city of ``seat``
Adjustments (each handler gets the value so far and returns the new one)
    ``adjust_plays(match, plays, seat, rank)``   whether the character of a rank takes its turn
    ``adjust_gold(match, gold, seat)``      how much gold gathering gives
    ``adjust_drawn(match, drawn, seat)``    how many cards gathering draws
    ``adjust_kept(match, kept, seat, drawn)``    how many of them are kept
    ``adjust_price(price, district, card_set)`` what a builder pays; depends on nothing else
    ``adjust_barred(match, barred, seat, turn)`` the districts that may not be built again
    ``adjust_may_build(match, allowed, seat)``   whether this district itself may be built
    ``adjust_may_end(match, allowed, turn)``     whether the character's turn may end
    ``adjust_income(match, count, seat)``   how many districts an income ability counts
    ``adjust_protected(match, safe)``       the seats whose cities rank 8 may not touch
    ``adjust_target(match, allowed, victim, district)``   whether rank 8 may touch a district
    ``adjust_surcharge(match, gold, victim)``    what rank 8 pays the bank besides
Offers (handlers append to ``out``)
    ``offer_actions(match, turn, out)``     acts of a turn; a character is asked as long as its
                                            ability is unused
    ``offer_payments(match, build, out)``   other ways to pay for a district than gold
Scoring
    ``score(match, seat, city)``            points of a district at the end; see ``FinalCity``
"""

from __future__ import annotations

from typing import ClassVar

from engine.citadels.names import BEAUTIFIED, FIRST_UNIQUE, NUMBER_OF, RANK_OF


class Card:
    """The base of characters and unique districts."""

    name: ClassVar[str]


class Character(Card):
    """A character.

    ``gem`` is the type of district that pays it income, ``pays`` in what; ``limit`` is the number
    of districts it may build a turn, ``uncounted`` the type that does not count towards it;
    ``builds`` is true if it builds at all, ``gathers_first`` if it can do nothing before gathering.
    """

    gem: ClassVar[int | None] = None
    pays: ClassVar[str] = "gold"
    limit: ClassVar[int] = 1
    uncounted: ClassVar[int | None] = None
    builds: ClassVar[bool] = True
    gathers_first: ClassVar[bool] = False

    def __init__(self) -> None:
        self.rank = RANK_OF[self.name]
        self.bit = 1 << self.rank


class District(Card):
    """A unique district.

    ``cost`` is ``None`` for one that cannot be built; ``size`` is the number of districts it counts
    as towards a completed city; ``counts`` is true if building it uses the limit, ``counts_as_any``
    if it is scored as whichever type is best; ``points_in_hand`` is its value unbuilt.
    """

    cost: ClassVar[int | None]
    size: ClassVar[int] = 1
    counts: ClassVar[bool] = True
    counts_as_any: ClassVar[bool] = False
    points_in_hand: ClassVar[int] = 0

    def __init__(self) -> None:
        self.number = NUMBER_OF[self.name]
        self.bit = 1 << self.number - FIRST_UNIQUE

    def is_it(self, district: int) -> bool:
        """True if a district of a city is this card, beautified or not."""
        return district % BEAUTIFIED == self.number

    def number_in(self, city: bytes) -> int:
        """Return its number in a city that has it: with or without a coin."""
        return self.number if self.number in city else self.number + BEAUTIFIED
