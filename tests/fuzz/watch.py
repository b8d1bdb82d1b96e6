"""What counts as a crash: an undocumented error, too much time, or more than 50 MB."""

from __future__ import annotations

import resource
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from time import process_time

from hypothesis.strategies import SearchStrategy

SECONDS = 1.0
"""CPU time that an input may take; on a slow machine more, see ``seconds_allowed``."""
PACES = 100
"""The same as a multiple of what the machine takes for a fixed piece of work."""
MEGABYTES = 50


@dataclass(frozen=True, slots=True)
class Target:
    """A door to try: ``inputs`` look like what it takes, ``take`` hands one in and says whether it
    was taken. Refusals that are documented are no errors; ``take`` knows them.
    """

    name: str
    inputs: SearchStrategy[bytes]
    take: Callable[[bytes], bool]


@dataclass(slots=True)
class Crash:
    data: bytes
    why: str

    @property
    def name(self) -> str:
        """The file it is kept in."""
        return sha256(self.data).hexdigest()[:16]


@dataclass(slots=True)
class Tally:
    """What came of the inputs of one target."""

    tried: int = 0
    refused: int = 0
    slowest: float = 0.0
    crashes: dict[str, Crash] = field(default_factory=dict)
    """One of each kind."""

    def one(self, target: Target, data: bytes) -> None:
        """Try one input, and note how it went."""
        self.tried += 1
        memory, start = peak(), process_time()
        try:
            self.refused += not target.take(data)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            kind = f"{type(error).__name__} at {last.filename}:{last.lineno}"
            self.crashes.setdefault(kind, Crash(data, traceback.format_exc(limit=-8)))
        taken, more = process_time() - start, peak() - memory
        self.slowest = max(self.slowest, taken)
        if taken > seconds_allowed():
            self.crashes.setdefault("slow", Crash(data, f"{taken:.2f} s of CPU time"))
        if more > MEGABYTES:
            self.crashes.setdefault("large", Crash(data, f"{more:.0f} MB more"))


def seconds_allowed() -> float:
    """Return the CPU time after which an input counts as slow."""
    return max(SECONDS, PACES * pace())


@cache
def pace() -> float:
    """Return the CPU time of a fixed piece of work: some 5 ms on a machine of 2025."""

    def work() -> float:
        start = process_time()
        sum(number * number for number in range(100_000))
        return process_time() - start

    return min(work() for _ in range(5))


def peak() -> float:
    """The most memory that this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
