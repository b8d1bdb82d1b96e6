"""How the time of a function grows with the length of a text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from time import thread_time

FACTOR = 8
"""How many times longer the longer text is."""
SLACK = 3
MOST = FACTOR * SLACK
"""Growth that linear time never reaches: it grows by 8, quadratic time by 64."""
LENGTH = 2_000
TIMED = 0.0005
"""Seconds that a measurement takes at least: a clock has steps."""

UNITS = (
    *("a", "1", "f", "%", ".", "-", "@", "/", "\\", '"', "'", ",", ";", "=", "&", "[", "é"),
    *(" ", "\t", "\n", "\n ", "\r\n", "\xa0", "\u0327\u0301"),
    *("1.", "1.1.1.1", "a.", "a-", "a-.", "a@", "a@a.", "@a.a", "a:", "1:", "::", "f::f"),
    *("a=b;", "a=b,", 'a="', '";', '\\"', '\\" ', "a*0=b;", "q=0.1,", 'W/"a",', "a;;;;;;;;"),
    *("://", "://a", "a://a@", "http://a", "%41", "<a>", "((", "a\u200d", "\U0001f3f4\U000e0067"),
    *("DETAIL:", "DETAIL: \n", "DETAIL:\nHINT:", "bearer", "bearer ", "basic\t", "cit_", "whsec_"),
    *("code=", "token", "key=a ", "/reset-password/", "/verify-email/a/", "/do/a"),
)
"""What hostile texts repeat."""
BEGINNINGS = ("", "x@", "http://", "DETAIL: ", "bearer ", 'a/b;x="')


def seconds(function: Callable[[str], object], text: str, *, tries: int = 3) -> float:
    """Return the CPU time of a call, the least of some tries."""
    once = spent(function, text, 1)
    times = max(1, int(TIMED / max(once, 1e-6)))
    return min(spent(function, text, times) for _ in range(tries))


def spent(function: Callable[[str], object], text: str, times: int) -> float:
    start = thread_time()
    for _ in repeat(None, times):
        function(text)
    return (thread_time() - start) / times


def text_of(unit: str, length: int, beginning: str = "") -> str:
    """Return ``beginning`` and as many units as fit into ``length`` characters."""
    return beginning + unit * (length // len(unit))


def growth(function: Callable[[str], object], unit: str, beginning: str = "") -> float:
    """Return how many times longer the call takes for a text of ``FACTOR`` times the length."""
    short, long = (text_of(unit, size, beginning) for size in (LENGTH, FACTOR * LENGTH))
    return seconds(function, long) / seconds(function, short)


def shapes_too_slow(function: Callable[[str], object]) -> dict[tuple[str, str], float]:
    """Return the hostile shapes that take longer than linear time, and their growth.

    A shape is measured again before it counts: other processes may have disturbed the first try.
    """
    return {
        (beginning, unit): again
        for beginning in BEGINNINGS
        for unit in UNITS
        if growth(function, unit, beginning) > MOST
        and (again := growth(function, unit, beginning)) > MOST
    }
