"""The outcome of an attempt to send."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

ANSWER_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """An outcome. ``answer`` is the receiver's answer in short, or why there is none."""

    sent: bool
    answer: str = ""
    status: int | None = None
    """The HTTP status, if there is one."""

    final: bool = False
    """True if another attempt would fail as well."""

    gone: bool = False
    """True if the receiver says that the endpoint is gone."""


SendJob = Callable[[], Outcome]
"""Something to send. It reads neither database nor settings, since it runs in a thread."""


def truncate(text: str) -> str:
    """Return one line of printable text, cut to a maximum length."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= ANSWER_LENGTH else line[: ANSWER_LENGTH - 1] + "…"
