"""The card set: the cards of one match, fixed at its start, and everything that can be looked up
once for them.

Card sets are created once per combination and shared by all matches and copies. They never change.
"""

from __future__ import annotations

from math import prod
from typing import Final

from engine.citadels.cards import Character, District
from engine.citadels.draft_schedule import discard_sizes, order
from engine.citadels.frames import ABILITY, INCOME
from engine.citadels.hooks import Handler, Hook, Hooks, find_listeners
from engine.citadels.names import (
    BASIC,
    BEAUTIFIED,
    CROWN_RANK,
    FIRST_UNIQUE,
    UNIQUE,
)
from engine.citadels.terms import Terms
from tablekernel.frames import Choice
from tablekernel.rng import unfold

HASTY: Final = 1 << 7
"""The mark of a character that must gather first. It is printed; others are laid (``state.py``)."""

UNPAYABLE: Final = 99
"""The price of a district that cannot be built."""

BEYOND: Final = 255
"""A card that cannot be paid."""

ANY: Final = bytes(range(256))
"""The table that leaves every card as it is."""

CARD_SETS: Final = 500
"""The maximum number of cached card sets. Those of surprise presets are nearly all different, so
without a limit a process would grow forever.
"""

DEAR: Final = 8
"""More than any district costs, so that a player with this much gold can pay each."""


class PriceList:
    """The prices of districts for a builder whose city has certain districts.

    ``prices`` is by number. ``within[gold]`` is a table to translate cards with: those that this
    much gold, or ``DEAR``, cannot pay and that offer no other payment become ``BEYOND``.
    """

    __slots__ = ("prices", "within")

    def __init__(self, prices: bytes, deck: bytes, self_paying: bytes) -> None:
        self.prices = prices
        paid = set(deck) - set(self_paying)
        self.within = tuple([self._table(paid, gold) for gold in range(DEAR + 1)])

    def _table(self, paid: set[int], gold: int) -> bytes:
        table = bytearray(ANY)
        for number in paid:
            if self.prices[number] > gold:
                table[number] = BEYOND
        return bytes(table)


class Role:
    """A rank in a match.

    ``gem`` is the type that pays income, or -1; ``pays`` in what; ``idle`` the districts that pay
    none, or ``None`` without a gem; ``limit`` the number of districts a turn, ``uncounted`` the
    districts beyond it, ``counted`` all others. ``acts``, ``may_end`` and ``revealed`` are the
    character's handlers, ``ways_to_build`` true if it affects building. ``uses`` is the value of
    ``Turn.used`` when all its abilities are used, ``at_work`` the districts with actions.
    """

    __slots__ = (
        "acts", "at_work", "counted", "gem", "idle", "limit", "may_end", "pays", "revealed",
        "uncounted", "uses", "ways_to_build",
    )  # fmt: skip

    def __init__(self, card_set: CardSet, rank: int) -> None:
        character = card_set.characters[rank]
        self.gem = -1 if character is None or character.gem is None else character.gem
        self.pays = "" if character is None else character.pays
        self.limit = 0 if character is None else character.limit
        self.idle = find_idle(card_set, self.gem) if self.gem >= 0 else None
        self.uncounted = find_uncounted(card_set, character)
        self.counted = bytes([n for n in range(BEAUTIFIED) if n not in self.uncounted])
        self.acts: Handler | None = card_set.offer_actions.by_rank[rank]
        self.at_work = card_set.offer_actions.mask
        self.uses = (INCOME if self.gem >= 0 else 0) | (0 if self.acts is None else ABILITY)
        self.may_end: Handler | None = card_set.adjust_may_end.by_rank[rank]
        self.revealed: Handler | None = card_set.on_revealed.by_rank[rank]
        self.ways_to_build = (
            card_set.offer_payments.by_rank[rank] is not None
            or card_set.adjust_barred.by_rank[rank] is not None
        )


def find_idle(card_set: CardSet, gem: int) -> bytes:
    """Return the districts of a city, beautified or not, that pay no income for this gem."""
    also = card_set.adjust_income.numbers
    return bytes(
        [n for n, kind in enumerate(card_set.type_of) if kind != gem and n % BEAUTIFIED not in also]
    )


def find_uncounted(card_set: CardSet, character: Character | None) -> bytes:
    """Return the districts that do not count towards a character's limit."""
    if character is None or not character.builds:
        return b""
    own = [d.number for d in card_set.districts if not d.counts]
    kind = character.uncounted
    return bytes(own + [n for n in range(FIRST_UNIQUE) if card_set.type_of[n] == kind])


