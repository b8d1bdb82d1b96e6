"""State into JSON and back.

JSON here is canonical: keys sorted, no white space, so that equal states have equal bytes and
one hash. Bytes are written as a string of hexadecimal digits behind ``0x``, tuples as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson

from engine.errors import UnknownVersion
from engine.kernel.frames import Frame, waiting


def canonical(document: Any) -> bytes:
    """The one JSON text of a document."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS)


def digest(data: bytes) -> str:
    """SHA-256, as 64 hexadecimal digits."""
    return sha256(data).hexdigest()


def packed(value: Any) -> Any:
    """A frame's field as JSON."""
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, tuple):
        return list(value)
    return value


def unpacked(value: Any) -> Any:
    """A frame's field from JSON."""
    if isinstance(value, str) and value.startswith("0x"):
        return bytes.fromhex(value[2:])
    if isinstance(value, list):
        return tuple(value)
    return value


def dump_stack(stack: list[Frame]) -> list[list[Any]]:
    """Each frame as ``[class name, at, field, field, ...]``."""
    return [
        [
            type(frame).__name__,
            frame.at,
            *[packed(getattr(frame, name)) for name in frame.fields],
        ]
        for frame in stack
    ]


def load_stack(rows: list[list[Any]], classes: Mapping[str, type[Frame]]) -> list[Frame]:
    """The inverse of ``dump_stack``."""
    stack: list[Frame] = []
    for name, at, *values in rows:
        stack.append(waiting(classes[name], at, [unpacked(value) for value in values]))
    return stack


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


def upcast(
    document: dict[str, Any], current: int, upcasters: Mapping[int, Upcaster]
) -> dict[str, Any]:
    """A stored state as today's code reads it; ``upcasters[n]`` turns format ``n`` into ``n + 1``.

    Raises ``UnknownVersion`` where a step is missing or the state comes from newer code.
    """
    while document["format"] != current:
        step = upcasters.get(document["format"])
        if step is None:
            raise UnknownVersion(
                f"state format {document['format']} cannot be read, only {current}"
            )
        document = step(document)
    return document


def downcasts(data: bytes, downcasters: Mapping[int, Upcaster]) -> Iterator[bytes]:
    """The texts that earlier formats had for the state in ``data``, the latest first;
    ``downcasters[n]`` turns format ``n`` into ``n - 1``.

    It ends where one is missing: what that format knew is lost.
    """
    if not downcasters:
        return
    document: dict[str, Any] = orjson.loads(data)
    while (step := downcasters.get(document["format"])) is not None:
        document = step(document)
        yield canonical(document)
