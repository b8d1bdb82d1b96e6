"""The cast: the cards of one match, fixed at its start, and all that can be looked up once for
them.

Casts are made once per combination and shared by all matches and copies; nothing in them
changes.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

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

    __slots__ = ("characters", "districts")

    def __init__(self, characters: Listeners, districts: Listeners) -> None:
        self.characters = characters
        self.districts = districts


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

    ``characters[rank]`` is the character of a rank (``None`` at 0 and where the rank is not used);
                         ``cost`` and
    ``type_of`` are indexed by the number of a district in a city, beautified ones included;
                ``type_mask[t]`` is the bit set
    of all districts of a type. By rank: ``gems`` (type that pays income, or -1), ``paying``
    (bit set of the districts that may pay it), ``limits`` (districts built a turn).
    """

    __slots__ = (
        "adjust_barred", "adjust_income", "adjust_kept", "adjust_plays", "adjust_price",
        "adjust_raid", "adjust_target", "characters", "cost", "discard_choices", "districts",
        "gems", "goal", "keep_choices", "limits", "offer_actions", "offer_payments", "on_revealed",
        "on_round_end", "paying", "price", "ranks", "score", "seats", "type_mask", "type_of",
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
        self.districts = districts
        self._tables()
        self.on_revealed = self._hook("on_revealed")
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
        return tuple(
            named(verb, self.character(rank).name) for rank in self.ranks if ranks >> rank & 1
        )

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
