"""Messages of a stream as bytes (`text/event-stream`, HTML standard, section 9.2)."""

from __future__ import annotations

from typing import Any

from core import json

RETRY = b"retry: 3000\n\n"
"""Milliseconds after which a disconnected client reconnects."""
HEARTBEAT = b":\n\n"
"""A comment that keeps proxies from closing an idle connection."""


def message(kind: str, data: Any, id: int | str | None = None) -> bytes:
    """Return one message. When a client reconnects, it sends the last ``id`` that it received."""
    # The JSON contains no line breaks, so one data line is enough.
    name = b"" if id is None else f"id: {id}\n".encode()
    return b"%sevent: %s\ndata: %s\n\n" % (name, kind.encode(), json.dumps(data))


def place(id: int | str) -> bytes:
    """Return an id without a message, which only sets the last id of the client."""
    return f"id: {id}\n\n".encode()
