"""Randomness that anyone can reproduce: a secret seed, a counter, and a keyed hash.

The n-th draw of a match (n from 0) is the number whose 64 big-endian bytes are ``BLAKE2b(key=seed,
message=n as 8 big-endian bytes, digest_size=64)``. A draw is spent as a mixed-radix number: each
pick among ``k`` takes the remainder by ``k`` and continues with the quotient. 512 bits hold the
shuffle of 90 cards with a bias below 2**-50. ``docs/randomness.md`` publishes this with test
vectors.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from tablekernel.subclassing import mypyc_attr

SEED_BYTES: Final = 32


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """A seed and the number of the next draw. A state is one."""

    __slots__ = ("chance", "draws", "seed")

    def __init__(self, seed: bytes) -> None:
        self.seed = seed
        self.draws = 0
        self.chance: list[Any] | None = None


def handful(left: int) -> tuple[int, int]:
    """Return how many picks, the first among ``left``, fit a number of less than 30 bits, and its
    limit. Such numbers are divided faster than a whole draw.
    """
    count, product = 0, 1
    while count < left and product * (left - count) < 2**30:
        product *= left - count
        count += 1
    return count, product


HANDFULS: Final = tuple([handful(left) for left in range(256)])


def compute_draw(seed: bytes, number: int) -> int:
    """Return the ``number``-th draw of a seed, 0 <= draw < 2**512. BLAKE2b gives 64 bytes."""
    return int.from_bytes(blake2b(number.to_bytes(8, "big"), key=seed).digest(), "big")


def shuffle(state: Source, items: bytes) -> bytes:
    """Return all of ``items`` in random order."""
    number = compute_draw(state.seed, state.draws)
    state.draws += 1
    pool = list(items)
    place, left = 0, len(pool)
    while left:
        count, product = HANDFULS[left]
        number, several = divmod(number, product)
        for _ in range(count):
            other = place + several % left
            several //= left
            pool[place], pool[other] = pool[other], pool[place]
            place += 1
            left -= 1
    result = bytes(pool)
    if state.chance is not None:
        state.chance.append(result.hex())
    return result


def picks(state: Source, sizes: Sequence[int]) -> list[int]:
    """Return a number from 0 to size - 1 for each of ``sizes``, all from one draw."""
    found = unfold(compute_draw(state.seed, state.draws), sizes)
    state.draws += 1
    if state.chance is not None:
        state.chance.append(found)
    return found


def pick_folded(state: Source, sizes: Sequence[int], count: int) -> int:
    """Return the result of ``picks`` as one number below ``count``, the product of the sizes, for
    tables of all outcomes. ``unfold`` takes it apart.
    """
    number = compute_draw(state.seed, state.draws) % count
    state.draws += 1
    if state.chance is not None:
        state.chance.append(unfold(number, sizes))
    return number


def unfold(number: int, sizes: Sequence[int]) -> list[int]:
    """Return the picks of a mixed-radix number."""
    found = []
    for size in sizes:
        number, place = divmod(number, size)
        found.append(place)
    return found


def pick(state: Source, count: int) -> int:
    """Return a number from 0 to ``count - 1``."""
    return picks(state, (count,))[0]
