"""Finds the cards: each is a module of a package, with the class of the same name.

A card is known by its number or rank in stored matches, so neither may change once a version of the
rules is published: ``pools.py`` has those of all published cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from inspect import signature
from pkgutil import iter_modules
from types import NoneType
from typing import Any, TypeVar

from engine.citadels.cards import Card, CardError, Character, District
from engine.citadels.hooks import ANY_CARD, CHARACTERS, DECLARED, DISTRICTS
from engine.citadels.names import DISTRICT_NAMES, NUMBER_OF, RANK_OF
from engine.citadels.pools import CHARACTER_RANKS, DISTRICT_NUMBERS

C = TypeVar("C", bound=Card)

ANNOTATED = ("name", "title", "text", "rank", "number", "cost")
"""What every card has to say; the base classes only declare it."""

POOLS = "engine/citadels/pools.py"


def find_characters(package: str, folders: Iterable[str]) -> dict[str, Character]:
    """Return the characters of a package by name, those of low ranks first, and register their
    ranks. Raises CardError.
    """
    order = [*CHARACTER_RANKS]
    found = find_cards(package, folders, Character)
    check_published(
        package, {name: card.rank for name, card in found.items()}, CHARACTER_RANKS, "rank"
    )
    for name, card in found.items():
        check_name(package, name)
        RANK_OF[name] = card.rank
    last = len(order)
    place = {name: order.index(name) if name in CHARACTER_RANKS else last for name in found}
    names = sorted(found, key=lambda name: (found[name].rank, place[name], name))
    return {name: found[name] for name in names}


def find_districts(package: str, folders: Iterable[str]) -> dict[str, District]:
    """Return the unique districts of a package by name, those of low numbers first, and register
    their numbers. Raises CardError.
    """
    found = find_cards(package, folders, District)
    numbers = {name: card.number for name, card in found.items()}
    check_published(package, numbers, DISTRICT_NUMBERS, "number")
    for name, number in numbers.items():
        if DISTRICT_NAMES[number]:
            other = path_of(package, DISTRICT_NAMES[number])
            raise CardError(f"{path_of(package, name)} and {other} have the same number, {number}.")
        check_name(package, name)
        NUMBER_OF[name] = number
        DISTRICT_NAMES[number] = name
    return {name: found[name] for name in sorted(found, key=numbers.__getitem__)}


def find_cards(package: str, folders: Iterable[str], base: type[C]) -> dict[str, C]:
    """Import every module of a package that does not begin with an underscore, and return the card
    of each by name. Raises CardError.
    """
    names = sorted(module.name for module in iter_modules(folders))
    return {name: load_card(package, name, base) for name in names if not name.startswith("_")}


def load_card(package: str, name: str, base: type[C]) -> C:
    """Return the card of a module: the instance that it has, or a new one. Raises CardError."""
    where = path_of(package, name)
    try:
        module = import_module(f"{package}.{name}")
        class_name = name.title().replace("_", "")
        cls = getattr(module, class_name, None)
        if not (isinstance(cls, type) and issubclass(cls, base)):
            raise CardError(f"it has no class {class_name} that is a {base.__name__}")
        check_data(cls, name)
        check_members(cls, base)
        own = [value for value in vars(module).values() if type(value) is cls]
        return own[0] if own else cls()
    except CardError as error:
        raise CardError(f"{where}: {error}.") from None


def check_data(cls: type[Card], name: str) -> None:
    """Raise CardError if a card lacks what every card has, or has it in another type."""
    required: dict[str, Any] = {"name": str, "title": str, "text": str}
    if issubclass(cls, Character):
        required["rank"] = int
    else:
        required |= {"number": int, "cost": (int, NoneType)}
    for attribute, types in required.items():
        if not hasattr(cls, attribute):
            raise CardError(f"{cls.__name__} has no {attribute}")
        if not isinstance(getattr(cls, attribute), types):
            raise CardError(f"the {attribute} cannot be {getattr(cls, attribute)!r}")
    if cls.name != name:
        raise CardError(f"the name is {cls.name!r}, and that of the file {name!r}")


def check_members(cls: type[Card], base: type[Card]) -> None:
    """Raise CardError for an attribute or a method that cards of this kind do not have: it would do
    nothing.
    """
    kind = CHARACTERS if issubclass(cls, Character) else DISTRICTS
    hooks = {name: hook for name, hook in DECLARED.items() if hook.cards in (kind, ANY_CARD)}
    for name, member in vars(cls).items():
        if name.startswith("_") or hasattr(base, name) or name in ANNOTATED:
            continue
        if name in DECLARED and name not in hooks:
            raise CardError(f"{name} is a hook of {DECLARED[name].cards} only")
        if name not in hooks:
            known = [*hooks, *[known for known in dir(base) if not known.startswith("_")]]
            near = get_close_matches(name, known, 1, 0.0)[0]
            raise CardError(f"cards have no {name}; the nearest is {near}")
        expected = ("self", *hooks[name].parameters)
        if tuple(signature(member).parameters) != expected:
            raise CardError(f"the parameters of {name} are ({', '.join(expected)})")


def check_published(
    package: str, found: Mapping[str, int], published: Mapping[str, int], what: str
) -> None:
    """Raise CardError if a published card is missing, or has another number or rank, or if its
    number has another card.
    """
    for name, number in published.items():
        if name not in found:
            raise CardError(f"{path_of(package, name)} is missing. {POOLS} has this card.")
        if found[name] != number:
            raise CardError(
                f"{path_of(package, name)} has the {what} {found[name]}. {POOLS} has {number}, "
                "which never changes."
            )


def check_name(package: str, name: str) -> None:
    """Raise CardError if a card of the other kind has this name, or a basic district."""
    if name in RANK_OF or name in NUMBER_OF:
        other = "characters" if name in RANK_OF else "districts"
        raise CardError(
            f"{path_of(package, name)} has the name of another card: look in the {other}."
        )


def path_of(package: str, name: str) -> str:
    """Return the path of the module of a card, for people."""
    return f"{package.replace('.', '/')}/{name}.py"
