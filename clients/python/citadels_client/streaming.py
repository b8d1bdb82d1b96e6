"""Event streams (docs/streams.md), resumed when the connection breaks."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple, Protocol

from .errors import Problem, Unreachable

FIRST_BREAK, LONGEST_BREAK = 0.5, 30.0
"""Seconds before a reconnect. The pause doubles each time nothing came."""


class Message(NamedTuple):
    """A message. ``kind`` is ``snapshot``, ``event`` or ``changed``; ``id`` may be empty."""

    kind: str
    id: str
    data: Any


class Line(Protocol):
    """An open stream."""

    def stream(self) -> Iterator[bytes]: ...

    def close(self) -> None: ...


def messages(pieces: Iterable[bytes]) -> Iterator[Message]:
    """Parse the messages of a stream (HTML standard, section 9.2) from pieces of bytes."""
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
    open_stream: Callable[[str], Line],
    last_id: str = "",
    *,
    sleep: Callable[[float], None] = time.sleep,
    tries: int = 8,
    has_expired: Callable[[Problem], bool] = lambda problem: False,
) -> Iterator[Message]:
    """Yield the messages of a stream without end. A broken connection is resumed after the last id,
    and so is one whose token ``has_expired``: ``open_stream`` gets a new one.

    Raises Problem if the service refuses or access ends, and Unreachable after ``tries`` failed
    attempts in a row.
    """
    failures = 0
    while True:
        line = None
        try:
            line = open_stream(last_id)
            try:
                for message in messages(line.stream()):
                    failures = 0
                    last_id = message.id or last_id
                    if message.kind == "problem":
                        raise Problem(message.data)
                    if message.kind:
                        yield message
            finally:
                line.close()
        except Problem as problem:
            if problem.status not in (429, 503) and not (line and has_expired(problem)):
                raise
        except Unreachable:
            pass
        failures += 1
        if failures > tries:
            raise Unreachable("The stream is unavailable.")
        longest = min(FIRST_BREAK * 2 ** (failures - 1), LONGEST_BREAK)
        sleep(longest * random.uniform(0.5, 1))
