"""What a card is: a stateless object, one small file each, that takes part by hooks.

A hook is a method that a card defines or does not define (``hooks.py``). The flow calls it in one
of three ways (``verbs.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.citadels.names import BEAUTIFIED, FIRST_UNIQUE, LAST_UNIQUE, RANKS
from tablekernel.defaults import Policy
from tablekernel.topics import Members, Topic


class CardError(Exception):
    """A card has a name, a number or a rank that it may not have."""


class Card:
    """The base of characters and unique districts.

    ``name`` is the key, and the name of the file. Texts are in English; other languages have them
    in ``engine/citadels/text/``.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    text: ClassVar[str]

    worth: ClassVar[float] = 0.0
    """What bots expect from it: from the ability of a character, in gold and besides its income;
    from a district, in points and besides its cost. Characters with fitted weights
    (``bots/draft.json``) do not need it.
    """

    acts: ClassVar[Mapping[str, Members]] = {}
    """What it offers in a turn: the members of the options of each verb."""

    payments: ClassVar[Mapping[str, Members]] = {}
    """The ways to pay that it offers, in the same form."""

    labels: ClassVar[Mapping[str, str]] = {}
    """Its options as lines of a menu. Keys are as in ``text/en/decisions.py``, as those below."""

    gains: ClassVar[Mapping[str, str]] = {}
    """What is lost if the turn ends without an act."""

    topics: ClassVar[Mapping[str, Topic]] = {}
    """The decisions that only this card asks for."""

    questions: ClassVar[Mapping[str, str]] = {}
    """Those decisions as questions to the player."""

    defaults: ClassVar[Policy] = {}
    """What is played in those decisions for a seat whose time is out."""

    events: ClassVar[Mapping[str, str]] = {}
    """The events that only this card causes, as sentences."""

    quiet: ClassVar[tuple[str, ...]] = ()
    """Those of its events that tell the player nothing new: see ``Rules.quiet``."""

    headlines: ClassVar[tuple[str, ...]] = ()
    """Those of its events that recaps show."""


class Character(Card):
    """A character.

    Stored matches have its ``rank``, which never changes; ``min_seats`` is the smallest number of
    players. ``gem`` is the type of district that pays it income, ``pays`` in what; ``limit`` is the
    number of districts it may build a turn, ``uncounted`` the type that does not count towards it;
    ``builds`` is true if it builds at all, ``gathers_first`` if it can do nothing before gathering.
    """

    rank: ClassVar[int]
    min_seats: ClassVar[int] = 2
    worth: ClassVar[float] = 0.3
    gem: ClassVar[int | None] = None
    brief: ClassVar[str] = ""
    """What it does, in one line of a picture: at most 30 characters."""

    portrait: ClassVar[str] = ""
    """What it wears in pictures, in words: see ``picture/portraits.py``."""

    pays: ClassVar[str] = "gold"
    limit: ClassVar[int] = 1
    uncounted: ClassVar[int | None] = None
    builds: ClassVar[bool] = True
    gathers_first: ClassVar[bool] = False

    def __init__(self) -> None:
        if self.rank not in RANKS:
            raise CardError(f"the rank is {self.rank}; ranks are 1 to {RANKS[-1]}")
        self.bit = 1 << self.rank


class District(Card):
    """A unique district.

    Stored matches have its ``number``, which never changes. ``cost`` is ``None`` for one that
    cannot be built; ``size`` is the number of districts it counts as towards a completed city;
    ``counts`` is true if building it uses the limit, ``counts_as_any`` if it is scored as whichever
    type is best; ``points_in_hand`` is its value unbuilt.
    """

    number: ClassVar[int]
    cost: ClassVar[int | None]
    copies: ClassVar[int] = 1
    worth_a_round: ClassVar[float] = 0.0
    """What bots expect from it in each round that is left."""

    building: ClassVar[str] = ""
    """Its silhouette in pictures: see ``picture/buildings.py``. Without one it is a plain hall."""

    size: ClassVar[int] = 1
    counts: ClassVar[bool] = True
    counts_as_any: ClassVar[bool] = False
    points_in_hand: ClassVar[int] = 0

    def __init__(self) -> None:
        if not FIRST_UNIQUE <= self.number <= LAST_UNIQUE:
            raise CardError(
                f"the number is {self.number}; those of unique districts are {FIRST_UNIQUE} to "
                f"{LAST_UNIQUE}"
            )
        self.bit = 1 << self.number - FIRST_UNIQUE

    def is_it(self, district: int) -> bool:
        """True if a district of a city is this card, beautified or not."""
        return district % BEAUTIFIED == self.number

    def number_in(self, city: bytes) -> int:
        """Return its number in a city that has it: with or without a coin."""
        return self.number if self.number in city else self.number + BEAUTIFIED
