"""How the decisions of an analysis are stored: as compressed JSON."""

from __future__ import annotations

import zlib
from typing import Any

import orjson

Document = dict[str, Any]


def decisions_pack(decisions: list[Document]) -> bytes:
    """Return decisions as compressed JSON."""
    return zlib.compress(orjson.dumps(decisions), 9)


def decisions_unpack(stored: bytes) -> list[Document]:
    """Return the decisions of compressed JSON; none if it is empty."""
    return orjson.loads(zlib.decompress(stored)) if stored else []
