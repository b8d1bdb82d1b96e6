"""The state of a match: plain data with a hand-written copy, and the few methods that change more
than one field.

Data of seats is in parallel lists (``gold[seat]``, ``hand[seat]``, ...), which copy and store
faster than objects. Hands, cities and the deck are ``bytes`` of district numbers; sets of districts
or ranks are ints used as bit sets.
"""

from __future__ import annotations

from typing import Any, Final

from engine.citadels.card_set import HASTY, CardSet
from engine.citadels.frames import Turn
from engine.citadels.names import BEAUTIFIED, FIRST_UNIQUE, NOBODY, ONE, district_name
from tablekernel.state import State

KILLED: Final = 1 << 0
ROBBED: Final = 1 << 1
BEWITCHED: Final = 1 << 2
WARRANT: Final = 1 << 3
SIGNED: Final = 1 << 4
THREAT: Final = 1 << 5
FLOWER: Final = 1 << 6
"""Marks on character cards, as bits of ``Match.marks[rank]``. ``SIGNED`` and ``FLOWER`` are the
hidden faces of a ``WARRANT`` and a ``THREAT``.
"""

GATHER_FIRST: Final = BEWITCHED | THREAT | HASTY
"""A character with one of these marks can do nothing before gathering (rules 6.2)."""

UNKNOWN = BEAUTIFIED - 1
"""The number of a district card with an unknown face, in an observed state."""


def bits(districts: bytes) -> int:
    """Return the bit set of the unique districts among some, by which hooks are looked up."""
    found = 0
    for district in districts:
        number = district % BEAUTIFIED
        if number >= FIRST_UNIQUE:
            found |= 1 << number - FIRST_UNIQUE
    return found


BIT: Final = tuple([bits(ONE[number]) for number in range(256)])
"""``BIT[district]`` is the bit of a district, 0 if it is not unique."""


