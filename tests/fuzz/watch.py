"""What counts as a crash: an error that nobody announced, more than a second, more than 50 MB."""

from __future__ import annotations

import resource
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from time import process_time

from hypothesis.strategies import SearchStrategy

SECONDS = 1.0
"""Of a processor: a machine that is busy with other things is no crash."""
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
        if taken > SECONDS:
            self.crashes.setdefault("slow", Crash(data, f"{taken:.2f} s of a processor"))
        if more > MEGABYTES:
            self.crashes.setdefault("large", Crash(data, f"{more:.0f} MB more"))


def peak() -> float:
    """The most memory that this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
