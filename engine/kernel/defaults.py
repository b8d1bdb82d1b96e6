"""The default move: what is played for a seat whose time is out, where a match allows that.

A game writes its policy down as data: for each topic the options it would rather have, the best one
first. The policy is public, so it may not be a function of secrets that others could work back
from: among equals the seed of the match decides, which nobody can foresee and everybody can check
once it is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

from engine.kernel.codec import canonical

Described: TypeAlias = "dict[str, Any]"
"""An option as ``Ruleset.describe`` gives it."""


class Wish(NamedTuple):
    """Options of one verb, or the one with this key; of several those with the least of a
    number.
    """

    wanted: str
    least: str = ""


Policy: TypeAlias = "Mapping[str, tuple[Wish, ...]]"
"""The wishes of a game by topic, the best one first."""


def filter_preferred(wishes: Sequence[Wish], options: Sequence[Described]) -> list[Described]:
    """The options that the first wish admits which admits any; all of them if none does."""
    for wish in wishes:
        found = [o for o in options if wish.wanted in (o["verb"], o["choice"])]
        if found and wish.least:
            least = min(map(by(wish.least), found))
            found = [option for option in found if by(wish.least)(option) == least]
        if found:
            return found
    return list(options)


def by(number: str) -> Callable[[Described], tuple[bool, int]]:
    """The order of options by one of their numbers; what has none is given away last."""
    return lambda option: (option[number] is None, option[number] or 0)


def one_of(options: Sequence[Described], seed: bytes, draws: int) -> str:
    """The key of one of the options: always the same one, which tells nothing about the match.

    The seed is the key of the hash, as it is for draws; the message is longer than theirs, so that
    the two have nothing to do with each other, and no draw is used up.
    """
    keys = [option["choice"] for option in options]
    message = b"default" + draws.to_bytes(8, "big") + canonical(keys)
    number = int.from_bytes(blake2b(message, key=seed, digest_size=16).digest(), "big")
    key: str = keys[number % len(keys)]
    return key
