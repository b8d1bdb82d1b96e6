"""Messages of a stream, as bytes (`text/event-stream`, HTML standard, section 9.2)."""

from __future__ import annotations

from typing import Any

from core import json

RETRY = b"retry: 3000\n\n"
"""Milliseconds after which a client that was cut off comes back."""
HEARTBEAT = b":\n\n"
"""A comment: it keeps proxies from closing a silent connection, and says the stream is alive."""


def message(kind: str, data: Any, id: int | str | None = None) -> bytes:
    """One message; a client that is cut off sends the last ``id`` that it has read."""
    # The JSON has no line breaks of its own, so that one line of data holds it.
    name = b"" if id is None else f"id: {id}\n".encode()
    return b"%sevent: %s\ndata: %s\n\n" % (name, kind.encode(), json.dumps(data))


def place(id: int | str) -> bytes:
    """Only an id: it becomes the client's last one, and nothing is told."""
    return f"id: {id}\n\n".encode()