class CardSet(Hooks):
    """The static tables of a match.

    By rank: ``characters`` (``None`` for unused ranks), ``roles``. By number of a district,
    beautified ones included: ``cost``, ``type_of``. ``orders[crown]`` is the order of the draft,
    ``deck`` all district cards, unshuffled: 54 basic ones and the unique ones (rules 4).
    ``terms`` are those of the version and edition. ``builders`` are the districts of a city that
    affect what its owner builds, as bits, and
    ``raided`` those that affect rank 8's ability on the city; ``uncertain`` those, by number, that
    affect their own building.
    """

    def __init__(
        self,
        seats: int,
        goal: int,
        characters: tuple[Character, ...],
        districts: tuple[District, ...],
        terms: Terms,
    ) -> None:
        self.seats = seats
        self.goal = goal
        self.terms = terms
        by_rank: list[Character | None] = [None] * 10
        for character in characters:
            by_rank[character.rank] = character
        self.characters = tuple(by_rank)
        self.ranks = bytes(sorted(character.rank for character in characters))
        self.later_ranks = tuple([self.ranks[called:] for called in range(len(self.ranks) + 1)])
        self.all_ranks = sum(1 << rank for rank in self.ranks)
        self.districts = districts
        self.names = tuple(character.name for character in characters)
        self.unique_names = tuple(district.name for district in districts)
        self.orders = tuple(order(seats, len(characters), crown) for crown in range(seats))
        self.discard_sizes = discard_sizes(seats, len(characters))
        self.discard_count = prod(self.discard_sizes)
        self._tables()
        Hooks.__init__(self, self._find_listeners)
        self.marks = [HASTY if c is not None and c.gathers_first else 0 for c in self.characters]
        self.roles = tuple([Role(self, rank) for rank in range(10)])
        self.builders = self.adjust_barred.mask | self.adjust_price.mask | self.offer_payments.mask
        self.uncertain = self.offer_payments.numbers + self.adjust_may_build.numbers
        basic = b"".join(bytes((number,)) * copies for number, (*_, copies) in enumerate(BASIC))
        self.larger = tuple((d.bit, d.size - 1) for d in districts if d.size > 1)
        self.deck = basic + b"".join(bytes((d.number,)) * d.copies for d in districts)
        self.keep_choices: dict[int, tuple[Choice, ...]] = {}
        self.discards: dict[int, tuple[int, int]] = {}
        self.rank_8_districts = self.adjust_target.mask | self.adjust_surcharge.mask
        self.price_lists: dict[int, PriceList] = {}
        self.price_list = self.prices_with(0)
        self.rank_bytes: dict[int, bytes] = {}
        self.rank_names: dict[int, tuple[str, ...]] = {}

    def _tables(self) -> None:
        costs = [UNPAYABLE] * BEAUTIFIED
        types = [UNIQUE] * BEAUTIFIED
        for number, (_, kind, cost, _) in enumerate(BASIC):
            costs[number] = cost
            types[number] = kind
        for district in self.districts:
            costs[district.number] = UNPAYABLE if district.cost is None else district.cost
        self.price = bytes(costs)
        self.cost = bytes(costs + [cost + 1 for cost in costs])
        self.type_of = bytes(types + types)

    def _find_listeners(self, hook: str, parameters: str, cards: str, summary: str) -> Hook:
        characters = [(c.bit, c) for c in self.characters if c is not None]
        return find_listeners(hook, characters, [(d.bit, d) for d in self.districts])

    def character(self, rank: int) -> Character:
        """Return the character of a rank that is in the card set."""
        character = self.characters[rank]
        assert character is not None
        return character

    def ranks_in(self, ranks: int) -> bytes:
        """Return the ranks of a bit set, lowest first."""
        found = self.rank_bytes.get(ranks)
        if found is None:
            found = bytes([rank for rank in self.ranks if ranks >> rank & 1])
            self.rank_bytes[ranks] = found
        return found

    def names_in(self, ranks: int) -> tuple[str, ...]:
        """Return the characters of a bit set of ranks, lowest first."""
        found = self.rank_names.get(ranks)
        if found is None:
            found = tuple([self.character(rank).name for rank in self.ranks_in(ranks)])
            self.rank_names[ranks] = found
        return found

    def prices_with(self, owned: int) -> PriceList:
        """Return the price list for those districts of a city that adjust prices."""
        found = self.price_lists.get(owned)
        if found is None:
            prices = list(self.price)
            for bit, handler in self.adjust_price.districts.handlers:
                if owned & bit:
                    prices = [handler(price, number, self) for number, price in enumerate(prices)]
            found = PriceList(bytes(prices), self.deck, self.offer_payments.numbers)
            self.price_lists[owned] = found
        return found

    def decode_discards(self, picks: int) -> tuple[int, int]:
        """Return the face-up ranks, and the face-down one, for a random number. Rank 4 is never
        face up (R-09), but may be face down (R-10).
        """
        found = self.discards.get(picks)
        if found is None:
            packet = self.all_ranks
            places = unfold(picks, self.discard_sizes)
            for place in places[:-1]:
                packet &= ~(1 << self.ranks_in(packet & ~(1 << CROWN_RANK))[place])
            aside = 1 << self.ranks_in(packet)[places[-1]]
            found = self.discards[picks] = (self.all_ranks & ~packet, aside)
        return found
