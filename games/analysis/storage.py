"""How the decisions of an analysis are stored: as compressed JSON."""

from __future__ import annotations

import zlib
from typing import Any

import orjson

Document = dict[str, Any]


def decisions_pack(decisions: list[Document]) -> bytes:
    return zlib.compress(orjson.dumps(decisions), 9)


def decisions_unpack(stored: bytes) -> list[Document]:
    return orjson.loads(zlib.decompress(stored)) if stored else []
