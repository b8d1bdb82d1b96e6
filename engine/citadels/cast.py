"""The cast: the cards of one match, fixed at its start, and all that can be looked up once for
them.

Casts are made once per combination and shared by all matches and copies; nothing in them
changes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.citadels.drafts import discard_sizes, order
from engine.citadels.names import (
    BASIC,
    BEAUTIFIED,
    DISTRICTS,
    NUMBER_OF,
    RANK_OF,
    TYPES,
    UNIQUE,
)
from engine.kernel.frames import Choice
from engine.kernel.hooks import Listeners, bound

if TYPE_CHECKING:
    from engine.citadels.cards import Character, District

UNPAYABLE = 99
"""The price of what cannot be built."""


class Hook:
    """Who listens to one hook: the characters of the cast by rank, and the unique districts of the
    match.
    """

    __slots__ = ("by_rank", "characters", "districts", "mask")

    def __init__(self, characters: Listeners, districts: Listeners) -> None:
        self.characters = characters
        self.districts = districts
        self.mask = districts.mask
        heard = dict(characters.handlers)
        self.by_rank = tuple(heard.get(1 << rank) for rank in range(10))


class Named(Choice):
    """A choice that names a character."""

    __slots__ = ("character", "rank")

    def __init__(self, verb: str, character: str) -> None:
        super().__init__(f"{verb}:{character}")
        self.character = character
        self.rank = RANK_OF[character]

    def details(self) -> dict[str, object]:
        return {"character": self.character, "rank": self.rank}


@cache
def named(verb: str, character: str) -> Named:
    """The one choice of a verb for a character."""
    return Named(verb, character)


class Cast:
    """Static tables of a match.

    By rank: ``characters`` (``None`` where the rank is not used), ``gems`` (type that pays income,
    or -1), ``paying`` (bit set of the districts that may pay it), ``limits`` (districts a turn).
    By number of a district, beautified ones included: ``cost``, ``type_of``. By type:
    ``type_mask``, the bit set of its districts. ``orders[crown]`` is the order of the draft.
    """

    __slots__ = (
        "adjust_barred", "adjust_income", "adjust_kept", "adjust_plays", "adjust_price",
        "adjust_raid", "adjust_target", "all_ranks", "characters", "cost", "discard_choices",
        "discard_sizes", "districts", "gems", "goal", "keep_choices", "limits", "offer_actions",
        "offer_payments", "on_marked_revealed", "on_revealed", "on_round_end", "orders",
        "paying", "price", "rank_bytes", "rank_names", "ranks", "score", "seats", "type_mask",
        "type_of",
    )  # fmt: skip

    def __init__(
        self,
        seats: int,
        goal: int,
        characters: tuple[Character, ...],
        districts: tuple[District, ...],
    ) -> None:
        self.seats = seats
        self.goal = goal
        by_rank: list[Character | None] = [None] * 10
        for character in characters:
            by_rank[character.rank] = character
        self.characters = tuple(by_rank)
        self.ranks = bytes(sorted(character.rank for character in characters))
        self.all_ranks = sum(1 << rank for rank in self.ranks)
        self.districts = districts
        self.orders = tuple(order(seats, len(characters), crown) for crown in range(seats))
        self.discard_sizes = discard_sizes(seats, len(characters))
        self._tables()
        self.on_revealed = self._hook("on_revealed")
        self.on_marked_revealed = self._hook("on_marked_revealed")
        self.on_round_end = self._hook("on_round_end")
        self.adjust_plays = self._hook("adjust_plays")
        self.adjust_kept = self._hook("adjust_kept")
        self.adjust_price = self._hook("adjust_price")
        self.adjust_barred = self._hook("adjust_barred")
        self.adjust_income = self._hook("adjust_income")
        self.adjust_raid = self._hook("adjust_raid")
        self.adjust_target = self._hook("adjust_target")
        self.offer_actions = self._hook("offer_actions")
        self.offer_payments = self._hook("offer_payments")
        self.score = self._hook("score")
        self._by_rank()
        self.keep_choices: dict[int, tuple[Named, ...]] = {}
        self.discard_choices: dict[int, tuple[Named, ...]] = {}
        self.rank_bytes: dict[int, bytes] = {}
        self.rank_names: dict[int, tuple[str, ...]] = {}

    def _tables(self) -> None:
        costs = [UNPAYABLE] * BEAUTIFIED
        types = [UNIQUE] * BEAUTIFIED
        for number, (_, kind, cost, _) in enumerate(BASIC):
            costs[number] = cost
            types[number] = kind
        for district in self.districts:
            costs[district.number] = district.cost
        self.price = bytes(costs)
        self.cost = bytes(costs + [cost + 1 for cost in costs])
        self.type_of = bytes(types + types)
        self.type_mask = tuple(
            sum(1 << number for number in range(len(DISTRICTS)) if types[number] == kind)
            for kind in range(len(TYPES))
        )

    def _by_rank(self) -> None:
        gems = [-1 if c is None or c.gem is None else c.gem for c in self.characters]
        also = self.adjust_income.districts.mask
        self.gems = tuple(gems)
        self.limits = tuple(0 if c is None else c.limit for c in self.characters)
        self.paying = tuple(0 if gem < 0 else self.type_mask[gem] | also for gem in gems)

    def _hook(self, name: str) -> Hook:
        return Hook(
            bound(name, [(1 << c.rank, c) for c in self.characters if c is not None]),
            bound(name, [(1 << d.number, d) for d in self.districts]),
        )

    def character(self, rank: int) -> Character:
        """The character of a rank that is in the cast."""
        character = self.characters[rank]
        assert character is not None
        return character

    def naming(self, verb: str, ranks: int) -> tuple[Named, ...]:
        """The shared choices of ``verb`` for a bit set of ranks, lowest first."""
        return tuple([named(verb, name) for name in self.names_in(ranks)])

    def ranks_in(self, ranks: int) -> bytes:
        """The ranks of a bit set, lowest first."""
        found = self.rank_bytes.get(ranks)
        if found is None:
            found = bytes([rank for rank in self.ranks if ranks >> rank & 1])
            self.rank_bytes[ranks] = found
        return found

    def names_in(self, ranks: int) -> tuple[str, ...]:
        """The characters of a bit set of ranks, lowest first."""
        found = self.rank_names.get(ranks)
        if found is None:
            found = tuple([self.character(rank).name for rank in self.ranks_in(ranks)])
            self.rank_names[ranks] = found
        return found

    def keeping(self, ranks: int) -> tuple[Named, ...]:
        """What may be kept of the draft cards in hand."""
        choices = self.keep_choices.get(ranks)
        if choices is None:
            choices = self.keep_choices[ranks] = self.naming("keep", ranks)
        return choices

    def discarding(self, ranks: int) -> tuple[Named, ...]:
        """What may be discarded of the draft cards in hand (2 players)."""
        choices = self.discard_choices.get(ranks)
        if choices is None:
            choices = self.discard_choices[ranks] = self.naming("discard", ranks)
        return choices


def deck_of(cast: Cast) -> bytes:
    """The district cards of a match, unshuffled: 54 basic ones and the unique ones (rules 4)."""
    basic = b"".join(bytes((number,)) * copies for number, (*_, copies) in enumerate(BASIC))
    return basic + bytes(NUMBER_OF[district.name] for district in cast.districts)
