"""Kinds of choices that several cards use, and tables of them: each choice is created once."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

from engine.citadels.acts import Act
from engine.citadels.names import BEAUTIFIED, NUMBER_OF, RANK_OF, district_name
from tablekernel.choice_table import ChoiceTable
from tablekernel.frames import Choice

MAX_SEATS: Final = 8

SHORT: Final = 3
MOST_LISTS: Final = 4000
"""The maximum length of cached lists, and their maximum number for a verb."""


def district_details(district: int) -> dict[str, Any]:
    """Return a district for clients."""
    if district >= BEAUTIFIED:
        return {"district": district_name(district - BEAUTIFIED), "beautified": True}
    return {"district": district_name(district)}


class CharacterChoice(Act):
    """A choice of a character."""

    def __init__(self, verb: str, character: str) -> None:
        super().__init__(f"{verb}:{character}")
        self.character = character
        self.rank = RANK_OF[character]
        self.bit = 1 << self.rank

    def details(self) -> dict[str, Any]:
        return {"character": self.character, "rank": self.rank}


class DistrictChoice(Act):
    """A choice of a district card."""

    def __init__(self, verb: str, district: int) -> None:
        super().__init__(f"{verb}:{district_name(district)}")
        self.district = district

    def details(self) -> dict[str, Any]:
        return district_details(self.district)


class SeatChoice(Act):
    """A choice of a player."""

    def __init__(self, verb: str, seat: int) -> None:
        super().__init__(f"{verb}:{seat}")
        self.seat = seat

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat}


class CityChoice(Act):
    """A choice of a district in a city."""

    def __init__(self, verb: str, seat: int, district: int) -> None:
        super().__init__(f"{verb}:{seat}:{district_name(district)}")
        self.seat = seat
        self.district = district

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat, **district_details(self.district)}


D = TypeVar("D", bound=DistrictChoice)
S = TypeVar("S", bound=SeatChoice)
C = TypeVar("C", bound=CityChoice)


class EachDistrict(Generic[D]):
    """The choices of one verb for every district card, by number, with cached short lists of
    them.
    """

    __slots__ = ("choices", "lists")

    def __init__(self, choices: ChoiceTable[int, D]) -> None:
        self.choices = choices
        self.lists: dict[bytes, tuple[D, ...]] = {}

    def among(self, cards: bytes) -> tuple[D, ...]:
        """Return the choices for some cards, in their order, without repetitions."""
        found = self.lists.get(cards)
        if found is None:
            found = tuple([self.choices[card] for card in dict.fromkeys(cards)])
            if len(cards) <= SHORT:
                if len(self.lists) >= MOST_LISTS:
                    self.lists.clear()
                self.lists[cards] = found
        return found


def each_district(verb: str, cls: type[D]) -> EachDistrict[D]:
    """Return the choices of ``verb`` for every district card."""
    return EachDistrict(ChoiceTable(list_cards, lambda number: cls(verb, number)))


def each_own_district(verb: str, cls: type[D]) -> ChoiceTable[int, D]:
    """Return the choices of ``verb`` for every district that may be in a city."""
    return ChoiceTable(list_districts, lambda number: cls(verb, number))


def each_seat(verb: str, cls: type[S]) -> tuple[S, ...]:
    """Return the choices of ``verb`` for every seat."""
    return tuple(cls(verb, seat) for seat in range(MAX_SEATS))


def each_city(verb: str, cls: type[C]) -> tuple[ChoiceTable[int, C], ...]:
    """Return the choices of ``verb`` for every seat and every district that may be in its city."""
    return tuple(choices_of_city(verb, cls, seat) for seat in range(MAX_SEATS))


def choices_of_city(verb: str, cls: type[C], seat: int) -> ChoiceTable[int, C]:
    """Return the choices of ``verb`` for every district that may be in the city of a seat."""
    return ChoiceTable(list_districts, lambda number: cls(verb, seat, number))


def list_cards() -> list[int]:
    """Return the numbers of all district cards."""
    return [*NUMBER_OF.values()]


def list_districts() -> list[int]:
    """Return the numbers of all districts in a city, the beautified ones last."""
    return [*NUMBER_OF.values(), *[number + BEAUTIFIED for number in NUMBER_OF.values()]]


PASS: Final = Choice("pass")
"""The choice that declines an interrupt."""

STOP: Final = Choice("stop")
"""The choice that ends choosing several things one at a time."""
