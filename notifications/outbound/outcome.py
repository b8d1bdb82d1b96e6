"""How an attempt to send went."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ANSWER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """``answer`` is what the receiver said in short, or why it could not be asked."""

    sent: bool
    answer: str = ""
    status: int | None = None
    """The HTTP status, where there is one."""

    final: bool = False
    """Whether trying again is of no use."""

    gone: bool = False
    """Whether the receiver says that it is there no more."""


SendJob = Callable[[], Outcome]
"""Something to send, complete: it asks neither database nor settings, for it runs in a thread."""


def truncate(text: str) -> str:
    """One line of printable text, cut."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= ANSWER_LENGTH else line[: ANSWER_LENGTH - 1] + "…"
