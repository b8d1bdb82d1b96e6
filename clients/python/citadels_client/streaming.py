"""Being told instead of asking: event streams (docs/streams.md), resumed when they break."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from .errors import Problem, Unreachable

FIRST_BREAK, LONGEST_BREAK = 0.5, 30.0
"""Seconds before coming back: twice as long each time nothing came."""


class Message(NamedTuple):
    """``kind`` is ``snapshot``, ``event`` or ``changed``; ``id`` is "" where it has none."""

    kind: str
    id: str
    data: Any


class Line(Protocol):
    """An open stream: its pieces as they come."""

    def stream(self) -> Iterator[bytes]: ...

    def close(self) -> None: ...


def messages(pieces: Iterable[bytes]) -> Iterator[Message]:
    """The messages of a stream (HTML standard, section 9.2), from bytes cut anywhere."""
    kind, last_id, data = "", "", list[str]()
    for line in lines(pieces):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            kind = value
        elif name == "id":
            last_id = value
        elif name == "data":
            data.append(value)
        elif not line:
            if data:
                yield Message(kind or "message", last_id, json.loads("\n".join(data)))
            elif last_id:
                yield Message("", last_id, None)
            kind, last_id, data = "", "", []


def lines(pieces: Iterable[bytes]) -> Iterator[str]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from (line.removesuffix(b"\r").decode() for line in whole)


def follow_stream(
    opened: Callable[[str], Line],
    last_id: str = "",
    *,
    sleep: Callable[[float], None] = time.sleep,
    tries: int = 8,
) -> Iterator[Message]:
    """The messages of a stream without end: when the line breaks it goes on behind the last id.

    Raises Problem: the service refused, or you may hear no more; Unreachable: ``tries`` times in a
    row nothing could be heard.
    """
    failed = 0
    while True:
        try:
            line = opened(last_id)
            try:
                for message in messages(line.stream()):
                    failed = 0
                    last_id = message.id or last_id
                    if message.kind == "problem":
                        raise Problem(message.data)
                    if message.kind:
                        yield message
            finally:
                line.close()
        except Problem as problem:
            if problem.status not in (429, 503):
                raise
        except Unreachable:
            pass
        failed += 1
        if failed > tries:
            raise Unreachable("The stream cannot be heard.")
        longest = min(FIRST_BREAK * 2 ** (failed - 1), LONGEST_BREAK)
        sleep(longest * random.uniform(0.5, 1))
