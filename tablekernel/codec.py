"""State as JSON.

The JSON is canonical: sorted keys and no white space, so that equal states have equal bytes and one
hash. Bytes are written as hexadecimal digits after ``0x``, tuples as lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Any

import orjson

from tablekernel.errors import UnknownVersion
from tablekernel.frames import Frame, restore_frame


def canonical(document: Any) -> bytes:
    """Return the canonical JSON of a document."""
    return orjson.dumps(document, option=orjson.OPT_SORT_KEYS)


def digest(data: bytes) -> str:
    """Return SHA-256 as 64 hexadecimal digits."""
    return sha256(data).hexdigest()


def pack(value: Any) -> Any:
    """Return a field of a frame as JSON."""
    if isinstance(value, bytes):
        return "0x" + value.hex()
    if isinstance(value, tuple):
        return list(value)
    return value


def unpack(value: Any) -> Any:
    """Return a field of a frame from JSON."""
    if isinstance(value, str) and value.startswith("0x"):
        return bytes.fromhex(value[2:])
    if isinstance(value, list):
        return tuple(value)
    return value


def dump_stack(stack: list[Frame]) -> list[list[Any]]:
    """Return each frame as ``[id, name of the next step, {field: value}]``."""
    return [
        [
            frame.id,
            frame.step_names[frame.at],
            {name: pack(getattr(frame, name)) for name in frame.fields},
        ]
        for frame in stack
    ]


def load_stack(rows: list[list[Any]], classes: Mapping[str, type[Frame]]) -> list[Frame]:
    """Load what ``dump_stack`` returned. ``classes`` are the frame classes by id.

    Raises ``UnknownVersion`` for an id, a step or a field that these classes do not have: other
    code has stored the match, and this code must not guess.
    """
    stack: list[Frame] = []
    for frame_id, step, fields in rows:
        cls = classes.get(frame_id)
        if cls is None:
            raise UnknownVersion(f"no frame has the id {frame_id!r}")
        if step not in cls.step_names:
            raise UnknownVersion(f"the frame {frame_id!r} has no step {step!r}")
        if fields.keys() != set(cls.fields):
            raise UnknownVersion(
                f"the frame {frame_id!r} has the fields {sorted(cls.fields)}, not {sorted(fields)}"
            )
        values = [unpack(fields[name]) for name in cls.fields]
        stack.append(restore_frame(cls, cls.step_names.index(step), values))
    return stack


Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
Downcaster = Callable[[dict[str, Any]], dict[str, Any] | None]
"""Returns None for a state that the earlier format cannot express."""


def upcast(
    document: dict[str, Any], current: int, upcasters: Mapping[int, Upcaster]
) -> dict[str, Any]:
    """Return a stored state in the current format. ``upcasters[n]`` turns format ``n`` into ``n +
    1``.

    Raises ``UnknownVersion`` if a step is missing or the state comes from newer code.
    """
    while document["format"] != current:
        step = upcasters.get(document["format"])
        if step is None:
            raise UnknownVersion(
                f"state format {document['format']} cannot be read, only {current}"
            )
        document = step(document)
    return document


def downcasts(data: bytes, downcasters: Mapping[int, Downcaster]) -> Iterator[bytes]:
    """Yield the state in ``data`` in earlier formats, latest first. ``downcasters[n]`` turns format
    ``n`` into ``n - 1``.

    It ends where a downcaster is missing, or where a format cannot express the state: then no match
    was stored in it.
    """
    if not downcasters:
        return
    document: dict[str, Any] | None = orjson.loads(data)
    while document is not None and (step := downcasters.get(document["format"])) is not None:
        document = step(document)
        if document is not None:
            yield canonical(document)