class Match(State):
    """One play of Citadels.

    ``holders[rank]``   seat that holds the rank's character this round, or ``NOBODY``
    ``marks[rank]``     marks on the rank's character (``KILLED``, ``ROBBED``, ...)
    ``shown``           bit set of the ranks revealed this round
    ``face_up``         bit set of the ranks discarded face up this round
    ``seen[seat]``      the sets of ranks that seat chose from in this round's draft, in order
                        (rules 5.7)
    ``dropped[seat]``   bit set of the ranks that seat discarded in this round's draft
    ``owned[seat]``     bit set of the unique districts in the city; kept by ``city_add`` and
                        ``city_remove`` alone
    ``memory``          what a card must remember beyond a turn, under its name: an int or bytes
    ``completed``       seats in the order in which their cities were completed (rules 7.5)
    """

    __slots__ = (
        "card_set", "city", "completed", "crown", "deck", "dropped", "face_up", "gold", "hand",
        "holders", "marks", "memory", "owned", "round", "seen", "shown",
    )  # fmt: skip

    def __new__(cls, card_set: CardSet, seed: bytes) -> Match:
        """Return a match without its initial values, which a copy replaces by its own."""
        return super().__new__(cls)

    def __init__(self, card_set: CardSet, seed: bytes) -> None:
        super().__init__(seed)
        seats = card_set.seats
        self.card_set = card_set
        self.round = 0
        self.crown = 0
        self.deck = b""
        self.gold = [0] * seats
        self.hand = [b""] * seats
        self.city = [b""] * seats
        self.owned = [0] * seats
        self.completed: list[int] = []
        self.memory: dict[str, int | bytes] = {}
        self.holders = [NOBODY] * 10
        self.marks = card_set.marks[:]
        self.shown = 0
        self.face_up = 0
        self.seen: list[tuple[int, ...]] = [()] * seats
        self.dropped = [0] * seats

    def copy(self) -> Match:
        """Return a match that shares nothing mutable with this one and collects no events."""
        new = Match.__new__(Match, self.card_set, self.seed)
        new.seed = self.seed
        new.draws = self.draws
        new.events = None
        new.chance = None
        new.stack = [frame.copy() for frame in self.stack]
        new.card_set = self.card_set
        new.round = self.round
        new.crown = self.crown
        new.deck = self.deck
        new.gold = self.gold[:]
        new.hand = self.hand[:]
        new.city = self.city[:]
        new.owned = self.owned[:]
        new.completed = self.completed[:]
        new.memory = self.memory.copy()
        new.holders = self.holders[:]
        new.marks = self.marks[:]
        new.shown = self.shown
        new.face_up = self.face_up
        new.seen = self.seen[:]
        new.dropped = self.dropped[:]
        return new

    def ranks_of(self, seat: int) -> list[int]:
        """Return the ranks of the character cards of this seat, lowest first."""
        return [rank for rank, holder in enumerate(self.holders) if holder == seat]

    @property
    def turn(self) -> Turn:
        """The turn that the frames on top of the stack belong to. Fails between turns."""
        frames: list[Any] = self.stack
        place = -1
        while not frames[place].is_turn:
            place -= 1
        turn: Turn = frames[place]
        return turn

    def player(self, rank: int) -> int:
        """Return the seat that acts as a rank's character: its holder, or the seat that bewitched
        it (rules 8).
        """
        return self.holders[1 if self.marks[rank] & BEWITCHED else rank]

    def neighbors(self, seat: int) -> tuple[int, int]:
        """Return the seats to the left and to the right."""
        seats = self.card_set.seats
        return (seat + 1) % seats, (seat - 1) % seats

    # -- cards

    def draw_cards(self, count: int) -> bytes:
        """Take up to ``count`` cards from the top of the deck, as many as there are (R-54)."""
        cards = self.deck[:count]
        self.deck = self.deck[count:]
        return cards

    def hand_add(self, seat: int, cards: bytes) -> None:
        self.hand[seat] += cards

    def hand_remove(self, seat: int, card: int) -> None:
        """Take one copy of ``card`` out of the hand."""
        self.hand[seat] = self.hand[seat].replace(ONE[card], b"", 1)

    def cards_gain(self, seat: int, count: int, reason: str) -> None:
        """Draw ``count`` cards into the hand (rules 1, "gain cards"): their number is public, their
        faces are not.
        """
        cards = self.draw_cards(count)
        self.hand_add(seat, cards)
        if self.events is not None:
            self.tell(
                "cards_gained",
                {"seat": seat, "count": len(cards), "reason": reason},
                {seat: {"cards": [district_name(card) for card in cards]}},
            )

    def gold_gain(self, seat: int, amount: int, reason: str) -> None:
        """Take gold from the bank, which never runs out (rules 2.5)."""
        self.gold[seat] += amount
        if self.events is not None:
            self.tell("gold_gained", {"seat": seat, "gold": amount, "reason": reason})

    # -- cities

    def city_add(self, seat: int, district: int) -> None:
        """Put a district into a city, and note when that completes it (rules 7.5, R-52)."""
        card_set = self.card_set
        city = self.city[seat] = self.city[seat] + ONE[district]
        self.owned[seat] |= BIT[district]
        size = self.size(seat) if card_set.larger else len(city)
        if size >= card_set.goal and seat not in self.completed:
            self.completed.append(seat)
            if self.events is not None:
                self.tell("city_completed", {"seat": seat, "first": len(self.completed) == 1})

    def size(self, seat: int) -> int:
        """Return how many districts the city counts towards completion (rules 1, city size
        count).
        """
        size = len(self.city[seat])
        for bit, extra in self.card_set.larger:
            if self.owned[seat] & bit:
                size += extra
        return size

    def city_remove(self, seat: int, district: int) -> None:
        """Take one district out of a city. The caller decides where it goes."""
        city = self.city[seat].replace(ONE[district], b"", 1)
        self.city[seat] = city
        self.owned[seat] = bits(city)

    def destroy(self, seat: int, district: int) -> None:
        """Remove a district and put it under the deck; a coin on it goes to the bank (rules 1,
        R-45).
        """
        self.city_remove(seat, district)
        self.deck += ONE[district % BEAUTIFIED]
        hook = self.card_set.on_destroyed
        if district % BEAUTIFIED in hook.numbers:
            for bit, handler in hook.districts.handlers:
                if bit & BIT[district]:
                    handler(self, seat)

    # -- the crown

    def crown_give(self, seat: int) -> None:
        self.crown = seat
        if self.events is not None:
            self.tell("crown_moved", {"seat": seat})
