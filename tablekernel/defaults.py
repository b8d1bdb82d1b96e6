"""The default move, which is played for a seat whose time is out if the match allows it.

A game states its policy as data: for each topic its preferred options, best first. The policy is
public, so it must not depend on secrets that others could infer. The seed decides among equal
options: nobody can predict it, and everybody can check it after the match.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple, TypeAlias

from tablekernel.codec import canonical

Described: TypeAlias = "dict[str, Any]"
"""An option as ``Rules.describe`` gives it."""


class Wish(NamedTuple):
    """A preference: options of one verb, or the option with this key. Of several, those with the
    smallest value of a number.
    """

    wanted: str
    least: str = ""


Policy: TypeAlias = "Mapping[str, tuple[Wish, ...]]"
"""The preferences of a game by topic, best first."""


def filter_preferred(wishes: Sequence[Wish], options: Sequence[Described]) -> list[Described]:
    """Options matched by the first preference that matches anything; all options if none does."""
    for wish in wishes:
        found = [o for o in options if wish.wanted in (o["verb"], o["choice"])]
        if found and wish.least:
            least = min(map(by(wish.least), found))
            found = [option for option in found if by(wish.least)(option) == least]
        if found:
            return found
    return list(options)


def by(number: str) -> Callable[[Described], tuple[bool, int]]:
    """Return a sort key by one of the numbers of options. Options without it come last."""
    return lambda option: (option[number] is None, option[number] or 0)


def one_of(options: Sequence[Described], seed: bytes, draws: int) -> str:
    """Return the key of one of the options: always the same one, which reveals nothing.

    The seed keys the hash, as for draws. The message is longer than theirs, so the results are
    independent, and no draw is used up.
    """
    keys = [option["choice"] for option in options]
    message = b"default" + draws.to_bytes(8, "big") + canonical(keys)
    number = int.from_bytes(blake2b(message, key=seed, digest_size=16).digest(), "big")
    key: str = keys[number % len(keys)]
    return key
